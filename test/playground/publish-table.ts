import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readContent } from '../../src/tick/observe.ts';
import { Caches } from '../../src/cache/caches.ts';
import { publishRecord } from '../../src/addons/reader-checks/publish.ts';
import { buildSite } from '../../src/site/prepare/build-site.ts';
import type { Table } from '../platform/play-game.ts';

/** Publishes a game's site and record below a folder, at this path of its host. */
export async function publishTable(
  table: Table,
  folder: string,
  base: string,
): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const record = await publishRecord({ ...table, caches: new Caches(null) });
  const files = await readContent(table.forge, await table.main());
  const out = join(folder, 'site', base);
  await buildSite(files, {
    now: table.now(),
    out,
    base,
    cacheFolder: join(folder, 'kept'),
    beside: ['record/about.json'],
  });
  mkdirSync(join(out, 'record'));
  for (const [name, content] of record) writeFileSync(join(out, 'record', name), content);
  return record;
}
