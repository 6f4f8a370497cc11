import {
  action,
  boolean,
  hoursAfter,
  integer,
  list,
  optional,
  player,
  rule,
  text,
  time,
} from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';
import { startAnew, toBeRepealed } from '#core/keeping.ts';
import { dynastyName } from '#core/ordinals.ts';
import { refuseFor } from '#core/reasons.ts';
import { dynastyWon } from '#core/victory.ts';

export interface Tells {
  won: { person: Person };
  'dynasty-begins': { theme: string };
}

export default rule((g) => {
  const { ruleset, people, players, hours, whyNotPlayer } = g;
  const patience = hours('patience');
  const isOver = (): boolean => g.dynasty.interregnum;
  const between = 'this Dynasty is over, and the next has not begun';

  function whyNotBegin(actor: Person): readonly (string | null | false)[] {
    const { emperor, ended } = g.dynasty;
    const until = hoursAfter(ended ?? g.now, patience);
    return [
      whyNotPlayer(actor),
      !isOver() && 'nobody has won this Dynasty yet',
      isOver() &&
        !actor.is(emperor) &&
        g.now < until &&
        `only ${emperor?.label ?? 'the winner'} can do that until ${until}`,
    ];
  }

  /** Of several who win at the same moment each has the same chance: the second takes the place with one half, the third with one third. */
  function win(person: Person): void {
    if (isOver()) {
      const winners = players.where({ victory: true }).map(({ id }) => id);
      if (g.dynasty.ended !== g.now || g.pick(winners) !== person.id) return;
    }
    g.dynasty.set({ emperor: person, interregnum: true, ended: g.now });
  }

  return {
    dynasty: {
      number: integer({ start: 1 }),
      name: text(),
      theme: text(),
      emperor: optional(player({ who: 'anybody' })),
      interregnum: boolean(),
      ended: optional(time()),
    },
    player: { victory: boolean({ title: 'has won' }), headed: integer({ title: 'dynasties won' }) },

    views: { 'dynasty-won': dynastyWon(g, null) },

    posts: { 'ascension-address': { title: 'Beginning of a dynasty', official: true } },

    actions: {
      ascend: action({
        title: 'Begin the next dynasty',
        sentence: 'began the next dynasty',
        about:
          'Choose its theme, and which of the present Dynastic Rules stay: all others are repealed. Everybody starts anew.',
        by: 'anybody',
        with: {
          theme: text({ title: 'theme of the next dynasty', filled: true }),
          keep: list(text({ from: 'dynastic-rules' }), { start: [], title: 'dynastic rules that stay' }),
          address: text({ start: '', title: 'a few words to everybody' }),
        },
        check({ actor, keep, refuse }) {
          refuseFor(refuse, whyNotBegin(actor));
          const unknown = keep.find(
            (title) => !ruleset.findAll(title).some(({ section }) => section === 'dynastic'),
          );
          if (unknown !== undefined) refuse('keep', `there is no dynastic rule ${unknown}`);
        },
        effect({ actor, theme, keep, address, dynasty, emit, post }) {
          post({ kind: 'ascension-address', title: `A new dynasty: ${theme}`, text: address, author: actor });
          const gone = toBeRepealed(
            ruleset.rules,
            keep.flatMap((title) => ruleset.findAll(title)),
          );
          for (const person of people) person.victory = false;
          startAnew(g);
          for (const { path, parent } of gone)
            if (!gone.some((other) => other.path === parent)) ruleset.amend({ type: 'repeal-rule', path });
          actor.headed += 1;
          dynasty.set({
            number: dynasty.number + 1,
            name: dynastyName(actor.headed, actor.label),
            theme,
            emperor: actor,
            interregnum: false,
            ended: null,
          });
          emit('dynasty-begins', { theme });
        },
      }),
    },

    hooks: {
      'may-post'({ kind, refuse }) {
        if (kind === 'proposal' && isOver()) refuse(between);
      },
      'may-enact': ({ refuse }) => refuseFor(refuse, [isOver() && between]),
      'may-fail': ({ refuse }) => refuseFor(refuse, [isOver() && between]),
      'may-act'({ rule: of, refuse }) {
        if (isOver() && of.section === 'dynastic') refuse(between);
      },
    },

    on: {
      won: ({ person }) => win(person),
      // A Proposal can say that somebody wins, too.
      changed() {
        if (!isOver()) for (const person of players.where({ victory: true })) g.emit('won', { person });
      },
    },
  };
});
