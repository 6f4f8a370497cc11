// Part of `npm run check`: looks for turns of phrase that read translated, in comments, docs and messages. The counts of
// each room in scripts/prose/baseline.json may only fall. `--list ROOM` prints its findings; `--lower` lowers the counts.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { findOdd, findRises } from './prose/find-odd.ts';
import { readProse } from './prose/read-prose.ts';

const file = fileURLToPath(new URL('prose/baseline.json', import.meta.url));
const baseline = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, number>>;
const findings = findOdd(readProse(fileURLToPath(new URL('..', import.meta.url))));
const listed = process.argv.indexOf('--list');

if (listed >= 0)
  for (const { room, says } of findings) if (room === process.argv[listed + 1]) console.log(says);
const { counts, rises } = findRises(findings, baseline);
if (process.argv.includes('--lower')) writeFileSync(file, `${JSON.stringify(counts, null, 2)}\n`);
for (const rise of rises) console.error(rise);
process.exitCode = rises.length === 0 ? 0 : 1;
