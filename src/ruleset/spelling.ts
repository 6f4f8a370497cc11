/** Endings that differ between British and American English. Each line has the variants of one. */
const VARIANTS: readonly (readonly string[])[] = [
  ['our', 'or'],
  ['isation', 'ization'],
  ['ise', 'ize'],
  ['yse', 'yze'],
  ['tre', 'ter'],
  ['ence', 'ense'],
  ['ogue', 'og'],
  ['lled', 'led'],
  ['ller', 'ler'],
  ['lling', 'ling'],
  ['aemo', 'emo'],
  ['aeo', 'eo'],
  ['dgement', 'dgment'],
  ['mould', 'mold'],
  ['grey', 'gray'],
];

const ANY = new RegExp(
  VARIANTS.flat()
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'giu',
);

/** A pattern for a term in all spellings: `Armour Bearer` → `Arm(?:our|or) Bearer`. */
export function regionalPattern(term: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const found of term.matchAll(ANY)) {
    const inside = found.index > 0 && /\p{L}/u.test(term[found.index - 1] ?? '');
    const sounds = VARIANTS.find((variant) => variant.includes(found[0].toLowerCase()));
    if (!sounds || !(inside || found[0].length > 3)) continue;
    pieces.push(escape(term.slice(at, found.index)), `(?:${sounds.join('|')})`);
    at = found.index + found[0].length;
  }
  return pieces.join('') + escape(term.slice(at));
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replace(/\s+/g, String.raw`\s+`);
}
