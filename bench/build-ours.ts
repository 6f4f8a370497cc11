// Builds the pages of a game whose files are in a list, for a benchmark that measures this process.
import { readFileSync } from 'node:fs';
import './as-bundled.ts';
import { gameFiles } from '../src/site/prepare/past-sites.ts';

const { buildPages } = await import('../src/cli/local/build-pages.ts');
const [, , list = '', request = ''] = process.argv;
const { current, past, read } = gameFiles(
  new Map(JSON.parse(readFileSync(list, 'utf8')) as [path: string, text: string][]),
);
const { unplayable } = await buildPages(
  { files: current, past, read },
  JSON.parse(request) as Record<string, unknown>,
);
if (unplayable !== undefined) throw new Error(unplayable.join('\n'));
