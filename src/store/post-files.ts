import type { CommentData, Fields, MatterChange, PostData, VoteUse } from '../kernel/state.ts';
import type { Memo } from '../ruleset/memo.ts';
import type { Problem } from '../ruleset/problem.ts';
import { validate } from '../ruleset/schema/validate.ts';
import { readableSlug } from '../ruleset/readable-slug.ts';
import { POSTS, type ContentFiles, RULESET } from './paths.ts';
import { archivedPostSchema, type ArchivedPost } from '../ruleset/schema/post.ts';
import { readTracked, writeTracked } from './tracked-file.ts';
import type { Moved } from './engine-files.ts';
import { mergeRuleFile, type RuleFileMerged } from '../ruleset/merge/merge-rule-file.ts';

/** The file beside a post, `….json`, with its comments, votes and changes for machines. */
interface Said {
  readonly comments: CommentData[];
  readonly uses: VoteUse[];
  readonly changes: MatterChange[];
}

const NOTHING_SAID: Said = { comments: [], uses: [], changes: [] };

/** A post is archived once it is resolved, or at once if it isn't votable. */
export function isArchived(post: PostData): boolean {
  return post.status !== 'pending';
}

export function readPostFiles(
  files: ContentFiles,
  memo?: Memo,
): {
  readonly posts: Record<string, PostData>;
  readonly paths: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
} {
  const posts: PostData[] = [];
  const paths = new Map<string, string>();
  const problems: Problem[] = [];
  for (const [path, text] of files) {
    if (!path.startsWith(POSTS) || !path.endsWith('.md')) continue;
    const read = readPost(path, readTracked(path, text, memo), files.get(saidPath(path)), memo);
    problems.push(...read.problems);
    if (read.post === null) continue;
    paths.set(read.post.id, path);
    posts.push(read.post);
  }
  posts.sort((a, b) => a.n - b.n);
  return { posts: Object.fromEntries(posts.map((post) => [post.id, post])), paths, problems };
}

interface PostRead {
  readonly post: PostData | null;
  readonly problems: readonly Problem[];
}

/** If a game is read repeatedly, an unchanged file gives the same object each time, and so does the post in it. */
function readPost(
  path: string,
  tracked: ReturnType<typeof readTracked>,
  said: string | undefined,
  memo: Memo | undefined,
): PostRead {
  const before = memo?.once?.(tracked, 'a post', () => new Map<string | undefined, PostRead>());
  const known = before?.get(said);
  if (known !== undefined) return known;
  const { value, problems: wrong } = validate(archivedPostSchema, tracked.data, path);
  const problems = [...tracked.problems, ...wrong];
  const isWhole = value !== null && tracked.problems.length === 0;
  const post = isWhole ? toPost(value, tracked.body, readSaid(said, path, problems)) : null;
  const read = { post, problems };
  // Only the last version of a post can be needed again.
  before?.clear();
  before?.set(said, read);
  return read;
}

function readSaid(text: string | undefined, path: string, problems: Problem[]): Said {
  if (text === undefined) return NOTHING_SAID;
  try {
    return { ...NOTHING_SAID, ...(JSON.parse(text) as Partial<Said>) };
  } catch (error) {
    problems.push({
      code: 'json-unreadable',
      file: saidPath(path),
      message: `${(error as Error).message}.`,
      expected: 'the file as the engine wrote it',
      example: '{ "comments": [] }',
    });
    return NOTHING_SAID;
  }
}

function toPost(matter: ArchivedPost, body: string, said: Said): PostData {
  return {
    id: matter.id,
    kind: matter.kind,
    title: matter.title,
    text: body.replace(/\n$/u, ''),
    author: matter.author,
    byEngine: matter['by-engine'] === true,
    at: matter.posted,
    n: matter.order,
    alteredAt: matter.altered ?? null,
    status: matter.status ?? null,
    resolvedAt: matter.resolved ?? null,
    resolvedBy: matter['resolved-by'] ?? null,
    comments: said.comments,
    uses: said.uses,
    changes: said.changes,
    tally: matter.tally ?? null,
    omitted: matter.omitted ?? [],
    fields: matter.fields ?? {},
  };
}

/** The files of all archived posts. Each post keeps its path. */
export function writePosts(
  posts: readonly PostData[],
  before: ContentFiles,
  paths: ReadonlyMap<string, string>,
  memo?: Memo,
): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const taken = new Set(paths.values());
  for (const post of posts.filter(isArchived)) {
    const path = paths.get(post.id) ?? freePath(post, taken);
    taken.add(path);
    const { text, said } = writePost(path, before.get(path) ?? null, post, memo);
    files.set(path, text);
    if (said !== null) files.set(saidPath(path), said);
  }
  return files;
}

