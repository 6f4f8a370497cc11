/** `no room` → `No room`; a path or a command at the start stays as it is typed. */
export function capitalised(text: string): string {
  if (/^(?:gitnomic |https?:|[\w-]+(?:[/.][\w-]+)+(?![\w/.-]))/u.test(text)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `no room is lit` → `No room is lit.` A final punctuation mark is kept. */
export function asSentence(text: string): string {
  return /[.?!]$/u.test(text) ? capitalised(text) : `${capitalised(text)}.`;
}

/** `It is kind.`, `glyph` → `It is kind, glyph`: drops a full stop before a comma. */
export function inARow(parts: readonly string[]): string {
  return parts
    .map((part, at) => (at === parts.length - 1 ? part : part.replace(/(?<=\p{L})\.$/u, '')))
    .join(', ');
}

/** `Blood Coins` → `Blood Coin`, `Entries` → `Entry`, `Cookies` → `Cookie`, `Art` → `Art` */
export function singularOf(title: string): string {
  return title.replace(/\S+$/u, singular);
}

export function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/u.test(word)) return word;
  const one = word.replace(/s$/u, '');
  if (END_IN_E.has(one.toLowerCase().replace(/^.*-/u, ''))) return one;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:ss|x|zz|ch|sh|[^aeo]us|[^aeiou]o)es$/u.test(word) ? word.slice(0, -2) : one;
}

/** `Boss` → `Bosses`, `Spy` → `Spies`, `make` → `makes` */
export function withS(word: string): string {
  if (/[^aeiou]y$/iu.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/iu.test(word) ? `${word}es` : `${word}s`;
}

/** `Elf` → `Elves`, `Seaman` → `Seamen`. A word in letters other than Latin ones stays, since its plural is unknown. */
export function pluralOf(word: string): string {
  if (!/\p{Script=Latin}$/u.test(word)) return word;
  if (/(?:lf|hero|(?<!\b(?:hu|sha|ger|ro|nor|otto|brah|talis|mussul))man)$/iu.test(word))
    return word.replace(/f$/iu, 'ves').replace(/o$/iu, 'oes').replace(/an$/iu, 'en');
  return withS(word);
}

/** Words to whose plural only an `s` is added, although it looks like another. */
const END_IN_E: ReadonlySet<string> = new Set(
  `ache aerie avalanche axe birdie bookie brownie budgie cache caddie calorie canoe collie cookie cutie die doe faerie foe foodie
  freebie fuse genie goalie groupie headache hippie hoe hoodie junkie lie magpie movie muse necktie newbie niche oboe pie
  pixie prairie quiche reverie rookie ruse selfie shoe smoothie sortie tie toe townie use zombie`.split(
    /\s+/u,
  ),
);
