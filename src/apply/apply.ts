import type { Oid } from '../repository/oid.ts';
import { enactCommit } from './enact-commit.ts';
import type { ContentFiles } from '../store/paths.ts';
import { assertCommit } from '../store/assert-commit.ts';
import { vaultKeyOf } from '../store/vault.ts';
import { applyChanges } from '../store/write-game.ts';
import { recordPath, writeRecord } from '../store/journal/journal-record.ts';
import { PICTURES } from '../store/pictures/find-pictures.ts';
import type { PictureStore } from '../store/pictures/picture-store.ts';
import type { Observed } from './observe.ts';
import type { TickOptions, TickReport } from './tick-options.ts';
import type { CommitEffect } from '../decide/decision.ts';

export interface Applied {
  readonly main: Oid;
  readonly files: ContentFiles;
  readonly commits: TickReport['commits'];
}

/** Makes the decided commits one after another. Null if somebody else moved main meanwhile. */
export async function apply(
  options: TickOptions,
  from: Oid,
  before: ContentFiles,
  observed: Observed,
  effects: readonly CommitEffect[],
): Promise<Applied | null> {
  const commits: { commit: Oid; message: string }[] = [];
  let [main, files] = [from, before];
  for (const effect of effects) {
    const made = await applyOne(options, main, files, observed, effect);
    if (made === null) return null;
    main = made.commit;
    files = made.files;
    commits.push({ commit: main, message: effect.message });
  }
  return { main, files, commits };
}

async function applyOne(
  { forge, vault, pictures }: TickOptions,
  main: Oid,
  files: ContentFiles,
  observed: Observed,
  effect: CommitEffect,
): Promise<{ commit: Oid; files: ContentFiles } | null> {
  const after = applyChanges(files, effect.changes);
  assertCommit(files, effect.changes);
  // Written before its commit, so that a tick that dies in between only leaves unused values.
  await vault?.write(vaultKeyOf(after), effect.hidden);
  const engine = { name: forge.engine.name, email: '', at: effect.at };
  const author =
    effect.author === null || effect.author === 'engine'
      ? engine
      : { name: effect.author, email: `${effect.author}@players.invalid`, at: effect.at };
  const enacted = await enactCommit({
    forge,
    main,
    head: effect.head,
    changes: new Map(),
    extra: new Map<string, string | Uint8Array | null>([
      ...effect.changes,
      ...copiesFor(pictures, effect),
      ...recordFor(observed, effect.line),
    ]),
    author,
    committer: engine,
    message: effect.message,
  });
  return enacted.outcome === 'moved' ? null : { commit: enacted.commit, files: after };
}

/** The pictures that a commit shows go into the same commit. */
function copiesFor(
  store: PictureStore | undefined,
  { pictures }: CommitEffect,
): readonly (readonly [string, Uint8Array | null])[] {
  return [...pictures].flatMap(([path, copy]) => {
    const bytes = copy === null ? null : (store?.read(copy) ?? undefined);
    return bytes === undefined ? [] : [[path.replace(/^pictures\//u, PICTURES), bytes] as const];
  });
}

/** How far main has read the journal now; empty if that hasn't changed. */
function recordFor({ kept, lines }: Observed, n: number): ReadonlyMap<string, string> {
  const placed = lines.find(({ line }) => line.n === n);
  if (placed === undefined || kept.commit === null) return new Map();
  return new Map([
    [recordPath, writeRecord({ commit: kept.commit, n, hash: placed.line.hash, segment: placed.segment })],
  ]);
}
