import { statSync } from 'node:fs';
import { join } from 'node:path';

import type { LocalForge } from '../../forge/local/local-forge.ts';
import type { Forge, Mark } from '../../forge/port.ts';
import type { Oid } from '../../repository/repository.ts';
import { journalBranch } from '../journal/journal-head.ts';
import { engineFingerprint } from '../kept/engine-fingerprint.ts';
import { writeImageFile } from '../kept/image-file.ts';
import { writeAtTheEnd } from '../kept/keep-reads.ts';
import type { Table } from '../tick/table.ts';
import { ENGINE_FOLDER } from './game-folder.ts';
import { branchesIn, lookFile, privateIn, worldOf, type LookHead } from './kept-look.ts';
import { glanceAt } from './read-status.ts';

/** What was seen, and where main and the journal stood in it. */
export interface Looked {
  readonly table: Table;
  readonly main: Oid;
  readonly journal: Oid | null;
}

type Place = Pick<LocalForge, 'forge' | 'footing'> & { readonly folder: string };

/** Looks, and keeps what is seen for the next command, unless something happened meanwhile. */
export async function lookAndKeep(
  { folder, forge, footing }: Place,
  look: (forge: Forge) => Promise<Looked>,
): Promise<Table> {
  const engine = engineFingerprint();
  if (engine === null) return (await look(forge)).table;
  const hidden = privateIn(folder);
  let mark: Mark | null = null;
  const looked = await look({
    ...forge,
    observe: async (since) => {
      const seen = await forge.observe(since);
      mark = seen.mark;
      return seen;
    },
  });
  const stood = mark === null ? null : footing(mark);
  if (stood === null) return looked.table;
  const branches = new Map([...stood.branches, ['main', looked.main], [journalBranch, looked.journal]]);
  const world = worldOf(folder, engine, [...branches.keys()]);
  // Asked after that: what was added while it was made is told by this.
  const same = sizeOfLog(folder) === stood.bytes && standAt(folder, branches) && privateIn(folder) === hidden;
  if (same) keep(folder, world, [...branches.keys()], looked.table);
  return looked.table;
}

function sizeOfLog(folder: string): number {
  return statSync(join(folder, ENGINE_FOLDER, 'forge/events.jsonl')).size;
}

function standAt(folder: string, branches: ReadonlyMap<string, Oid | null>): boolean {
  const found = branchesIn(join(folder, ENGINE_FOLDER), [...branches.keys()]);
  return [...branches].every(([name, oid]) => found.get(name) === oid);
}

function keep(folder: string, world: string, branches: readonly string[], table: Table): void {
  const { sandbox } = table.open.play;
  const image = sandbox.image();
  if (image === null) return;
  const { memory, ...place } = image;
  const { limits } = sandbox;
  const head: LookHead = {
    ...place,
    world,
    branches,
    limits,
    glance: glanceAt(table),
    bytes: memory.length,
  };
  writeAtTheEnd('look', () => {
    writeImageFile(lookFile(folder), head, memory);
  });
}
