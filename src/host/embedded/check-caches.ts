import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { readContent } from '../../apply/observe.ts';
import type { Finding } from '../../care/doctor/finding.ts';
import { logPath, snapshotPath } from '../../forge/embedded/core.ts';
import { isSnapshotWrong } from '../../forge/embedded/snapshot.ts';
import { hashOfParts, readEntries } from '../../cache/cached-reads.ts';
import { nodeDisk } from '../../repository/node-disk.ts';
import type { Memo } from '../../ruleset/memo.ts';
import { readRuleset } from '../../ruleset/read.ts';
import { SourceCache } from '../../sandbox/sources.ts';
import { readGame } from '../../store/read-game.ts';
import { ENGINE_FOLDER, type HomeGame } from '../game.ts';

interface Kept {
  readonly path: string;
  readonly entries: Readonly<Record<string, unknown>>;
  readonly damaged: readonly string[];
}

/** Compares every cached entry with what the files give now. */
export async function checkCaches(game: HomeGame): Promise<readonly Finding[]> {
  const own = join(game.folder, ENGINE_FOLDER);
  const findings: Finding[] = [];
  if (await isSnapshotWrong(nodeDisk(join(own, 'forge')), logPath, snapshotPath))
    findings.push(found(join(own, 'forge', snapshotPath), 'It is damaged, or differs from the forge’s log.'));
  const { engine } = game.caches;
  if (engine === null) return findings;
  const files = globSync('{cache,site/**/cache}/*.json', { cwd: own }).map((name) => join(own, name));
  const caches = files.map((path): Kept => ({ path, ...readEntries(path, engine) }));
  const wrong = await differing(game, caches);
  for (const { path, damaged } of caches) {
    if (damaged.length > 0) findings.push(found(path, `${damaged.length} of its entries are damaged.`));
    const others = wrong.get(path) ?? 0;
    if (others > 0)
      findings.push(found(path, `${others} of its entries differ from what the game’s files give.`));
  }
  return findings;
}

/** Counts the entries of each file that differ from freshly computed ones. */
async function differing(game: HomeGame, caches: readonly Kept[]): Promise<ReadonlyMap<string, number>> {
  const wrong = new Map<string, number>();
  const compare = (id: string, made: unknown): void => {
    for (const { path, entries } of caches)
      if (Object.hasOwn(entries, id) && textOf(id, entries[id]) !== textOf(id, made))
        wrong.set(path, (wrong.get(path) ?? 0) + 1);
  };
  const memo: Memo = {
    get: () => undefined,
    set: (kind, name, text, made) => compare(`${kind} ${hashOfParts([name, text])}`, made),
  };
  const { repository } = game.forge;
  const files = await readContent({ repository: { ...repository, memo } }, await game.main());
  const { ruleset, terms } = readGame(files, memo);
  readRuleset(ruleset, terms, memo);
  const sources = new SourceCache();
  sources.store = { get: () => undefined, set: (key, javascript) => compare(`source ${key}`, javascript) };
  sources.compileAll(ruleset);
  return wrong;
}

/** If only changes were read, a commit's texts come in another order and with another count, which makes no difference. */
function textOf(id: string, value: unknown): string {
  if (!id.startsWith('content ')) return JSON.stringify(value);
  const { texts } = value as { readonly texts: readonly (readonly [path: string, text: string])[] };
  return JSON.stringify(texts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function found(path: string, what: string): Finding {
  return {
    code: 'cache-wrong',
    level: 'problem',
    what: `This cache is not what the engine would make now. ${what} Nothing of the game is lost with it.`,
    where: path,
    next: '`gitnomic doctor --fix` deletes it, and the next command makes it anew.',
    fix: { does: `delete ${path}`, run: async () => Promise.resolve(rmSync(path, { force: true })) },
  };
}
