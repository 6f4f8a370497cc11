import type { CommentData, PostData } from '../../kernel/state.ts';
import { ENGINE, type ContentFiles } from '../../store/paths.ts';
import { isArchived, readPostFiles, writePosts } from '../../store/post-files.ts';

/** The player whose words go, in one post or everywhere. */
export interface Wanted {
  readonly player: string;
  readonly post?: string;
}

export interface RedactedFiles {
  readonly changes: ReadonlyMap<string, string>;
  /** How many posts and comments lost their words. */
  readonly count: number;
}

const GONE = '(taken out)';
const PENDING = `${ENGINE}pending.json`;

/** Removes a person's words from the files; who did what and when stays, and so does each vote. */
export function redactFiles(files: ContentFiles, wanted: Wanted): RedactedFiles {
  const { posts, paths } = readPostFiles(files);
  const pending = JSON.parse(files.get(PENDING) ?? '{}') as Record<string, PostData>;
  let count = 0;
  const without = (post: PostData): PostData => {
    const result = redactPost(post, wanted);
    count += result.count;
    return result.post;
  };
  const archived = Object.values(posts).filter(isArchived).map(without);
  const waiting = Object.fromEntries(Object.entries(pending).map(([id, post]) => [id, without(post)]));
  const after = new Map(writePosts(archived, files, paths));
  if (files.has(PENDING)) after.set(PENDING, sameLayout(files.get(PENDING) ?? '', waiting));
  const changes = new Map([...after].filter(([path, text]) => files.get(path) !== text));
  return { changes: count === 0 ? new Map() : changes, count };
}

function redactPost(post: PostData, { player, post: only }: Wanted): { post: PostData; count: number } {
  if (only !== undefined && post.id !== only) return { post, count: 0 };
  let count = 0;
  const comments = post.comments.map((comment): CommentData => {
    if (comment.by !== player || comment.text === '') return comment;
    count += 1;
    return { ...comment, text: '' };
  });
  const own = post.author === player && !post.byEngine && !(post.text === '' && post.title.endsWith(GONE));
  if (own) count += 1;
  const words = own ? { title: titleWithout(post.title), text: '' } : {};
  return { post: count === 0 ? post : { ...post, ...words, comments }, count };
}

/** `[Core] My long story` → `[Core] (taken out)`: tags that rules read stay. */
function titleWithout(title: string): string {
  return `${/^(?:\s*\[[^\]]*\])*/u.exec(title)?.[0] ?? ''} ${GONE}`.trim();
}

function sameLayout(before: string, value: object): string {
  const indent = /^\{\n( +)/u.exec(before)?.[1]?.length ?? 0;
  return `${JSON.stringify(value, null, indent)}\n`;
}
