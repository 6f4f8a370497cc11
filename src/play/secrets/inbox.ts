import type { Envelope } from './envelope.ts';
import type { KeyRing } from './key-ring.ts';
import { open } from './open.ts';
import { registerSealed, type SealedPost, type KeyStanding } from './register.ts';
import { SealError } from './seal-error.ts';
import { formatSealed } from './sealed-text.ts';

/** A sealed post that counts, as its receiver has it: opened, or with what is to be told to its sender. */
export interface Letter {
  readonly post: SealedPost;
  readonly envelope: Envelope | null;
  readonly problem: SealError | null;
}

interface Inbox {
  /** In the order in which they were first sent. */
  readonly letters: readonly Letter[];
  /** Those that don't count, and why: anybody can see this. */
  readonly aside: ReadonlyMap<string, KeyStanding>;
}

/** Opens whatever counts, with all keys at hand. What is sealed again later is read there, and keeps its first place. */
export async function openInbox(
  posts: readonly SealedPost[],
  ring: KeyRing,
  identities: readonly string[],
  about: { readonly game: string; readonly dynasty: number },
): Promise<Inbox> {
  const standings = registerSealed(posts, ring);
  const copies = resealed(posts, standings);
  const letters: Letter[] = [];
  for (const post of [...posts].sort((a, b) => a.line - b.line)) {
    if (standings.get(post.id)?.as !== 'counts') continue;
    letters.push(await read([post, ...(copies.get(post.id) ?? [])], identities, about));
  }
  return { letters, aside: new Map([...standings].filter(([, { as }]) => as !== 'counts')) };
}

function resealed(
  posts: readonly SealedPost[],
  standings: ReadonlyMap<string, KeyStanding>,
): ReadonlyMap<string, SealedPost[]> {
  const copies = new Map<string, SealedPost[]>();
  for (const post of posts) {
    const standing = standings.get(post.id);
    if (standing?.as === 'resealed') copies.set(standing.of, [...(copies.get(standing.of) ?? []), post]);
  }
  return copies;
}

/** The first of several copies that can be opened; where none can, what is wrong with the latest. */
async function read(
  [first, ...others]: readonly [SealedPost, ...SealedPost[]],
  identities: readonly string[],
  about: { readonly game: string; readonly dynasty: number },
): Promise<Letter> {
  let problem: SealError | null = null;
  for (const copy of [first, ...others]) {
    try {
      const envelope = await open(identities, formatSealed(copy.sealed), { ...about, sender: copy.sender });
      return { post: first, envelope, problem: null };
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      problem = error;
    }
  }
  return { post: first, envelope: null, problem };
}
