// Part of `npm run check`: compares the lines of each room of src/, and the words of the documentation that
// people wrote, with their budgets in scripts/budgets/budgets.json. `node scripts/check-budgets.ts --list`
// prints all rooms and pages; `--lower` lowers budgets of rooms and pages that have shrunk.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { countLines } from './budgets/count-lines.ts';
import { countWords } from './budgets/count-words.ts';
import { findOverruns, findWordiness, lowerBudgets, type Budgets } from './budgets/find-overruns.ts';

const file = fileURLToPath(new URL('budgets/budgets.json', import.meta.url));
const lines = countLines(fileURLToPath(new URL('../src', import.meta.url)));
const words = countWords(fileURLToPath(new URL('..', import.meta.url)));
const budgets = JSON.parse(readFileSync(file, 'utf8')) as Budgets;

if (process.argv.includes('--lower'))
  writeFileSync(file, `${JSON.stringify(lowerBudgets(lines, words, budgets), null, 2)}\n`);
if (process.argv.includes('--list')) {
  for (const [page, count] of [...words].sort(([, a], [, b]) => b - a))
    console.log(`${String(count).padStart(7)} words  ${page}`);
  for (const [room, count] of [...lines].sort(([, a], [, b]) => b - a))
    console.log(
      `${String(count).padStart(7)} of ${String(budgets.rooms[room] ?? 0).padStart(6)}  src/${room}`,
    );
}

const overruns = [...findOverruns(lines, budgets), ...findWordiness(words, budgets.words)];
for (const overrun of overruns) console.error(overrun);
process.exitCode = overruns.length === 0 ? 0 : 1;
