import { parse } from 'yaml';

import type { HistoryCommit } from './git-history.ts';
import { must } from './invariants.ts';
import type { World } from './world.ts';

export interface Archived {
  readonly id: string;
  readonly status: string;
  readonly title: string;
  readonly tally: Readonly<Record<string, unknown>>;
  readonly omitted: readonly unknown[];
  readonly text: string;
}

/** Matters that are resolved, as their archived posts say. */
export function archived(content: ReadonlyMap<string, string>): ReadonlyMap<string, Archived> {
  const found = new Map<string, Archived>();
  for (const [path, text] of content) {
    if (!/^content\/(dynasties\/\d+\/)?posts\/.*\.md$/u.test(path)) continue;
    const front = (parse(/^---\n([\s\S]*?)\n---\n/u.exec(text)?.[1] ?? '') ?? {}) as Record<string, unknown>;
    if (front['status'] !== 'enacted' && front['status'] !== 'failed') continue;
    const { id, status, title } = front as { id: unknown; status: string; title: string };
    const tally = (front['tally'] ?? {}) as Record<string, unknown>;
    found.set(String(id), {
      id: String(id),
      status,
      title,
      tally,
      omitted: (front['omitted'] ?? []) as unknown[],
      text,
    });
  }
  return found;
}

export const PROPOSABLE = /^content\/(ruleset|gamestate)\//u;

/** Holds an enactment against the head that was pinned: that it is merged, and that its words are what is in force. */
export function checkEnactment(
  world: World,
  { parents, content, outside }: HistoryCommit,
  before: ReadonlyMap<string, string>,
  matter: { readonly id: string; readonly head: string | null },
): void {
  const merged = parents[1] ?? null;
  const branch = matter.head === null ? undefined : world.branches.get(matter.head);
  // What people pushed to main and was undone may be part of a branch.
  const isAlone = world.foreign.size > 0 ? merged === null : branch?.hasOthers === true;
  must(
    merged === (isAlone ? null : matter.head),
    'pinned-head',
    () =>
      `${matter.id} merges ${merged}, and ${matter.head} was voted on${isAlone ? ', with other files' : ''}`,
  );
  const settings = before.get('content/game.yml') === content.get('content/game.yml') ? [] : ['game.yml'];
  const changed = [...settings, ...outside];
  must(changed.length === 0, 'outside', () => `${matter.id} changed ${changed.join(', ')}`);
  if (branch === undefined) return;
  const post = archived(content).get(matter.id);
  for (const [path, wanted] of Object.entries(branch.changes)) {
    if (!PROPOSABLE.test(path)) continue;
    const [was, is] = [before.get(path) ?? null, content.get(path) ?? null];
    if (is === wanted) continue;
    const untouched = was === (branch.base.get(path) ?? null);
    const explained = (post?.omitted.length ?? 0) > 0 || path.startsWith('content/gamestate/');
    must(
      !untouched || explained,
      'enacted-content',
      () =>
        `${path} is not as ${matter.id} has it: ${JSON.stringify(is)?.slice(0, 200)}, and it asks for ${JSON.stringify(wanted)?.slice(0, 200)}`,
    );
  }
}
