import type { ContentFiles } from '../../src/store/paths.ts';
import type { Params } from '../../src/ruleset/plain-data.ts';
import type { State } from '../../src/kernel/state.ts';
import type { Asides } from './asides.ts';
import { draftWishes } from './draft.ts';
import type { SampleWorld } from './world.ts';

interface Change {
  readonly verb: 'set';
  readonly path: string;
  readonly value: unknown;
}

/** The moves of a pack's sample players, as in their scripts. */
export type Move = { readonly at: string } & (
  | {
      readonly type: 'act';
      readonly by: string;
      readonly action: string;
      readonly with: Readonly<Record<string, unknown>>;
    }
  | {
      readonly type: 'seal';
      readonly by: string;
      readonly submission: string;
      readonly with: Readonly<Record<string, unknown>>;
    }
  | {
      readonly type: 'post';
      readonly by: string;
      readonly id: string;
      readonly kind: string;
      readonly title: string;
      readonly text: string;
      readonly changes?: readonly Change[];
    }
  | { readonly type: 'comment'; readonly by: string; readonly on: string; readonly text: string }
  | { readonly type: 'tick' }
);

export interface ScriptOptions {
  /** The public part of a sealed submission. */
  readonly inPublic: readonly string[];
  /** Matters that others vote on meanwhile. */
  readonly asides?: Asides;
}

/** Plays a script through the forge, passes it the state after each move, and returns the number of moves. */
export async function playScript(
  world: SampleWorld,
  script: Generator<Move, void, State>,
  { inPublic, asides }: ScriptOptions,
): Promise<number> {
  const posts = new Map<string, string>();
  let moves = 0;
  for (let step = script.next(); step.done !== true; step = script.next(await world.state())) {
    const move = step.value;
    moves++;
    await asides?.before(move.at);
    world.at(move.at);
    if (move.type === 'act') await world.act(move.by, move.action, move.with);
    else if (move.type === 'seal') {
      const part = (open: boolean): Params =>
        Object.fromEntries(
          Object.entries(move.with).filter(([key]) => inPublic.includes(key) === open),
        ) as Params;
      await world.seal(move.by, move.submission, part(true), part(false));
    } else if (move.type === 'post') posts.set(move.id, await putForward(world, move, await world.content()));
    else if (move.type === 'comment') await world.comment(move.by, posts.get(move.on) ?? move.on, move.text);
    await world.tick(move.type === 'tick');
  }
  return moves;
}

function putForward(
  world: SampleWorld,
  move: Move & { type: 'post' },
  content: ContentFiles,
): Promise<string> {
  const { by, kind, title, text, changes } = move;
  if (changes === undefined) return world.open(by, { kind, title, text });
  const wishes = changes.map(({ path, value }) => ({ do: 'set' as const, path, value }));
  return world.open(by, { kind, title, text, changes: draftWishes(content, wishes) });
}
