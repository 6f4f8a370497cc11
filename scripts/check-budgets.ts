// Part of `npm run check`: compares the lines of each room of src/ with its budget in scripts/budgets/budgets.json.
// `node scripts/check-budgets.ts --list` prints all rooms; `--lower` lowers the budgets of rooms that have shrunk.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { countLines } from './budgets/count-lines.ts';
import { findOverruns, lowerBudgets, type Budgets } from './budgets/find-overruns.ts';

const file = fileURLToPath(new URL('budgets/budgets.json', import.meta.url));
const lines = countLines(fileURLToPath(new URL('../src', import.meta.url)));
const budgets = JSON.parse(readFileSync(file, 'utf8')) as Budgets;

if (process.argv.includes('--lower'))
  writeFileSync(file, `${JSON.stringify(lowerBudgets(lines, budgets), null, 2)}\n`);
if (process.argv.includes('--list'))
  for (const [room, count] of [...lines].sort(([, a], [, b]) => b - a))
    console.log(
      `${String(count).padStart(7)} of ${String(budgets.rooms[room] ?? 0).padStart(6)}  src/${room}`,
    );

const overruns = findOverruns(lines, budgets);
for (const overrun of overruns) console.error(overrun);
process.exitCode = overruns.length === 0 ? 0 : 1;
