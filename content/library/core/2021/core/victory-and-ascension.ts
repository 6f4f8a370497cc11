import {
  action,
  data,
  hoursAfter,
  hoursBetween,
  list,
  optional,
  player,
  rule,
  text,
  time,
} from 'gitnomic/rules';
import type { Matter, Person, RuleFacts } from 'gitnomic/rules';
import { toBeRepealed } from '#core/ascension.ts';
import type { Address } from '#core/ascension.ts';
import { refuseFor } from '#core/reasons.ts';
import { AGAINST, count, FOR } from '#core/votes.ts';
import type { Votes } from '#core/votes.ts';

declare module 'gitnomic/rules' {
  interface Events {
    /** An Ascension Address is posted; a rule that refuses it undoes it. */
    address: { readonly address: Address };
    'dynasty-begins': { readonly theme: string };
    'mantle-passed': { readonly from: Person; readonly to: Person };
  }
}

export default rule((g) => {
  const { value, view, hook, matters, ruleset, whyNotPlayer } = g;
  const votesOn = (matter: Matter): Votes => view('votes-on', matter) as Votes;
  const age = (matter: Matter): number => hoursBetween(matter.at, g.now);
  const notEmperor = (person: Person): string | false =>
    !person.is(g.dynasty.emperor) && `only the ${ruleset.terms.emperor} may do this`;
  const noInterregnum = (): string | false =>
    !g.dynasty.interregnum && 'this is for an interregnum, and there is none';

  /** How long a DoV must be open before it may be enacted. */
  function hoursNeeded(matter: Matter): number {
    const votes = votesOn(matter);
    const { emperor } = g.dynasty;
    const agreed = emperor !== null && votes[emperor.id] === FOR;
    return agreed || !Object.values(votes).includes(AGAINST) ? value('early-hours') : value('late-hours');
  }

  function whyNoDeclaration(author: Person): readonly (string | null | false)[] {
    const until = author.dovBannedUntil;
    const banned = until !== null && g.now < until;
    return [
      whyNotPlayer(author),
      author.is(g.dynasty.emperor) && `the ${ruleset.terms.emperor} makes no Declaration of Victory`,
      banned &&
        `${author.label} has to wait ${value('ban-hours')} hours since a Declaration of Victory of theirs failed, until ${until}`,
    ];
  }

  return {
    player: { dovBannedUntil: optional(time(), { title: 'no DoV before' }) },
    game: { upheldLines: data({ start: 0 }) },

    posts: {
      dov: {
        title: 'Declaration of Victory',
        votable: true,
        about: 'Says that its author has won this dynasty, and how.',
      },
      'ascension-address': { title: 'Ascension Address', official: true },
      'pass-the-mantle': { title: 'Passing of the Mantle', official: true },
    },

    actions: {
      'pass-the-mantle': action({
        title: 'Pass the mantle',
        by: 'anybody',
        with: { to: player({ another: true }) },
        check: ({ actor, refuse }) => refuseFor(refuse, [notEmperor(actor), noInterregnum()]),
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
        about: 'Begins the new dynasty: its theme, its terms, the dynastic rules to keep, the special cases.',
        by: 'anybody',
        with: {
          theme: text({ start: '' }),
          terms: data({ start: {} }),
          keep: list(text(), { start: [] }),
          specialCases: data({ start: {} }),
          trackingPage: optional(text()),
        },
        check: ({ actor, refuse }) =>
          refuseFor(refuse, [whyNotPlayer(actor), notEmperor(actor), noInterregnum()]),
        steps: {
          'post the address'({ actor, theme, terms, keep, specialCases, trackingPage, emit, post, refuse }) {
            const unknown = keep.find((title) =>
              ruleset.findAll(title).every(({ section }) => section !== 'dynastic'),
            );
            if (unknown !== undefined) refuse('keep', `there is no dynastic rule ${unknown}`);
            const repealed = toBeRepealed(
              ruleset.rules,
              keep.flatMap((title) => ruleset.findAll(title)),
            );
            const address: Address = {
              emperor: actor,
              theme,
              terms,
              repealed,
              specialCases,
              trackingPage,
            } as Address;
            post({
              kind: 'ascension-address',
              title: `Ascension Address: ${theme === '' ? 'a new dynasty' : theme}`,
              author: actor,
            });
            emit('address', { address });
          },
          'update the Ruleset'({ theme, keep, emit }) {
            const repealed: readonly RuleFacts[] = toBeRepealed(
              ruleset.rules,
              keep.flatMap((title) => ruleset.findAll(title)),
            );
            for (const { path, parent } of repealed)
              if (!repealed.some((other) => other.path === parent))
                ruleset.amend({ type: 'repeal-rule', path });
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

      'may-post'({ author, kind, refuse }, next) {
        if (kind === 'dov') refuseFor(refuse, whyNoDeclaration(author));
        next();
      },

      'may-enact'({ matter, by, refuse }, next) {
        if (matter.kind !== 'dov') return next();
        hook('may-resolve', { matter, by, outcome: 'enacted' });
        const hours = hoursNeeded(matter);
        refuseFor(refuse, [
          !view('popular', matter) && `${matter.title} is not popular`,
          age(matter) < hours && `${matter.title} has not been open for ${hours} hours`,
        ]);
      },

      'may-fail'({ matter, by, refuse }, next) {
        if (matter.kind !== 'dov') return next();
        hook('may-resolve', { matter, by, outcome: 'failed' });
        const hours = value('failing-hours');
        refuseFor(refuse, [
          !view('unpopular', matter) && `${matter.title} is not unpopular`,
          age(matter) < hours && `${matter.title} has not been open for ${hours} hours`,
        ]);
      },

      earliest({ matter, outcome }, next) {
        if (matter.kind !== 'dov') return next();
        const from = view(outcome === 'enacted' ? 'popular-from' : 'unpopular-from', matter);
        const grown = hoursAfter(
          matter.at,
          outcome === 'enacted' ? hoursNeeded(matter) : value('failing-hours'),
        );
        return from === null || from > grown ? from : grown;
      },

      waiting({ duty, dynasty }, next) {
        const others = next() ?? [];
        return duty === 'ascend' && dynasty.interregnum && dynasty.emperor !== null
          ? [...others, dynasty.emperor.id]
          : others;
      },
    },

    on: {
      enacted({ matter, dynasty, game, ledger, fail }) {
        if (matter.kind !== 'dov') return;
        for (const other of matters.pending('dov')) if (!other.is(matter)) fail(other);
        dynasty.emperor = matter.author;
        dynasty.interregnum = true;
        game.upheldLines = ledger.length;
      },

      failed({ matter, now }) {
        if (matter.kind !== 'dov' || count(votesOn(matter)).against === 0) return;
        matter.author.dovBannedUntil = hoursAfter(now, value('ban-hours'));
      },
    },
  };
});
