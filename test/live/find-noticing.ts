// `node test/live/find-noticing.ts [WORDS [SCENARIO]]`: looks for each live value and table row for a scenario that notices when it
// changes, and notes it in noticed.json; those that are known and still hold are not looked for again.
import { readFileSync, writeFileSync } from 'node:fs';

import { readLibrary } from '../../src/store/library.ts';
import { isNoticedIn, mutantsOf, scenariosFor, type Mutant } from './mutants.ts';

const library = readLibrary();
const place = new URL('noticed.json', import.meta.url);
const known = JSON.parse(readFileSync(place, 'utf8')) as Record<string, { scenario: string; after: string }>;
const MOST_TRIED = Number(process.env['MOST_TRIED'] ?? 8);

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]{3,}/g) ?? [];

/** The scenarios that speak of the same things first. */
function likeliest(mutant: Mutant): readonly string[] {
  const wanted = [...new Set(wordsOf(mutant.key.replace(/^\S+ \S+\//, '')))];
  const score = (path: string): number => {
    const text = (library.get(path) ?? '').toLowerCase();
    return wanted.reduce(
      (sum, word) => sum + (path.includes(word) ? 6 : 0) + Math.min(4, text.split(word).length - 1) / 2,
      0,
    );
  };
  return scenariosFor(library, mutant)
    .filter((path) => path.includes(process.argv[3] ?? ''))
    .toSorted((a, b) => score(b) - score(a))
    .slice(0, MOST_TRIED);
}

for (const mutant of mutantsOf(library)) {
  if (known[mutant.key] !== undefined || !mutant.key.includes(process.argv[2] ?? '')) continue;
  const scenarios = likeliest(mutant);
  search: for (const after of mutant.after) {
    const changed = new Map(library);
    changed.set(
      mutant.file,
      (library.get(mutant.file) ?? '').replace(mutant.before, () => after),
    );
    for (const scenario of scenarios) {
      if (!(await isNoticedIn(changed, mutant, scenario))) continue;
      known[mutant.key] = { scenario, after };
      break search;
    }
  }
  if (known[mutant.key] === undefined) process.stdout.write(`${mutant.key}\n`);
  writeFileSync(
    place,
    `${JSON.stringify(known, Object.keys(known).toSorted().concat('scenario', 'after'), 2)}\n`,
  );
}
