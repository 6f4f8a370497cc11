import { hasObject } from '../../repository/objects.ts';
import { advance } from '../../repository/refs.ts';
import type { Oid } from '../../repository/oid.ts';
import type { ForgeEvent } from '../events.ts';
import type { Forge, Mark, Observation } from '../port.ts';
import { append, inTurn, logPath, openPostOf, type Core } from './core.ts';
import { readLog } from './log.ts';
import { noticePushes } from './notice.ts';
import { toEvent } from './records.ts';
import { digestOf } from './state.ts';

export function forgeOf(core: Core): Forge {
  const { repository, engine } = core;
  return {
    name: 'local',
    beginsGames: true,
    engine,
    repository,
    observe: (since) => inTurn(core, () => observe(core, since)),
    bring: (commit) => hasObject(repository, commit),
    advance: (branch, expected, next) => inTurn(core, () => move(core, branch, expected, next)),
    post: ({ key, ...draft }) =>
      inTurn(core, async () => {
        const already = Object.hasOwn(core.state.keys, key) ? core.state.keys[key] : undefined;
        if (already !== undefined) return already;
        const post = String(core.state.lastPost + 1);
        await append(core, { type: 'engine-posted', by: engine, post, key, ...draft });
        return post;
      }),
    comment: (post, key, text) =>
      inTurn(core, async () => {
        if (openPostOf(core, post).said[key] === digestOf(text)) return;
        await append(core, { type: 'engine-said', post, key, text });
      }),
    label: (post, labels) =>
      inTurn(core, async () => {
        const sorted = [...new Set(labels)].sort();
        if (openPostOf(core, post).labels.join('\n') === sorted.join('\n')) return;
        await append(core, { type: 'engine-labelled', post, labels: sorted });
      }),
    reopen: (post) =>
      inTurn(core, async () => {
        if (core.state.posts[post]?.closed === true)
          await append(core, { type: 'reopened', by: engine, post });
      }),
    settle: (post) =>
      inTurn(core, async () => {
        // It was settled by a tick that died before it could record that.
        if (!Object.hasOwn(core.state.posts, post) && Number(post) <= core.state.lastPost) return;
        openPostOf(core, post);
        await append(core, { type: 'engine-settled', by: engine, post });
      }),
  };
}

async function move(
  core: Core,
  branch: string,
  expected: Oid | null,
  next: Oid,
): Promise<'advanced' | 'moved'> {
  if (branch !== 'main') return advance(core.repository, branch, expected, next);
  await noticePushes(core);
  if (core.state.main !== expected) return 'moved';
  await append(core, { type: 'engine-moving', to: next });
  const outcome = await advance(core.repository, branch, expected, next);
  if (outcome === 'advanced') await append(core, { type: 'engine-moved', to: next });
  return outcome;
}

async function observe(core: Core, since: Mark | null): Promise<Observation> {
  await noticePushes(core);
  const from = offsetOf(core, since);
  const { records } = await readLog(core.disk, logPath, from);
  const events = records.map(toEvent).filter((event): event is ForgeEvent => event !== null);
  return { events, mark: markOfLog(core) };
}

/** The mark up to which the log has been read. */
function markOfLog({ state, offset }: Core): Mark {
  return `${state.forge}:${offset}`;
}

/**
 * The offset at which to continue. With a mark from another log, or past its end, everything is sent again, and the journal recognises
 * known events by their ids.
 */
function offsetOf(core: Core, mark: Mark | null): number {
  const [forge, digits] = (mark ?? '').split(':');
  const offset = Number(digits ?? 'none');
  return forge === core.state.forge && Number.isSafeInteger(offset) && offset <= core.offset ? offset : 0;
}
