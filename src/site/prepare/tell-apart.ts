/** Letters of other scripts that look like a Latin one. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  ['аa', 'еe', 'оo', 'рp', 'сc', 'уy', 'хx', 'іi', 'јj', 'ѕs', 'ԁd', 'һh', 'кk', 'мm', 'тt', 'нh', 'вb']
    .concat(['αa', 'οo', 'ρp', 'υu', 'νv', 'ιi', 'κk', 'χx', 'τt', 'γy', 'ɡg', 'ɑa', 'ıi', '0o', '1l', '|l'])
    .map((pair) => [Array.from(pair)[0] ?? '', Array.from(pair)[1] ?? '']),
);

function looksLike(name: string): string {
  return Array.from(name.normalize('NFKC').toLowerCase())
    .map((letter) => LOOKALIKES[letter] ?? letter)
    .join('')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\s_-]/gu, '')
    .replaceAll('i', 'l');
}

/** Display names; a name that could be mistaken for another one has the id beside it. */
export function tellApart(
  people: readonly { readonly id: string; readonly name: string }[],
): readonly string[] {
  const seen = new Map<string, number>();
  const looks = people.map(({ name }) => looksLike(name));
  for (const look of looks) seen.set(look, (seen.get(look) ?? 0) + 1);
  return people.map(({ id, name }, at) => {
    const alone = seen.get(looks[at] ?? '') === 1;
    const mixed = /\p{Script=Latin}/u.test(name) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name);
    return (alone && !mixed) || name === id ? name : `${name} (${id})`;
  });
}
