import { expect, test } from 'vitest';

import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { readLibraryIn } from '../../src/store/library.ts';
import { listPacks } from '../../src/ruleset/compose.ts';
import { deleteClause, pairsOf, repeal, rulesOf, topOf } from './changes.ts';
import { coursesOf, playChanged, type Change } from './play-without.ts';

/**
 * Any rule may go: what other rules ask of it is refused with a sentence, or done without, and no clause fails for want of it. Every
 * course of every pack in the long suite; otherwise some rules of each pack, with one course each.
 */
const IS_WHOLE = process.env['GITNOMIC_REPEALS'] === 'whole';
/** Without the whole, one rule of so many. */
const SAMPLE = 7;
const LONG_MS = 3_600_000;

/** A library of one's own, as `--library` takes it. */
const own = process.env['GITNOMIC_LIBRARY'];
const library = own === undefined ? shippedLibrary : readLibraryIn(own);
const { dynasties } = listPacks(library);

test.each(dynasties)(
  '%s: no clause fails for want of a rule that was repealed',
  async (pack) => {
    const changes = rulesOf(library, pack)
      .filter((_, at) => IS_WHOLE || at % SAMPLE === 0)
      .map((rule) => repeal(rule));
    expect(changes.length).toBeGreaterThan(0);
    expect(await faultsOf(pack, changes, IS_WHOLE)).toEqual([]);
  },
  LONG_MS,
);

test.runIf(IS_WHOLE).each(dynasties)(
  '%s: nor for want of a clause, with the text left',
  async (pack) => {
    expect(await faultsOf(pack, rulesOf(library, pack).map(deleteClause), true)).toEqual([]);
  },
  LONG_MS,
);

test.runIf(IS_WHOLE).each(dynasties)(
  '%s: nor for want of two rules',
  async (pack) => {
    const pairs = pairsOf(topOf(rulesOf(library, pack))).map((pair) => repeal(...pair));
    expect(await faultsOf(pack, pairs, false)).toEqual([]);
  },
  LONG_MS,
);

/** Plays all courses of a pack under each change, or one course for each change, a different one for the next. */
async function faultsOf(
  pack: string,
  changes: readonly Change[],
  isEach: boolean,
): Promise<readonly string[]> {
  const courses = coursesOf(library, pack);
  expect(courses.length).toBeGreaterThan(0);
  const faults: string[] = [];
  for (const [at, change] of changes.entries()) {
    const played = isEach ? courses : courses.filter((_, place) => place === (at * 7) % courses.length);
    for (const course of played)
      for (const fault of await playChanged(course, change))
        faults.push(`${change.what}, in ${course.file}: ${fault}`);
  }
  return faults;
}

test('a clause that fails is found out', async () => {
  const [course] = coursesOf(library, dynasties[0] ?? '');
  const [rule = ''] = rulesOf(library, dynasties[0] ?? '');
  const broken: Change = {
    what: 'a clause that fails at each change',
    make: (files) =>
      new Map(files).set(
        `${rule}.ts`,
        "import { rule } from 'gitnomic/rules';\nexport default rule(() => ({ on: { changed() { throw new Error('boo'); } } }));\n",
      ),
  };
  expect(course).toBeDefined();
  if (course !== undefined) expect((await playChanged(course, broken)).join('\n')).toContain('boo');
});
