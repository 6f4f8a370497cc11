// Builds the pages of a game from a folder, for a benchmark that measures this process: one file has the running game, and another one
// each past dynasty, which is read only when it is needed, as from a repository.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import './as-bundled.ts';
import type { DynastyOver } from '../src/store/dynasties/list-past.ts';

const { buildPages } = await import('../src/cli/local/build-pages.ts');
const [, , folder = '', request = ''] = process.argv;
const filesIn = (name: string): ReadonlyMap<string, string> =>
  new Map(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as [path: string, text: string][]);
const { unplayable } = await buildPages(
  {
    files: filesIn('current'),
    past: JSON.parse(readFileSync(join(folder, 'past.json'), 'utf8')) as DynastyOver[],
    read: (number) => Promise.resolve(filesIn(String(number))),
  },
  JSON.parse(request) as Record<string, unknown>,
);
if (unplayable !== undefined) throw new Error(unplayable.join('\n'));
