import { action, integer, optional, rule, text } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';
import { interregnum } from '#core/ascension.ts';
import { startAnew, toBeRepealed } from '#core/keeping.ts';
import type { Address } from '#core/ascension.ts';
import { declarations } from '#core/declarations.ts';
import { ADDRESS } from '#core/address.ts';
import { refuseFor } from '#core/reasons.ts';
import { dynastyWon } from '#core/victory.ts';

export interface Tells {
  /** An Ascension Address is posted; a rule that refuses it undoes it. */
  address: { address: Address };
  'dynasty-begins': { theme: string };
  'mantle-passed': { from: Person; to: Person };
}

export default rule((g) => {
  const { matters, ruleset } = g;
  const dovs = declarations(g);
  const ascension = interregnum(g);

  return {
    player: dovs.fields,
    /** Lines of the ledger before this one are upheld: they led to a victory. */
    game: { upheldLines: integer({ shown: false }) },

    posts: {
      dov: {
        title: 'Declaration of Victory',
        votable: true,
        purpose: 'win',
        about: 'Says that its author has won this dynasty, and how.',
      },
      'ascension-address': { title: 'Ascension Address', official: true },
      'pass-the-mantle': { title: 'Passing of the Mantle', official: true },
    },

    views: { 'dynasty-won': dynastyWon(g, 'dov') },

    actions: {
      'pass-the-mantle': ascension.passTheMantle,

      ascend: action({
        title: 'Post an Ascension Address',
        sentence: 'posted an Ascension Address',
        about: 'Begins the new dynasty: its theme, its terms, the dynastic rules to keep, the special cases.',
        by: 'anybody',
        with: {
          ...ADDRESS,
          trackingPage: optional(text({ title: 'name of the page that tracks the gamestate' })),
        },
        check: ({ actor, refuse }) => refuseFor(refuse, ascension.whyNotAscending(actor)),
        steps: {
          'post the address'({ actor, theme, terms, keep, specialCases, address, trackingPage }) {
            ascension.address(actor, { theme, terms, keep, specialCases, address, trackingPage });
          },
          'update the Ruleset'({ theme, keep, anew, emit }) {
            if (anew) startAnew(g);
            const kept = keep.flatMap((title) => ruleset.findAll(title));
            ascension.repeal(toBeRepealed(ruleset.rules, kept));
            emit('dynasty-begins', { theme });
          },
        },
      }),
    },

    hooks: {
      hiatus(_, next) {
        const others = next() ?? [];
        return matters.pending('dov').length > 0 ? [...others, 'dov'] : others;
      },

      'may-post'({ author, kind, refuse }) {
        if (kind === 'dov') refuseFor(refuse, dovs.whyNoDeclaration(author));
      },
      'may-enact': ({ matter, by }) => (matter.kind === 'dov' ? dovs.mayEnact(matter, by) : undefined),
      'may-fail': ({ matter, by }) => (matter.kind === 'dov' ? dovs.mayFail(matter, by) : undefined),
      earliest: ({ matter, outcome }, next) =>
        matter.kind === 'dov' ? dovs.earliest(matter, outcome) : next(),

      waiting: ({ duty }, next) => [...(next() ?? []), ...(duty === 'ascend' ? ascension.waiting() : [])],
    },

    on: {
      enacted({ matter, dynasty, game, ledger, fail }) {
        if (matter.kind !== 'dov') return;
        for (const other of matters.pending('dov')) if (!other.is(matter)) fail(other);
        dynasty.emperor = matter.author;
        dynasty.interregnum = true;
        game.upheldLines = ledger.length;
      },

      failed({ matter }) {
        if (matter.kind === 'dov') dovs.ban(matter);
      },
    },
  };
});
