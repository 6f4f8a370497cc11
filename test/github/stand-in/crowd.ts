import { execFileSync } from 'node:child_process';

import type { Forge, Observation } from '../../../src/forge/port.ts';
import type { Account, Post, World } from './world.ts';

/** Many at once, straight into the stand-in, since a thousand requests take their time. */
export interface Crowd {
  readonly matters: number;
  /** On each. */
  readonly comments: number;
  /** On the first. */
  readonly many?: { readonly comments: number; readonly reactions: number };
}

/** So many open pull requests, each with a branch of its own; what they change is no matter here. */
export function openCrowd(world: World, by: Account, { matters, comments, many }: Crowd): readonly Post[] {
  const git = (words: readonly string[], input = ''): string =>
    execFileSync('git', ['--git-dir', world.gitdir, ...words], { input, env: COMMITTER })
      .toString()
      .trim();
  const tree = git(['mktree']);
  const root = git(['commit-tree', tree, '-m', 'Begin']);
  const head = git(['commit-tree', tree, '-p', root, '-m', 'Propose']);
  const branches = Array.from({ length: matters }, (_, n) => `create refs/heads/matter-${n} ${head}\n`);
  git(['update-ref', '--stdin'], [`create refs/heads/main ${root}\n`, ...branches].join(''));
  world.notePushes(by);
  const posts = Array.from({ length: matters }, (_, n) =>
    world.open(by, { title: `Matter ${n}`, body: '', labels: [], branch: `matter-${n}` }),
  );
  for (const post of posts) fill(world, post, comments, 'comments');
  const [first] = posts;
  if (many === undefined || first === undefined) return posts;
  fill(world, first, many.comments - comments, 'comments');
  fill(world, first, many.reactions, 'reactions');
  return posts;
}

export function fill(world: World, post: Post, count: number, what: 'comments' | 'reactions'): void {
  for (let n = 0; n < count; n++) {
    const by = world.account(`crowd-${n}`);
    if (what === 'comments') post.comments.push(world.write(by, `word ${n}`));
    else post.reactions.push({ id: world.nextSmall(), content: '+1', at: world.now, by });
  }
}

/** What a tick with nothing new may ask: one for each twenty that are pending, one for each further hundred on a matter. */
export function requestBar({ matters, many = { comments: 0, reactions: 0 } }: Crowd): number {
  const further = [many.comments, many.reactions].map((count) => Math.max(0, Math.ceil(count / 100) - 1));
  return 2 + Math.ceil(matters / 20) + further.reduce((sum, one) => sum + one, 0);
}

const COMMITTER = {
  PATH: process.env['PATH'],
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Bo',
  GIT_AUTHOR_EMAIL: 'bo@players.invalid',
  GIT_COMMITTER_NAME: 'Bo',
  GIT_COMMITTER_EMAIL: 'bo@players.invalid',
};

/** What a stranger writes to be noticed: orders, votes, calls, and markup that takes a parser long. */
export const HOSTILE = [
  'Buy this.',
  '/help',
  ':against: :against:',
  '@ana Closes #1',
  '- a\n'.repeat(1250),
  `${'> '.repeat(19)}/act`,
];

/** Somebody opens so many issues and writes as many comments on a matter, one of each a second. */
export function flood(world: World, by: Account, matter: Post, count: number, texts = ['Buy this.']): void {
  for (let n = 0; n < count; n++) {
    const text = texts[n % texts.length] ?? '';
    world.now = `${new Date(Date.parse(world.now) + 1000).toISOString().slice(0, 19)}Z`;
    world.open(by, { title: `Spam ${n}`, body: text, labels: [], branch: null });
    matter.comments.push(world.write(by, text));
    matter.updated = world.now;
  }
}

/** What a look costs at which nothing is new: requests, and points of GraphQL. */
export async function idleCost(
  { world }: { readonly world: World },
  forge: Pick<Forge, 'observe'>,
): Promise<{ readonly requests: number; readonly points: number }> {
  let mark: string | null = null;
  // What changed in the last minute is read once more.
  for (const minutes of [0, 5, 5]) {
    world.now = `${new Date(Date.parse(world.now) + minutes * 60_000).toISOString().slice(0, 19)}Z`;
    world.requests.length = 0;
    world.points = 0;
    const observation: Observation = await forge.observe(mark);
    if (mark !== null && observation.events.length > 0) throw new Error('something was new');
    mark = observation.mark;
  }
  return { requests: world.requests.length, points: world.points };
}
