import { action, rule } from 'gitnomic/rules';
import type { Matter, Person } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';

export default rule((g) => {
  const { value, posts, view, whyNotPlayer } = g;
  const sides = value('sides');
  // If the game went back to the first part of the turn, what was decided since stands in nobody's way.
  const proposed = (): Matter | null =>
    posts.find(
      ({ kind, turn, status }) =>
        kind === 'proposal' && turn === g.game.turn && (status === 'pending' || g.game.phase !== 'proposal'),
    );
  const whyNotMoving = (person: Person): string | false => {
    const mover = view('moving');
    return !person.is(mover) && `it is the turn of ${mover?.label ?? 'nobody'}`;
  };

  return {
    actions: {
      'throw-die': action({
        title: 'Throw the die',
        sentence: 'threw the die',
        about: 'The second part of a turn, and its end.',
        check({ actor, refuse }) {
          const isEarly = g.game.phase === 'proposal';
          refuseFor(refuse, [
            whyNotMoving(actor),
            isEarly && 'the first part of the turn comes first: to have a rule-change proposed and voted on',
          ]);
        },
        effect({ actor, dice, result, emit }) {
          const shown = dice(sides);
          actor.points += shown;
          result({ shown });
          emit('rolled', { person: actor, rolled: [shown] });
          emit('turn-ends');
        },
      }),
    },

    hooks: {
      'may-post'({ author, kind, refuse }) {
        if (kind !== 'proposal') return;
        const first = proposed();
        refuseFor(refuse, [
          whyNotPlayer(author),
          whyNotMoving(author),
          first !== null && `${first.title} is what was proposed in this turn`,
        ]);
      },
    },
  };
});
