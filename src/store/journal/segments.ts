import { listFolder, readBlobText } from '../../repository/read-file.ts';
import { bringTexts } from '../../repository/read-ahead.ts';
import { madeOf, type Repository } from '../../repository/repository.ts';
import type { Oid } from '../../repository/oid.ts';
import type { JournalLine } from './line.ts';
import { parsePart, segmentAt, type JournalPart } from './part.ts';

/** A part of a month of a journal, stored as one Git object. */
export interface Segment {
  /** `2021-06-0001` */
  readonly name: string;
  readonly oid: Oid;
  readonly path: string;
}

const YEAR = /^\d{4}$/u;

/** A journal's parts, oldest first, optionally from a given month on. */
export async function listSegments(
  repository: Repository,
  commit: Oid,
  { from = '' }: { readonly from?: string } = {},
): Promise<readonly Segment[]> {
  const top = await listFolder(repository, commit, '');
  const years = top.filter(
    ({ kind, name }) => kind === 'folder' && YEAR.test(name) && name >= from.slice(0, 4),
  );
  const inYears = years.map(async ({ name: year }) =>
    (await listFolder(repository, commit, year)).map((file) => ({ ...file, path: `${year}/${file.name}` })),
  );
  const files = [
    ...(await Promise.all(inYears)).flat(),
    ...top.map((file) => ({ ...file, path: file.name })),
  ];
  return files
    .filter(({ kind }) => kind === 'file' || kind === 'executable')
    .map(({ name, oid, path }) => ({ name: segmentAt(name) ?? '', oid, path }))
    .filter(({ name }) => name !== '' && name >= from)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Fetches the parts that a partial clone left out, all at once instead of one by one. */
export async function bringSegments(repository: Repository, segments: readonly Segment[]): Promise<void> {
  const unread = segments.map(({ oid }) => oid).filter((oid) => repository.lines.get(oid) === undefined);
  await bringTexts(repository, unread);
}

/** The lines of a part, parsed once per object. */
export async function readSegment(repository: Repository, { oid }: Segment): Promise<readonly JournalLine[]> {
  const cached = repository.lines.get(oid);
  if (cached !== undefined) return cached as readonly JournalLine[];
  const text = await readBlobText(repository, oid);
  // Most appends go on with the part that was read last.
  const last = madeOf(repository, repository, 'last part', (): { part?: JournalPart } => ({}));
  last.part = parsePart(text, last.part);
  const lines = last.part.rows.map(({ line }) => line);
  repository.lines.set(oid, lines);
  return lines;
}

/** All lines from a month on, in order. */
export async function readJournalLines(
  repository: Repository,
  commit: Oid,
  options: { readonly from?: string } = {},
): Promise<readonly JournalLine[]> {
  const segments = await listSegments(repository, commit, options);
  await bringSegments(repository, segments);
  const parts: (readonly JournalLine[])[] = [];
  for (const segment of segments) parts.push(await readSegment(repository, segment));
  return parts.flat();
}
