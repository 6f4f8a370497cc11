// `npm run mutants [-- FOLDER…] [--file NAME,…]`: puts small faults into the code, by Stryker, and sees whether the tests beside it notice.
//
//   npm run mutants                              kernel, merge, decide and to-events: some hours
//   npm run mutants -- kernel --file calls,views  those of some files
import { fileURLToPath } from 'node:url';

import { FOLDERS } from './mutants/folders.ts';
import { LIVING } from './mutants/living.ts';
import { readReport } from './mutants/read-report.ts';
import { runStryker } from './mutants/run-stryker.ts';
import { readOptions, refuse } from './read-options.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = readOptions(import.meta.filename, { file: { type: 'string', default: '' } });
const names = positionals.length > 0 ? positionals : Object.keys(FOLDERS);
for (const name of names)
  if (!(name in FOLDERS))
    refuse(import.meta.filename, `There is no folder ${name}; there are ${Object.keys(FOLDERS).join(', ')}.`);
let missed = false;
for (const name of names) {
  const folder = FOLDERS[name];
  if (folder === undefined) continue;
  const files = values.file === '' ? [] : values.file.split(',');
  const { died, all, survivors, idle, undecided } = readReport(runStryker(root, name, folder, files), LIVING);
  for (const { file, line, was, is } of survivors) console.log(`${file}:${line}: ${was} → ${is}`);
  for (const { file, line, was, is } of undecided)
    console.log(`${file}:${line}: ${was} → ${is}: only the clock ended it, twice`);
  for (const one of idle) console.log(`scripts/mutants/living has a reason for what does not live: ${one}`);
  const percent = all === 0 ? 100 : (100 * died) / all;
  console.log(`${name}: ${died} of ${all} died, ${percent.toFixed(1)} %; at least ${folder.die} are to.`);
  missed ||= percent < folder.die;
}
process.exitCode = missed ? 1 : 0;
