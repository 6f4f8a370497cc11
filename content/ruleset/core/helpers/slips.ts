const PRONOUNS = new Set([
  'he',
  'she',
  'him',
  'her',
  'his',
  'hers',
  'himself',
  'herself',
  'e',
  'ey',
  'em',
  'eir',
  'eirs',
  'emself',
  'eirself',
  'ze',
  'hir',
  'hirs',
  'hirself',
  'xe',
  'xem',
  'xyr',
]);
const THEY = new Set(['they', 'them', 'their', 'theirs', 'themself', 'themselves']);
/** What a machine reads (a number, a link's address, a mark-up of a table) is never a slip of the pen. */
const READ_BY_MACHINES = /[0-9#|[\]]/;

/** Why a correction is more than that of an obvious slip, or null where it is no more. */
export function whyNoSlip(before: string, after: string): string | null {
  if (before === '' || before === after) return 'there is nothing to correct';
  if (READ_BY_MACHINES.test(before) || READ_BY_MACHINES.test(after))
    return 'numbers, links and tables are no spelling';
  const [from, to] = [wordsOf(before), wordsOf(after)];
  if (withoutRepeats(from) === withoutRepeats(to)) return null;
  if (Math.abs(from.length - to.length) > 1) return 'a spelling correction can’t add or remove words';
  if (from.length !== to.length)
    return distance(from.join(''), to.join('')) <= 2
      ? null
      : 'a spelling correction can’t add or remove words';
  const odd = from.findIndex((word, at) => !isSlip(word, to[at] ?? ''));
  return odd < 0 ? null : `${from[odd]} is not an obvious slip for ${to[odd]}`;
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** `the the night` → `the night` */
function withoutRepeats(words: readonly string[]): string {
  return words
    .filter((word, at) => at === 0 || word.toLowerCase() !== words[at - 1]?.toLowerCase())
    .join(' ');
}

function isSlip(before: string, after: string): boolean {
  if (PRONOUNS.has(bare(before)) && THEY.has(bare(after))) return true;
  return distance(before, after) <= Math.max(2, Math.floor(Math.max(before.length, after.length) / 2));
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[^a-z]/g, '');
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swap));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