interface PostWritten {
  readonly text: string;
  readonly said: string | null;
}

/** If a game is written repeatedly, most posts are the same objects each time. */
function writePost(path: string, before: string | null, post: PostData, memo: Memo | undefined): PostWritten {
  const write = (): PostWritten => ({ text: textOf(path, before, post, memo), said: saidOf(post) });
  // Before its first commit a post has no file, and its path may still belong to another one.
  const known = memo?.once?.(post, 'its files', () => new Map<string | null, PostWritten>());
  if (known === undefined) return write();
  const key = before ?? `new ${path}`;
  const written = known.get(key) ?? write();
  if (!known.has(key)) known.clear();
  known.set(key, written);
  return written;
}

/**
 * Posts are filed by month because of how Git compresses folders: it compares one with the ten that are next in size under the same name.
 * In folders by year, each of a dozen dynasties a year began with an empty folder, so nothing similar was found, and the folders of
 * twenty years took a quarter of a clone.
 */
function freePath(post: PostData, taken: ReadonlySet<string>): string {
  const words = readableSlug(post.title).slice(0, 60).replace(/-+$/u, '') || post.kind.slice(0, 60);
  const base = `${POSTS}${post.at.slice(0, 7)}/${post.at.slice(0, 10)}-${words}`;
  let path = `${base}.md`;
  for (let count = 2; taken.has(path); count++) path = `${base}-${count}.md`;
  return path;
}

function textOf(path: string, before: string | null, post: PostData, memo?: Memo): string {
  const head = writeTracked(
    path,
    before === null ? null : before.slice(0, before.length - readTracked(path, before, memo).body.length),
    frontMatterOf(post),
    memo,
  );
  return `${head}${post.text}\n`;
}

function frontMatterOf(post: PostData): Fields {
  const matter: Record<string, unknown> = {
    id: post.id,
    kind: post.kind,
    title: post.title,
    author: post.author,
    posted: post.at,
    order: post.n,
    'by-engine': post.byEngine ? true : undefined,
    altered: post.alteredAt ?? undefined,
    status: post.status ?? undefined,
    resolved: post.resolvedAt ?? undefined,
    'resolved-by': post.resolvedBy ?? undefined,
    tally: post.tally ?? undefined,
    omitted: post.omitted.length === 0 ? undefined : post.omitted,
    fields: Object.keys(post.fields).length === 0 ? undefined : post.fields,
  };
  return Object.fromEntries(Object.entries(matter).filter(([, value]) => value !== undefined));
}

function saidOf({ comments, uses, changes }: PostData): string | null {
  if (comments.length + uses.length + changes.length === 0) return null;
  return `${JSON.stringify({ comments, uses, changes }, null, 2)}\n`;
}

function saidPath(path: string): string {
  return path.replace(/\.md$/u, '.json');
}

/** The game's id for a post with this number on the forge. */
export function idOfNumber(moved: Moved | null, number: string): string {
  return moved !== null && /^\d+$/u.test(number) ? `${moved.posts}${number}` : number;
}

/** The forge's number for a post with this id, or null if it was on an earlier forge or is on none. */
export function numberOfId(moved: Moved | null, id: string): string | null {
  const number = moved === null ? id : id.startsWith(moved.posts) ? id.slice(moved.posts.length) : '';
  return /^[1-9]\d*$/u.test(number) ? number : null;
}

/** Admins' decisions on conflicts between a matter and the rules in force, by the proposed content of each file. */
export class Resolutions {
  readonly #texts = new Map<string, string | null>();

  /** Takes each file that the matter changes from the commit in which the conflict was resolved. */
  add(changes: readonly MatterChange[], texts: ReadonlyMap<string, string>): void {
    for (const change of changes) {
      if (change.verb !== 'file' || change.base === undefined) continue;
      const path = change.path.slice(RULESET.length);
      this.#texts.set(keyOf(path, change.base, change.content), texts.get(change.path) ?? null);
    }
  }

  /**
   * Merges automatically if possible, and otherwise uses an Admin's decision. One for either side's text decides what
   * clashes, and leaves all other changes of both.
   */
  merge(path: string, base: string | null, ours: string | null, theirs: string | null): RuleFileMerged {
    const merged = mergeRuleFile(path, base, ours, theirs);
    const decided = this.#texts.get(keyOf(path, base, theirs));
    if (merged.ok || decided === undefined) return merged;
    if (decided === theirs) return { ok: true, text: mergeRuleFile(path, base, theirs, ours).text };
    return { ok: true, text: decided === ours ? merged.text : decided };
  }
}

function keyOf(path: string, base: string | null, theirs: string | null): string {
  return JSON.stringify([path, base, theirs]);
}
