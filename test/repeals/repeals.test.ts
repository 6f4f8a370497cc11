import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { listPacks } from '../../src/ruleset/compose.ts';
import { readLibraryIn } from '../../src/store/library.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { readPieces } from '../docs/read-session.ts';
import { atBounds, deleteClause, emptied, ownRules, pairsOf, repeal, topOf } from './changes.ts';
import { enactRepeal } from './enact-repeal.ts';
import { coursesIn, playChanged, type Change, type Course, type Files } from './play-without.ts';

/**
 * Any rule may go: what other rules ask of it is refused with a sentence, or done without, and no clause fails for want of it. Every
 * course of every pack in the long suite; otherwise some rules of each pack, with one course each.
 */
const IS_WHOLE = process.env['GITNOMIC_REPEALS'] === 'whole';
/** Without the whole, one rule of so many. */
const SAMPLE = 116;
const LONG_MS = 3_600_000;

/** A library of one's own, as `--library` takes it: the pack that the docs have a reader write, if no other folder is named. */
const library = readLibraryIn(process.env['GITNOMIC_LIBRARY'] ?? writtenByReader());
const { core, dynasties } = listPacks(library);
/** Without the whole, one pack of three. */
const taken = dynasties.filter((_, at) => IS_WHOLE || at % 3 === 0);

function writtenByReader(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dynasties-'));
  const page = readFileSync(new URL('../../docs/how-to/invent-a-dynasty.md', import.meta.url), 'utf8');
  for (const piece of readPieces(page))
    for (const step of 'steps' in piece ? piece.steps : []) {
      if (step.do !== 'write') continue;
      const path = join(folder, step.file.replace('../dynasties/', ''));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, step.text);
    }
  return folder;
}

const packs = [...dynasties, ...core.map((era) => `core/${era}`)];

const known = new Map<string, readonly Course[]>();
/** The courses of a pack, those with the most players first. */
function coursesOf(pack: string): readonly Course[] {
  const players = ({ scenario }: Course): number => Object.keys(scenario.players).length;
  const courses = known.get(pack) ?? coursesIn(library, pack).toSorted((a, b) => players(b) - players(a));
  known.set(pack, courses);
  return courses;
}
const filesOf = (pack: string): Files => coursesOf(pack)[0]?.rules.files ?? new Map<string, string>();
const rulesOf = (pack: string): readonly string[] => ownRules(library, pack, filesOf(pack));

/** `3/40`: of the whole, one change in forty from the fourth on, so that several runs can share the hours that it takes. */
const [share = 0, shares = 1] = (process.env['GITNOMIC_SHARE'] ?? '0/1').split('/').map(Number);

const some = <T>(all: readonly T[], oneOf = SAMPLE): readonly T[] =>
  all.filter((_, at) => (IS_WHOLE ? at % shares === share : at % oneOf === 0));

test.each(taken)(
  '%s: no clause fails without a rule that was repealed',
  async (pack) => {
    const changes = some(rulesOf(pack)).map((rule) => repeal(rule));
    if (shares === 1) expect(changes.length).toBeGreaterThan(0);
    expect(await faultsOf(pack, changes, IS_WHOLE)).toEqual([]);
  },
  LONG_MS,
);

test.each(taken)(
  '%s: no clause fails without a rule that is repealed in mid-game',
  async (pack) => {
    const changes = some(rulesOf(pack).toReversed()).map((rule) => repeal(rule));
    expect(await faultsOf(pack, changes, IS_WHOLE, true)).toEqual([]);
  },
  LONG_MS,
);

test.runIf(IS_WHOLE).each(dynasties)(
  '%s: no clause fails without another clause, with its text left',
  async (pack) => {
    expect(await faultsOf(pack, some(rulesOf(pack).map(deleteClause)), true)).toEqual([]);
  },
  LONG_MS,
);

