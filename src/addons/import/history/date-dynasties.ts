import type { PastRecord, PastDynasty, PastMatter } from './past.ts';

export interface DatedDynasty extends PastDynasty {
  readonly began: string;
  readonly ended: string;
  readonly matters: readonly PastMatter[];
}

/** In games with dynasties, such a post usually begins one. */
const OPENING = /ascension/iu;

/**
 * Sorts matters into dynasties by what they say, or else by date. If nothing names dynasties, ascension posts
 * separate them; if there are none, everything is one dynasty.
 */
export function dateDynasties(
  { matters, dynasties, unclear }: PastRecord,
  saved: readonly string[],
  now: string,
  name: string,
): readonly DatedDynasty[] {
  const sorted = inOrder(matters);
  const known = dynasties.length > 0 ? dynasties : (namedIn(sorted) ?? openedIn(sorted) ?? [whole(name)]);
  const ordered = countedOnce([...known].sort((a, b) => a.number - b.number));
  const [first = now] = [sorted[0]?.posted ?? saved[0]].filter((at) => at !== undefined);
  const beginnings = beginningsOf(ordered, sorted, first);
  const own = new Map<number, PastMatter[]>(ordered.map((_, at) => [at, []]));
  for (const matter of sorted) {
    const said =
      matter.dynasty === null ? -1 : ordered.findIndex((one) => isCalled(one, matter.dynasty ?? ''));
    if (matter.dynasty !== null && said < 0)
      unclear.push({ code: 'no-dynasty', where: `“${matter.title}”`, text: matter.dynasty });
    const dated = beginnings.findLastIndex((began) => began <= (matter.posted ?? ''));
    own.get(said >= 0 ? said : Math.max(0, dated))?.push(matter);
  }
  return ordered.map((one, at) => ({
    ...one,
    began: beginnings[at] ?? now,
    ended: one.ended ?? beginnings[at + 1] ?? lastOf(own.get(at) ?? [], saved) ?? now,
    matters: own.get(at) ?? [],
  }));
}

/** Renumbers all if two have the same number. */
function countedOnce(ordered: readonly PastDynasty[]): readonly PastDynasty[] {
  const numbers = new Set(ordered.map(({ number }) => number));
  return numbers.size === ordered.length ? ordered : ordered.map((one, at) => ({ ...one, number: at + 1 }));
}

function isCalled({ number, name }: PastDynasty, words: string): boolean {
  return String(number) === words || name.toLowerCase() === words.toLowerCase();
}

/** A matter without a time keeps its place in the table, after the one before it. */
function inOrder(matters: readonly PastMatter[]): PastMatter[] {
  const isNewestFirst = (matters[0]?.posted ?? '') > (matters.at(-1)?.posted ?? '');
  const inOrder = isNewestFirst ? [...matters].reverse() : [...matters];
  let last = inOrder.find(({ posted }) => posted !== null)?.posted ?? null;
  return inOrder
    .map((matter) => {
      last = matter.posted ?? last;
      return { ...matter, posted: last };
    })
    .sort((a, b) => ((a.posted ?? '') < (b.posted ?? '') ? -1 : (a.posted ?? '') > (b.posted ?? '') ? 1 : 0));
}

function namedIn(matters: readonly PastMatter[]): PastDynasty[] | null {
  const names = [...new Set(matters.flatMap(({ dynasty }) => (dynasty === null ? [] : [dynasty])))];
  if (names.length === 0) return null;
  const areNumbers = names.every((name) => /^[1-9]\d{0,5}$/u.test(name));
  return names.map((name, at) => ({
    ...whole(areNumbers ? `Dynasty ${name}` : name),
    number: areNumbers ? Number(name) : at + 1,
  }));
}

function openedIn(matters: readonly PastMatter[]): PastDynasty[] | null {
  const addresses = matters.filter(({ kind, title }) => OPENING.test(kind) || OPENING.test(title));
  if (addresses.length === 0) return null;
  const [first] = matters;
  const before =
    first === addresses[0] ? [] : [{ ...whole('Before the first address'), began: first?.posted ?? null }];
  const opened = addresses.map(({ title, author, posted }) => ({
    ...whole(title.replace(/^ascension address:?\s*/iu, '') || title),
    emperor: author || null,
    began: posted,
  }));
  return [...before, ...opened].map((one, at) => ({ ...one, number: at + 1 }));
}

function whole(name: string): PastDynasty {
  return { number: 1, name, emperor: null, theme: '', began: null, ended: null };
}

/** When each began: as stated, or at the first matter that names it, but never before its predecessor. */
function beginningsOf(
  ordered: readonly PastDynasty[],
  matters: readonly PastMatter[],
  first: string,
): readonly string[] {
  let last = '';
  return ordered.map((one, at) => {
    const named = matters.find(({ dynasty }) => dynasty !== null && isCalled(one, dynasty))?.posted;
    const began = one.began ?? named ?? (at === 0 ? first : last);
    last = began > last ? began : last;
    return last;
  });
}

function lastOf(matters: readonly PastMatter[], saved: readonly string[]): string | null {
  const times = matters.flatMap(({ resolved, posted }) => resolved ?? posted ?? []);
  return [...times, ...saved.slice(-1)].sort().at(-1) ?? null;
}
