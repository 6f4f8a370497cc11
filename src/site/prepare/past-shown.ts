import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { hashOfParts } from '../../cache/kept-reads.ts';
import { putFile } from '../../repository/write-files.ts';
import type { PastActivity } from '../data/past-activity.ts';
import type { DynastyData } from '../data/record-data.ts';
import type { PostSummary } from '../data/site-data.ts';
import { isHarmless } from './harmless-text.ts';
import type { PastDigest } from './past-digest.ts';
import { castInPast, tookInPast } from './gather-activity.ts';
import type { RuleChange } from './rule-change.ts';

/** All that the game’s own pages show of its past dynasties. */
export interface PastShown {
  readonly dynasties: readonly PastDynasty[];
  /** Everybody who was in the game at the end of a dynasty, with the name that they had last. */
  readonly people: readonly (readonly [id: string, name: string])[];
  /** Latest first. Votes and comments are in the record. */
  readonly posts: readonly PostSummary[];
  /** Oldest first. */
  readonly changes: readonly RuleChange[];
  /** Whether nothing in the changes has to be made harmless. */
  readonly areHarmless: boolean;
  readonly record: PastActivity;
}

interface PastDynasty {
  readonly ended: string;
  /** The last line of the ledger that belongs to it. */
  readonly lastLine: number;
  readonly summary: DynastyData;
}

export const NO_PAST: PastShown = {
  dynasties: [],
  people: [],
  posts: [],
  changes: [],
  areHarmless: true,
  record: { key: '', changes: 0, took: {}, cast: {} },
};

/** As it is kept in a file: texts and values that changes have in common are there once. */
interface Kept extends Omit<PastShown, 'posts' | 'changes'> {
  readonly posts: readonly Partial<PostSummary>[];
  readonly texts: readonly string[];
  readonly values: readonly Readonly<Record<string, string>>[];
  readonly changes: readonly KeptChange[];
  /** Posts that are among the game’s own too, and are not in the record. */
  readonly without: readonly string[];
}

type KeptChange = readonly [
  at: string,
  post: string,
  rule: string,
  before: number | null,
  after: number | null,
  valuesBefore: number,
  valuesAfter: number,
];

/** Nearly all posts of past dynasties have this in common. */
const USUAL: Partial<PostSummary> = {
  votable: true,
  purpose: null,
  resolvedBy: null,
  html: '',
  made: [],
  needed: null,
  stands: null,
  queue: null,
  uses: [],
  implied: [],
  comments: [],
  changes: [],
  omitted: [],
  diffs: [],
  consequences: '',
  discussion: null,
  conflict: false,
  fault: null,
  earliestEnactment: null,
  earliestFailure: null,
};

const FILE = 'past-shown.json';

/** The digests of past dynasties: they never change, but a dynasty may be made again by another engine. */
export interface Digests {
  /** The file of each, oldest first. */
  readonly files: readonly string[];
  readonly read: (file: string) => PastDigest;
}

/**
 * Gathers what pages show of past dynasties from their digests. It is kept in a file as long as these are the same, since in a long game
 * they are most of all that would be read. `own`: the game’s own posts; one that goes on after its dynasty is counted once.
 */
export function pastShown(kept: string, { files, read }: Digests, own: ReadonlySet<string>): PastShown {
  if (files.length === 0) return NO_PAST;
  const key = keyOfFiles(files);
  const path = join(kept, FILE);
  const before = readKept(path);
  if (before !== null && before.record.key === key && hasSame(before, own)) return revived(before);
  const made = gathered(key, files, read, own);
  putFile(path, JSON.stringify(made), { durable: false });
  return revived(made);
}

function keyOfFiles(files: readonly string[]): string {
  return hashOfParts(
    files.map((file) => {
      const { size, mtimeMs } = statSync(file);
      return `${file} ${size} ${mtimeMs}`;
    }),
  );
}

/** An unreadable file counts as none. */
function readKept(path: string): Kept | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Kept;
  } catch {
    return null;
  }
}

function hasSame({ posts, without }: Kept, own: ReadonlySet<string>): boolean {
  const shared = posts.flatMap(({ id = '' }) => (own.has(id) ? [id] : []));
  return shared.length === without.length && shared.every((id, at) => id === without[at]);
}

/** One digest after the other is read, latest first: all of them together would be most of a build’s memory. */
function gathered(
  key: string,
  files: readonly string[],
  read: Digests['read'],
  own: ReadonlySet<string>,
): Kept {
  const [texts, values] = [new Table(), new Table()];
  const [took, cast] = [tookInPast(), castInPast()];
  const dynasties: PastDynasty[] = [];
  const people: PastDigest['people'][] = [];
  const posts: Partial<PostSummary>[] = [];
  const without: string[] = [];
  const changes: (readonly KeptChange[])[] = [];
  for (const file of files.toReversed()) {
    const { ended, lastLine, summary, ...digest } = read(file);
    dynasties.push({ ended, lastLine, summary });
    people.push(digest.people);
    changes.push(digest.changes.map((one) => keptChange(one, texts, values)));
    for (const post of digest.posts) {
      posts.push(keptPost(post));
      if (own.has(post.id)) without.push(post.id);
      else {
        took.add(post);
        cast.add(post);
      }
    }
  }
  const named = new Map(people.toReversed().flatMap((all) => all.map(({ id, name }) => [id, name])));
  const all = changes.toReversed().flat();
  return {
    dynasties: dynasties.toReversed(),
    people: [...named],
    posts,
    texts: texts.all,
    values: values.all.map((one) => JSON.parse(one) as Readonly<Record<string, string>>),
    changes: all,
    areHarmless: [...texts.all, ...all.flatMap(([at, post, rule]) => [at, post, rule])].every(isHarmless),
    without,
    record: { key, changes: all.length, took: took.made(), cast: cast.made() },
  };
}

class Table {
  readonly #places = new Map<string, number>();

  place(text: string): number {
    const known = this.#places.get(text) ?? this.#places.size;
    this.#places.set(text, known);
    return known;
  }

  get all(): readonly string[] {
    return [...this.#places.keys()];
  }
}

function keptChange(
  { at, post, rule, before, after, values: of }: RuleChange,
  texts: Table,
  values: Table,
): KeptChange {
  const [from, to] = [before, after].map((text) => (text === null ? null : texts.place(text)));
  const [was, is] = [of.before, of.after].map((map) => values.place(JSON.stringify(Object.fromEntries(map))));
  return [at, post, rule, from ?? null, to ?? null, was ?? 0, is ?? 0];
}

/** A pending one is shown with its votes. */
function keptPost(post: PostSummary): Partial<PostSummary> {
  const all = post.status === 'pending' ? post : { ...post, uses: [], comments: [] };
  const usual = USUAL as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(all).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(usual[key])),
  );
}

function revived({ dynasties, people, areHarmless, record, texts, ...kept }: Kept): PastShown {
  const values = kept.values.map((one) => new Map(Object.entries(one)));
  const none: ReadonlyMap<string, string> = new Map();
  const textAt = (place: number | null): string | null => (place === null ? null : (texts[place] ?? null));
  return {
    dynasties,
    people,
    areHarmless,
    record,
    posts: kept.posts.map((post) => ({ ...USUAL, ...post }) as PostSummary),
    changes: kept.changes.map(([at, post, rule, before, after, was, is]) => ({
      at,
      post,
      rule,
      before: textAt(before),
      after: textAt(after),
      values: { before: values[was] ?? none, after: values[is] ?? none },
    })),
  };
}