test.each(taken)(
  '%s: no clause fails if a list or a table is empty, or a live number is at its bounds',
  async (pack) => {
    const files = filesOf(pack);
    const empty = rulesOf(pack).flatMap((rule) => emptied(files, rule));
    const numbers = rulesOf(pack).flatMap((rule) => atBounds(files, rule));
    const faults = [
      ...(await faultsOf(pack, some(empty), IS_WHOLE)),
      ...(await faultsOf(pack, some(numbers, 211), false)),
    ];
    expect(faults.filter((fault) => !SLIP.test(fault))).toEqual([]);
  },
  LONG_MS,
);

/**
 * A text that its clause can't read is told as such, with the file, and is no clause that fails; nor is a start that there is no more,
 * since a vote would switch that clause off.
 */
const SLIP =
  /can't be put in force: dynastic\/[^:]+: (?!.*(?:fails|undefined))|due: the start of [\w.-]+ must name a thing/u;

test.runIf(IS_WHOLE).each(dynasties)(
  '%s: no clause fails without two rules',
  async (pack) => {
    // A different course for each: with all of them the pairs of one pack alone would take half an hour.
    const pairs = pairsOf(topOf(rulesOf(pack))).map((pair) => repeal(...pair));
    expect(await faultsOf(pack, some(pairs), false)).toEqual([]);
  },
  LONG_MS,
);

/** Where a repeal would leave nothing that could be changed any more. */
const REASON = /the game would be stuck: .*(?:no rule|nothing)/u;

test.each(taken)(
  '%s: a unanimous repeal is enacted, and so is what is behind it',
  async (pack) => {
    const [course] = coursesOf(pack);
    expect(course).toBeDefined();
    if (course === undefined) return;
    for (const rule of some(rulesOf(pack)))
      expect({ rule, ...(await enactRepeal(course, rule)) }).toEqual({
        rule,
        repeal: 'enacted',
        why: [],
        behind: 'enacted',
        stuck: [],
      });
  },
  LONG_MS,
);

test.each(core)(
  'core %s: a unanimous repeal is enacted, or fails at once with the reason, and holds up nothing',
  async (era) => {
    const pack = `core/${era}`;
    const [course] = coursesOf(pack);
    expect(course).toBeDefined();
    if (course === undefined) return;
    for (const rule of some(rulesOf(pack))) {
      const { repeal: ended, why, behind, stuck } = await enactRepeal(course, rule);
      expect({ rule, stuck }).toEqual({ rule, stuck: [] });
      if (ended === 'failed')
        expect({ rule, why: why.join() }).toEqual({ rule, why: expect.stringMatching(REASON) as string });
      if (ended === 'failed') expect({ rule, behind }).toEqual({ rule, behind: 'enacted' });
      if (ended === 'pending')
        expect({ rule, why: why.join() }).toEqual({ rule, why: expect.stringMatching(REASON) as string });
    }
  },
  LONG_MS,
);

test('all packs have rules, and courses are played for them', () => {
  expect(packs.length).toBeGreaterThan(0);
  expect(dynasties.filter((pack) => !shippedLibrary.has(`${pack}/pack.yml`))).not.toEqual([]);
  expect(packs.filter((pack) => rulesOf(pack).length === 0 || coursesOf(pack).length === 0)).toEqual([]);
});

/** Plays all courses of a pack under each change, or one course for each change, a different one for the next. */
async function faultsOf(
  pack: string,
  changes: readonly Change[],
  isEach: boolean,
  inTheMiddle = false,
): Promise<readonly string[]> {
  const courses = coursesOf(pack);
  expect(courses.length).toBeGreaterThan(0);
  const faults: string[] = [];
  for (const [at, change] of changes.entries()) {
    const played = isEach ? courses : courses.filter((_, place) => place === (at * 7) % courses.length);
    for (const [place, course] of played.entries()) {
      const from = inTheMiddle ? 1 + (((at + place) * 5) % Math.max(1, course.scenario.steps.length - 1)) : 0;
      for (const fault of await playChanged(course, change, from))
        faults.push(`${change.what}, in ${course.file}: ${fault}`);
    }
  }
  return faults;
}

test('finds a clause that fails', async () => {
  const [course] = coursesOf(dynasties[0] ?? '');
  const [rule = ''] = rulesOf(dynasties[0] ?? '');
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
