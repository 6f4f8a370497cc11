import { lookOf } from '../../decide/naming.ts';

/** Display names; a name that could be mistaken for another one has the id beside it. */
export function tellApart(
  people: readonly { readonly id: string; readonly name: string }[],
): readonly string[] {
  const seen = new Map<string, number>();
  const looks = people.map(({ name }) => lookOf(name));
  for (const look of looks) seen.set(look, (seen.get(look) ?? 0) + 1);
  return people.map(({ id, name }, at) => {
    const alone = seen.get(looks[at] ?? '') === 1;
    const mixed = /\p{Script=Latin}/u.test(name) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name);
    return (alone && !mixed) || name === id ? name : `${name} (${id})`;
  });
}
