import { action, player } from 'gitnomic/rules';
import type { Game, Person, RuleFacts } from 'gitnomic/rules';
import { toBeRepealed } from '#core/keeping.ts';
import { refuseFor } from '#core/reasons.ts';
import type { Terms } from '#core/terms.ts';

/** What an Ascension Address asks for. Rules hear of it by the event `address`, and refuse what can't be. */
export interface Address {
  readonly emperor: Person;
  readonly theme: string;
  readonly terms: Partial<Terms>;
  readonly repealed: readonly RuleFacts[];
  readonly specialCases: Readonly<Record<string, unknown>>;
  readonly trackingPage: string | null | undefined;
}

interface Asked {
  readonly theme: string;
  readonly terms: unknown;
  readonly keep: readonly string[];
  readonly specialCases: unknown;
  /** What the address says, in words. */
  readonly address: string;
  readonly trackingPage?: string | null;
}

/** What an emperor may do in an interregnum: hand the title on, or post an address. */
export function interregnum(g: Game) {
  const { ruleset, whyNotPlayer } = g;

  const grounds = (actor: Person): readonly (string | null | false)[] => [
    !actor.is(g.dynasty.emperor) && `only ${ruleset.theEmperor} can do this`,
    !g.dynasty.interregnum && 'this is for an interregnum, and there is none',
  ];

  return {
    whyNotAscending: (actor: Person): readonly (string | null | false)[] => [
      whyNotPlayer(actor),
      ...grounds(actor),
    ],

    passTheMantle: action({
      title: 'Pass the mantle',
      sentence: 'passed the mantle to {to}',
      by: 'anybody',
      with: { to: player({ another: true }) },
      check: ({ actor, refuse }) => refuseFor(refuse, grounds(actor)),
      effect({ actor, to, dynasty, emit, post }) {
        dynasty.emperor = to;
        post({
          kind: 'pass-the-mantle',
          title: `${actor.label} passes the mantle to ${to.label}`,
          author: actor,
        });
        emit('mantle-passed', { from: actor, to });
      },
    }),

    /** Posts the address, and lets every rule say what can't be in it. */
    address(emperor: Person, { theme, terms, keep, specialCases, address, trackingPage }: Asked): Address {
      const isDynastic = ({ section }: RuleFacts): boolean => section === 'dynastic';
      const unknown = keep.find((title) => !ruleset.findAll(title).some(isDynastic));
      if (unknown !== undefined) g.refuse('keep', `there is no dynastic rule ${unknown}`);
      const kept = keep.flatMap((title) => ruleset.findAll(title)).filter(isDynastic);
      const repealed = toBeRepealed(ruleset.rules, kept);
      const asked = { emperor, theme, terms: terms ?? {}, repealed, specialCases, trackingPage } as Address;
      g.post({
        kind: 'ascension-address',
        title: `Ascension Address: ${theme}`,
        text: address,
        author: emperor,
      });
      g.emit('address', { address: asked });
      return asked;
    },

    /** A rule takes its sub-rules along. */
    repeal(rules: readonly RuleFacts[]): void {
      for (const { path, parent } of rules)
        if (!rules.some((other) => other.path === parent)) ruleset.amend({ type: 'repeal-rule', path });
    },

    /** Who has yet to post an address. */
    waiting: (): readonly string[] =>
      g.dynasty.interregnum && g.dynasty.emperor !== null ? [g.dynasty.emperor.id] : [],
  };
}
