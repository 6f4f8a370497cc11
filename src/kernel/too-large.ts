import { BOUNDS } from './bounds.ts';
import { bytesAsFileName } from './names.ts';
import { Refusal } from './refusal.ts';
import type { PostData, State } from './state.ts';
import type { StateChange } from './store.ts';

/** Taken before the global that clauses get is limited. The state contains nothing twice, and each value was counted when it was made. */
const { stringify } = JSON;

/** Only these can grow without limit. People's words on a post are limited elsewhere. */
const FACTS_OF_RULES: ReadonlySet<string | undefined> = new Set(['title', 'fields', 'tally', 'omitted']);
const SINGLE: ReadonlySet<string> = new Set(['game', 'dynasty', 'emperor']);

/** Refuses a step that would leave more than can be written and read, just as one with an illegal value. */
export function refuseTooLarge(state: State, changes: readonly StateChange[]): void {
  const owners = new Set<string>();
  let isPending = false;
  let isSealed = false;
  for (const { path, after } of changes) {
    const [scope = '', name, part] = path;
    isPending ||= scope === 'posts';
    isSealed ||= scope === 'submissions';
    // Replacing a value by a number can't make anything larger.
    if (typeof after !== 'string' && (typeof after !== 'object' || after === null)) continue;
    if (scope === 'players' && part === undefined) refuseLongName(name);
    if (scope === 'things' && path.length < 4) refuseLongName(part ?? name);
    if (SINGLE.has(scope)) owners.add(scope);
    else if (scope === 'things') owners.add(path.slice(0, 3).join('\0'));
    else if (scope === 'players' || (scope === 'posts' && (part === undefined || FACTS_OF_RULES.has(part))))
      owners.add(path.slice(0, 2).join('\0'));
  }
  for (const owner of owners) {
    const [scope = '', id = '', thing = ''] = owner.split('\0');
    if (scope === 'players') refuseLarge(id, state.players[id]);
    else if (scope === 'things') refuseLarge(`${id}.${thing}`, state.things[id]?.[thing]);
    else if (scope === 'posts') refuseLarge(`the post ${id}`, factsOfRules(state.posts[id]));
    else if (scope === 'game' || scope === 'dynasty' || scope === 'emperor')
      refuseLarge(`the ${scope}`, state[scope]);
  }
  if (isPending && lettersPending(state) > BOUNDS.pending.written)
    throw tooLarge('what is pending', BOUNDS.pending.written);
  if (isSealed && lettersIn(state.submissions) > BOUNDS.pending.written)
    throw tooLarge('what is sealed', BOUNDS.pending.written);
}

/** Each is stored in a file or folder of its own name. */
function refuseLongName(name = ''): void {
  // Half of a surrogate pair would be read back as another character.
  if (/[\ud800-\udfff]/u.test(name))
    throw new Refusal('a name contains half a character, which can’t be saved', { code: 'illegal-value' });
  if (bytesAsFileName(name) <= BOUNDS.fileName.written) return;
  throw new Refusal(
    `${name.slice(0, 40)}… is too long for a name: its file would have more than ${BOUNDS.fileName.written} characters`,
    { code: 'too-large' },
  );
}

/** The number of letters stored for everything that is pending. */
export function lettersPending({ posts }: State): number {
  let sum = 0;
  for (const id in posts) {
    const post = posts[id] as PostData;
    if (post.status === 'pending') sum += lettersOf(post);
  }
  return sum;
}

function lettersOf({ text, comments, uses, changes }: PostData): number {
  let letters = 1000 + text.length + uses.length * 200 + comments.length * 200;
  for (const comment of comments) letters += comment.text.length;
  for (const change of changes)
    for (const key in change) {
      const part: unknown = (change as unknown as Record<string, unknown>)[key];
      letters += typeof part === 'string' ? part.length : lettersIn(part);
    }
  return letters;
}

/** The rules' own data about a post. */
function factsOfRules(post: PostData | undefined): unknown {
  return post === undefined ? undefined : [post.title, post.fields, post.tally, post.omitted];
}

function lettersIn(value: unknown): number {
  return (stringify(value) as string | undefined)?.length ?? 0;
}

function refuseLarge(what: string, value: unknown): void {
  if (lettersIn(value) > BOUNDS.tracked.written) throw tooLarge(what, BOUNDS.tracked.written);
  if (isTooDeep(value, BOUNDS.depth.written)) {
    throw new Refusal(
      `${what} would be nested more than ${BOUNDS.depth.written} deep, which is too deep to read`,
      {
        code: 'too-large',
      },
    );
  }
}

function isTooDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (left === 0) return true;
  for (const key in value) if (isTooDeep((value as Record<string, unknown>)[key], left - 1)) return true;
  return false;
}

function tooLarge(what: string, most: number): Refusal {
  return new Refusal(`${what} would be too long to save: ${most} characters at most`, {
    code: 'too-large',
  });
}
