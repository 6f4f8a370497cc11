import { readBlobText } from '../../repository/read-file.ts';
import { readJournalHead, type JournalHead } from './journal-head.ts';
import { genesisHash, digestOfWords, hashOfLine, isSoundEvent, type JournalLine } from './line.ts';
import { madeOf, type Repository } from '../../repository/repository.ts';
import { checkRow, checkStart } from './part.ts';
import { bringSegments, listSegments, readSegment, type Segment } from './segments.ts';
import type { Oid } from '../../repository/oid.ts';
import { madeOnceLater } from '../../ruleset/memo.ts';

export type JournalVerdict =
  | { readonly ok: true; readonly lines: number; readonly hash: string; readonly redacted: number }
  | {
      readonly ok: false;
      /** `2021-06-0001` */
      readonly segment: string;
      /** The part's path on the branch. */
      readonly path: string;
      /** The row's number in that part, counted from 1. */
      readonly row: number;
      /** The number that the line should have in the whole journal. */
      readonly n: number;
      readonly why: string;
    };

/** Checks the whole chain and reports the first line that is wrong. If a month is given, it starts from the last line before it. */
export async function verifyJournal(
  repository: Repository,
  commit: Oid,
  { from = '' }: { readonly from?: string } = {},
): Promise<JournalVerdict> {
  const chain: Chain = { n: 0, hash: genesisHash, redacted: 0, ids: new Set() };
  const all = await listSegments(repository, commit);
  const segments = all.filter(({ name }) => name >= from);
  await startAfter(chain, repository, all[all.length - segments.length - 1]);
  await bringSegments(repository, segments);
  let [segment, path, row] = ['', '', 0];
  const broken = (why: string, n = chain.n): JournalVerdict => ({ ok: false, segment, path, row, n, why });
  for (const part of segments) {
    ({ name: segment, path } = part);
    const text = await readBlobText(repository, part.oid);
    const rows = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
    const start = checkStart(rows[0] ?? '');
    row = 1;
    if (start === null) return broken(NO_LINE, chain.n + 1);
    if (start.after.n !== chain.n || start.after.hash !== chain.hash)
      return broken('it does not follow on the part before', chain.n + 1);
    for (const one of rows.slice(row)) {
      row += 1;
      const found = checkRow(one, chain, start.salt);
      const why = whyNot(chain, found?.line ?? null, segment);
      if (why !== null) return broken(why, chain.n + 1);
    }
    if (!text.endsWith('\n')) return broken('it is cut off');
  }
  const head = await readJournalHead(repository, commit);
  if (head !== null && head.n === chain.n && head.hash === chain.hash)
    return { ok: true, lines: chain.n, hash: chain.hash, redacted: chain.redacted };
  return broken('it is not the last of what was written with it');
}

interface Chain {
  n: number;
  hash: string;
  redacted: number;
  readonly ids: Set<string>;
}

/** The first line of a part must follow the last line of the part before. */
async function startAfter(chain: Chain, repository: Repository, before: Segment | undefined): Promise<void> {
  if (before === undefined) return;
  const last = await readSegment(repository, before).then(
    (lines) => lines.at(-1),
    () => undefined,
  );
  if (last === undefined) return;
  chain.n = last.n;
  chain.hash = last.hash;
}

/** A line written by somebody else may contain anything, however deeply nested. */
function whyNot(...given: Parameters<typeof follow>): string | null {
  try {
    return follow(...given);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return NO_LINE;
  }
}

const NO_LINE = 'it is no line of a journal';

/** Adds a line to the chain, or says why it can't follow. */
function follow(chain: Chain, line: JournalLine | null, part: string): string | null {
  if (line === null) return NO_LINE;
  if (line.n !== chain.n + 1) return `it says that it is line ${line.n}`;
  if (line.hash !== hashOfLine(line)) return 'its hash is not that of what it says';
  if (line.seen.slice(0, 7) > part.slice(0, 7)) return `it was seen in ${line.seen.slice(0, 7)}`;
  if (chain.ids.has(line.id)) return `the event ${line.id} stands in the journal already`;
  const words = whyWrongWords(line);
  if (words !== null) return words;
  if (!isSoundEvent(line)) return 'it holds no event that a forge could have told';
  chain.n = line.n;
  chain.hash = line.hash;
  chain.ids.add(line.id);
  if (line.words !== undefined && 'redacted' in line.words) chain.redacted += 1;
  return null;
}

/** Follows one part of the chain, and returns its end, or null if it is broken. */
export async function followSegment(
  repository: Repository,
  segment: Segment,
  { n, hash }: ChainEnd,
): Promise<ChainEnd | null> {
  const follow = (): Promise<ChainEnd | null> =>
    madeOnceLater(repository.memo, 'chain', `${segment.oid} ${n} ${hash}`, async () =>
      followLines(await readSegment(repository, segment), { n, hash }),
    );
  // Each look at a game checks all parts since main's last commit. A result from another process saves reading the part.
  const read = repository.lines.get(segment.oid);
  return read === undefined ? follow() : madeOf(repository, read, `chain ${n} ${hash}`, follow);
}

function followLines(lines: readonly JournalLine[], start: ChainEnd): ChainEnd | null {
  let end = start;
  for (const line of lines) {
    const follows = line.n === end.n + 1 && line.prev === end.hash && line.hash === hashOfLine(line);
    if (!follows || whyWrongWords(line) !== null) return null;
    end = { n: line.n, hash: line.hash };
  }
  return end;
}

export type ChainEnd = Pick<JournalHead, 'n' | 'hash'>;

function whyWrongWords({ words, digest }: JournalLine): string | null {
  if (words === undefined)
    return digest === undefined ? null : 'its words are gone without being marked as redacted';
  if (digest === undefined) return 'its words have no digest';
  if ('redacted' in words || digestOfWords(words) === digest) return null;
  return 'its words are not those that were written';
}
