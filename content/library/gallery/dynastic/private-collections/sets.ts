import { action, list, rule, text } from 'gitnomic/rules';
import { roundOf } from '../helpers/art.ts';
import { isSet, singles, without } from '../helpers/collections.ts';
import type { Entry } from '../helpers/collections.ts';

export default rule(({ art, value, words, refuse }) => {
  const setWith = (collection: readonly Entry[], id: string): number =>
    collection.findIndex((entry) => isSet(entry) && entry.set.some((piece) => piece.art === id));
  const allAlike = (values: readonly unknown[]): boolean =>
    values.every((value) => value !== null && value === values[0]);

  return {
    actions: {
      'combine-set': action({
        title: 'Combine pieces into a set',
        sentence: 'combined {art} into a set',
        with: { art: list(text({ from: 'own-singles' }), { unordered: true }) },
        check({ actor, art: ids }) {
          if (ids.length !== value('pieces') || new Set(ids).size !== ids.length)
            refuse('art', `a set is made of ${words('pieces')} different pieces`);
          const missing = ids.find((id) => !singles(actor.collection).some((piece) => piece.art === id));
          if (missing !== undefined) refuse('art', `${missing} is not in your collection as a single piece`);
          const known = ids.map((id) => art.get(id));
          const sameRound = allAlike(known.map((piece) => (piece === null ? null : roundOf(piece))));
          const sameSender = allAlike(known.map((piece) => piece?.submitter?.id ?? null));
          if (!sameRound && !sameSender)
            refuse('art', 'they are neither of the same round nor all by the same player');
        },
        effect({ actor, art: ids }) {
          const set = ids.flatMap((id) => singles(actor.collection).find((piece) => piece.art === id) ?? []);
          const rest = ids.reduce<readonly Entry[]>(
            (collection, id) => without(collection, id),
            actor.collection,
          );
          actor.collection = [...rest, { set }];
        },
      }),

      'separate-set': action({
        title: 'Separate a set',
        sentence: 'took a set apart',
        with: { art: text({ from: 'own-in-sets', about: 'any piece in the set' }) },
        check({ actor, art: id }) {
          if (setWith(actor.collection, id) < 0)
            refuse('art', `there is no set with ${id} in your collection`);
        },
        effect({ actor, art: id }) {
          const rest: Entry[] = [...actor.collection];
          const [found] = rest.splice(setWith(rest, id), 1);
          actor.collection = [...rest, ...(found?.set ?? [])];
        },
      }),
    },
  };
});
