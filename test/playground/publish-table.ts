import { join } from 'node:path';

import { putFile } from '#platform/files.ts';
import { readContent } from '../../src/tick/observe.ts';
import { Caches } from '../../src/cache/caches.ts';
import { besidePages } from '../../src/addons/reader-checks/beside-pages.ts';
import { buildSite } from '../../src/site/prepare/build-site.ts';
import type { Table } from '../platform/play-game.ts';

/** Publishes a game's site and record below a folder, at this path of its host. Returns the files of the record. */
export async function publishTable(
  table: Table,
  folder: string,
  base: string,
): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const beside = await besidePages({ ...table, caches: new Caches(null) });
  const files = await readContent(table.forge, await table.main());
  const out = join(folder, 'site', base);
  await buildSite(files, {
    now: table.now(),
    out,
    base,
    cacheFolder: join(folder, 'kept'),
    beside: [...beside.keys()],
  });
  for (const [path, content] of beside) putFile(join(out, path), content, { durable: false });
  const record = [...beside].filter(([path]) => path.startsWith('record/'));
  return new Map(record.map(([path, content]) => [path.slice('record/'.length), content]));
}
