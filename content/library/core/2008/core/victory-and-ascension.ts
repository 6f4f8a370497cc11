import {
  action,
  derive,
  hoursAfter,
  hoursBetween,
  list,
  optional,
  player,
  rule,
  text,
  time,
} from 'gitnomic/rules';
import type { Matter, Person } from 'gitnomic/rules';
import { ADDRESS } from '#core/address.ts';
import { hiatusFigures, hiatusInWords } from '#core/figures.ts';
import { startAnew } from '#core/keeping.ts';
import { permitUnless, refuseFor } from '#core/reasons.ts';
import { isAmong } from '#core/roster.ts';
import { newTerms } from '#core/terms.ts';
import { inWords, whyNotFailed } from '#core/standing.ts';
import { dynastyWon } from '#core/victory.ts';
import { AGAINST, count, FOR } from '#core/votes.ts';
import type { Count, Votes } from '#core/votes.ts';

export interface Asks {
  /** Why the game is in hiatus. */
  hiatus(): readonly string[] | undefined;
}

export interface Tells {
  'dynasty-begins': object;
  'mantle-passed': { from: Person; to: Person };
}

export default rule((g) => {
  const { view, hook, matters, ruleset, whyNotPlayer } = g;
  const least = {
    window: g.hours('window'),
    'window-with-emperor': g.hours('window-with-emperor'),
    ban: g.hours('ban'),
  };
  const isDov = (matter: Matter): boolean => matter.kind === 'dov';
  const notEmperor = (person: Person): string | false =>
    !person.is(g.dynasty.emperor) && `only ${ruleset.theEmperor} can do this`;
  const noInterregnum = (): string | false =>
    !g.dynasty.interregnum && 'this is for the interregnum before an Ascension Address, and there is none';
  const reasons = (): string[] => [
    ...(matters.pending('dov').length > 0 ? ['dov'] : []),
    ...(g.dynasty.interregnum ? ['interregnum'] : []),
  ];

  /** The name of the value that says how long it is open. The Emperor's own vote, either way, shortens the wait. */
  function windowOf(matter: Matter): 'window' | 'window-with-emperor' {
    const { emperor } = g.dynasty;
    const vote = emperor === null ? undefined : (view('votes-on', matter) as Votes)[emperor.id];
    return vote === FOR || vote === AGAINST ? 'window-with-emperor' : 'window';
  }

  const passes = (tally: Count): boolean =>
    tally.valid >= view('quorum', 'players') && tally.for > tally.against;
  const isOver = (matter: Matter): boolean => hoursBetween(matter.at, g.now) >= least[windowOf(matter)];
  const tooYoung = (matter: Matter): string | false =>
    !isOver(matter) && `${matter.title} has not been open for ${g.words(windowOf(matter))}`;

  function refuseInHiatus(what: string): void {
    if (reasons().length > 0) g.refuse(`${what} while the game is in hiatus: ${hiatusInWords(reasons())}`);
  }

  function whyNoDeclaration(author: Person): readonly (string | null | false)[] {
    const until = author.dovBannedUntil;
    return [
      whyNotPlayer(author),
      author.is(g.dynasty.emperor) && `${ruleset.theEmperor} makes no Declaration of Victory`,
      until !== null &&
        g.now < until &&
        `${author.label} has to wait ${g.words('ban')} since a Declaration of Victory of theirs failed, until ${until}`,
      g.dynasty.interregnum && 'no Declaration of Victory may be started in an interregnum',
    ];
  }

  function dynasticRule(title: string): string {
    const found = ruleset.findAll(title).find(({ section }) => section === 'dynastic');
    return found?.path ?? g.refuse('repeal', `there is no dynastic rule ${title}`);
  }

  return {
    player: { dovBannedUntil: optional(time(), { title: 'no Declaration of Victory before' }) },

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
        value: () => [...new Set<string>(hook('hiatus', {}))].sort(),
      }),
    },

    actions: {
      'pass-the-mantle': action({
        title: 'Pass the mantle',
        sentence: 'passed the mantle to {to}',
        by: 'anybody',
        with: { to: player({ another: true }) },
        check: ({ actor, refuse }) =>
          refuseFor(refuse, [whyNotPlayer(actor), notEmperor(actor), noInterregnum()]),
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

      ascend: action({
        title: 'Post an Ascension Address',
        sentence: 'posted an Ascension Address',
        about: 'Ends the hiatus: the theme, new words for keywords, the dynastic rules that are repealed.',
        by: 'anybody',
        with: {
          theme: ADDRESS.theme,
          terms: ADDRESS.terms,
          repeal: list(text({ from: 'dynastic-rules' }), {
            start: [],
            title: 'repeal these rules',
            about: 'Everything that they track is lost.',
          }),
          anew: ADDRESS.anew,
          address: ADDRESS.address,
        },
        check: ({ actor, refuse }) =>
          refuseFor(refuse, [whyNotPlayer(actor), notEmperor(actor), noInterregnum()]),
        effect({ actor, theme, terms, repeal, anew, address, dynasty, post, refuse }) {
          const paths = [...new Set(repeal.map(dynasticRule))];
          const words = newTerms(ruleset.terms, (terms ?? {}) as Partial<typeof ruleset.terms>);
          if (Object.values(words).some((word) => word.trim() === ''))
            refuse('terms', 'a term must not be blank');
          post({
            kind: 'ascension-address',
            title: `Ascension Address: ${theme}`,
            text: address,
            author: actor,
          });
          if (anew) startAnew(g);
          for (const path of paths)
            if (!paths.some((other) => path.startsWith(`${other}/`)))
              ruleset.amend({ type: 'repeal-rule', path });
          if (terms !== null && Object.keys(terms).length > 0)
            ruleset.amend({ type: 'set-terms', terms: words });
          dynasty.set({ theme, interregnum: false });
        },
      }),
    },

    hooks: {
      hiatus: (_, next) => [...(next() ?? []), ...reasons()],
      figures: (_, next) => [...next(), ...hiatusFigures(view('hiatus', 'game'))],

      verdict({ matter, tally }, next) {
        if (!isDov(matter)) return next();
        return { popular: passes(tally), unpopular: isOver(matter) && !passes(tally) };
      },

      'may-act'({ action: { marks }, rule }) {
        // To ask for something is a comment, and dice are rolled where the game is tracked.
        const isFree = marks?.['request'] === true || isAmong(rule, ['Dice'], ruleset.rules);
        if (!isFree && !isAmong(rule, g.list('open-in-hiatus'), ruleset.rules))
          refuseInHiatus(`no action of ${rule.title} may be taken`);
      },
      'may-submit'({ rule }) {
        if (!isAmong(rule, g.list('open-in-hiatus'), ruleset.rules))
          refuseInHiatus(`no submission of ${rule.title} is taken`);
      },
      'may-post'({ author, kind, refuse }) {
        if (kind === 'proposal') refuseInHiatus('Proposals may not be submitted');
        if (kind === 'dov') refuseFor(refuse, whyNoDeclaration(author));
      },
      'may-vote'({ matter }) {
        if (matter.kind === 'proposal') refuseInHiatus('Proposals may not be voted on');
      },
      'may-resolve'({ matter }) {
        if (matter.kind === 'proposal') refuseInHiatus('Proposals may not be resolved');
      },

      'may-enact'({ matter, by, refuse }) {
        if (!isDov(matter)) return;
        hook('may-resolve', { matter, by, outcome: 'enacted' });
        return permitUnless(refuse, [
          !view('popular', matter) &&
            `${matter.title} needs ${view('quorum', 'players')} votes, more of them for than against, and has ${inWords(view('vote-count', matter) as Count)}`,
          tooYoung(matter),
        ]);
      },

      'may-fail'({ matter, by, refuse }) {
        if (!isDov(matter)) return;
        hook('may-resolve', { matter, by, outcome: 'failed' });
        return permitUnless(refuse, [whyNotFailed(g, matter), tooYoung(matter)]);
      },

      earliest({ matter, outcome }, next) {
        if (!isDov(matter)) return next();
        const passing = view('popular', matter);
        return passing === (outcome === 'enacted') ? hoursAfter(matter.at, least[windowOf(matter)]) : null;
      },

      waiting({ duty, dynasty }, next) {
        const others = next() ?? [];
        return duty === 'ascend' && dynasty.interregnum && dynasty.emperor !== null
          ? [...others, dynasty.emperor.id]
          : others;
      },
    },

    on: {
      enacted({ matter, dynasty, emit, fail }) {
        if (!isDov(matter)) return;
        for (const other of matters.pending('dov')) if (!other.is(matter)) fail(other);
        dynasty.emperor = matter.author;
        dynasty.interregnum = true;
        emit('dynasty-begins', {});
      },

      failed({ matter, now }) {
        if (!isDov(matter) || count(view('votes-on', matter) as Votes).against <= view('quorum', 'players'))
          return;
        matter.author.dovBannedUntil = hoursAfter(now, least.ban);
      },
    },
  };
});
