import { action, derive, list, rule, text } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';
import { interregnum } from '#core/ascension.ts';
import type { Address } from '#core/ascension.ts';
import { startAnew } from '#core/keeping.ts';
import { declarations } from '#core/declarations.ts';
import { hiatusFigures, hiatusInWords } from '#core/figures.ts';
import { ADDRESS } from '#core/address.ts';
import { refuseFor } from '#core/reasons.ts';
import { isAmong } from '#core/roster.ts';
import { newTerms } from '#core/terms.ts';
import { dynastyWon } from '#core/victory.ts';

export interface Asks {
  /** Why the game is in hiatus. */
  hiatus(): readonly string[] | undefined;
}

export interface Tells {
  /** An Ascension Address is posted; a rule that refuses it undoes it. */
  address: { address: Address };
  'dynasty-begins': object;
  'mantle-passed': { from: Person; to: Person };
}

export default rule((g) => {
  const { matters, ruleset } = g;
  const dovs = declarations(g);
  const ascension = interregnum(g);
  const covered = g.list('hiatus-rules');

  /** The hiatus of this rule: from a declaration to the end of all of them, or to the address. */
  const reasons = (): string[] => [
    ...(matters.pending('dov').length > 0 ? ['dov'] : []),
    ...(g.dynasty.interregnum ? ['interregnum'] : []),
  ];

  function refuseInHiatus(what: string): void {
    if (reasons().length > 0) g.refuse(`${what} while the game is in hiatus: ${hiatusInWords(reasons())}`);
  }

  return {
    player: dovs.fields,

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

    views: {
      'dynasty-won': dynastyWon(g, 'dov'),
      hiatus: derive({
        of: 'game',
        returns: list(text()),
        about: 'Why the game is in hiatus, if it is',
        value: () => [...new Set<string>(g.hook('hiatus', {}))].sort(),
      }),
    },

    actions: {
      'pass-the-mantle': ascension.passTheMantle,

      ascend: action({
        title: 'Post an Ascension Address',
        sentence: 'posted an Ascension Address',
        about:
          'Ends the hiatus: the theme, the terms, the dynastic rules to keep, the special cases that are to be inactive.',
        by: 'anybody',
        with: ADDRESS,
        check: ({ actor, refuse }) => refuseFor(refuse, ascension.whyNotAscending(actor)),
        effect({ actor, theme, terms, keep, anew, specialCases, address, dynasty }) {
          if (anew) startAnew(g);
          const { repealed } = ascension.address(actor, { theme, terms, keep, specialCases, address });
          ascension.repeal(repealed);
          dynasty.set({ theme, interregnum: false });
        },
      }),
    },

    hooks: {
      hiatus: (_, next) => [...(next() ?? []), ...reasons()],
      figures: (_, next) => [...next(), ...hiatusFigures(g.view('hiatus', 'game'))],

      'may-act'({ action: { marks }, rule }) {
        // To ask for something is a comment.
        const isFree = marks?.['request'] === true || isAmong(rule, covered, ruleset.rules);
        if (!isFree) refuseInHiatus(`no action of ${rule.title} may be taken`);
      },
      'may-submit'({ rule }) {
        if (!isAmong(rule, covered, ruleset.rules)) refuseInHiatus(`no submission of ${rule.title} is taken`);
      },
      'may-post'({ author, kind, dynasty, refuse }) {
        if (kind === 'proposal') refuseInHiatus('Proposals may not be submitted');
        if (kind === 'dov')
          refuseFor(refuse, [
            ...dovs.whyNoDeclaration(author),
            dynasty.interregnum && 'no Declaration of Victory may be started in an interregnum',
          ]);
      },
      'may-resolve'({ matter }) {
        if (matter.kind === 'proposal') refuseInHiatus('Proposals may not be resolved');
      },

      'may-enact': ({ matter, by }) => (matter.kind === 'dov' ? dovs.mayEnact(matter, by) : undefined),
      'may-fail': ({ matter, by }) => (matter.kind === 'dov' ? dovs.mayFail(matter, by) : undefined),
      earliest: ({ matter, outcome }, next) =>
        matter.kind === 'dov' ? dovs.earliest(matter, outcome) : next(),

      waiting: ({ duty }, next) => [...(next() ?? []), ...(duty === 'ascend' ? ascension.waiting() : [])],
    },

    on: {
      enacted({ matter, dynasty, emit, fail }) {
        if (matter.kind !== 'dov') return;
        for (const other of matters.pending('dov')) if (!other.is(matter)) fail(other);
        dynasty.emperor = matter.author;
        dynasty.interregnum = true;
        emit('dynasty-begins', {});
      },

      failed({ matter }) {
        if (matter.kind === 'dov') dovs.ban(matter);
      },

      // The words that the Ruleset has for players and emperor are replaced without further conditions.
      address({ address }) {
        const terms = newTerms(ruleset.terms, address.terms);
        if (Object.values(terms).some((term) => term.trim() === ''))
          g.refuse('terms', 'a term must not be blank');
        if (Object.keys(address.terms).length > 0) ruleset.amend({ type: 'set-terms', terms });
      },
    },
  };
});
