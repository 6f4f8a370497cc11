// Games in play whose durations had their units outside of the live value, as the library had them in format 3.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runIn } from '../../src/main/fixtures/run-in.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import type { HomeGame } from '../../src/host/game.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { composeRuleset, listPacks, readPackFile } from '../../src/ruleset/compose.ts';
import { shippedLibrary as library } from '../../src/store/fixtures/shipped-library.ts';
import { formerRulesets as older } from '../../src/store/formats/fixtures/former-rulesets.ts';
import { carryUnits, FORMAT_FILE } from '../../src/store/formats/migrations.ts';
import { RULESET } from '../../src/store/paths.ts';
import { slowTest, some } from '../slowly.ts';

const now = '2030-06-03T09:00:00Z';
const { core } = listPacks(library);

/** The ruleset with which a game of today would begin. */
function ofToday(pack: string): ReadonlyMap<string, string> {
  if (core.includes(pack)) return composeRuleset(library, { core: pack }).files;
  const path = `${pack}/pack.yml`;
  const era = readPackFile(path, library.get(path) ?? '').pack?.core ?? '2021';
  return composeRuleset(library, { core: era, dynasty: pack }).files;
}

function migrated(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const changes = carryUnits(new Map([...files].map(([path, text]) => [`${RULESET}${path}`, text])));
  return new Map([...files].map(([path, text]) => [path, changes.get(`${RULESET}${path}`) ?? text]));
}

const linesOf = (text: string): readonly string[] => text.split('\n');

/** The lines that a migration adds or takes away. What else the library has changed since is none of its business. */
function changedLines(before: string, after: string): readonly { isThere: boolean; line: string }[] {
  const [was, is] = [linesOf(before), linesOf(after)];
  return [
    ...was.filter((line) => !is.includes(line)).map((line) => ({ isThere: false, line })),
    ...is.filter((line) => !was.includes(line)).map((line) => ({ isThere: true, line })),
  ];
}

test.each(Object.entries(older))(
  'the durations of %s get their units as the library has them',
  (pack, files) => {
    const after = migrated(new Map(Object.entries(files)));
    const today = ofToday(pack);
    const touched = Object.keys(files).filter((path) => files[path] !== after.get(path));
    expect(touched.length > 0).toBe(pack !== 'prose');
    const otherThanToday = touched.flatMap((path) =>
      changedLines(files[path] ?? '', after.get(path) ?? '').flatMap(({ isThere, line }) =>
        linesOf(today.get(path) ?? '').includes(line) === isThere ? [] : [`${path}: ${line}`],
      ),
    );
    expect(otherThanToday).toEqual([]);
    expect([...today.values()].join('\n')).not.toMatch(
      /\d\]\(#value:[\w-]+\) (?:minute|hour|day|week|month)/u,
    );
  },
);

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function done(...words: string[]): Promise<string> {
  const { code, said } = await runIn(folder, now, words);
  expect([words, code, said]).toEqual([words, 0, said]);
  return said;
}

/** Puts the rules of format 3 into the game, and other files. */
async function commitOlder(pack: string, others: Readonly<Record<string, string>> = {}): Promise<void> {
  const { forge, main, content } = await openLocalGame(folder, { now, caches });
  const tip = await main();
  const there = [...(await content()).keys()].filter((path) => path.startsWith(RULESET));
  const changes = new Map<string, string | null>(there.map((path) => [path, null]));
  for (const [path, text] of Object.entries(older[pack] ?? {})) changes.set(`${RULESET}${path}`, text);
  await commitTo(forge, tip, new Map([...changes, ...Object.entries(others)]));
}

async function commitTo(
  forge: HomeGame['forge'],
  tip: string,
  changes: ReadonlyMap<string, string | null>,
): Promise<void> {
  const author = { name: forge.engine.name, email: '', at: now };
  const message = 'Older\n';
  const commit = await writeCommit(forge.repository, { parents: [tip], changes, author, message });
  expect(await forge.advance('main', tip, commit)).toBe('advanced');
}

slowTest(
  'of the proposals that are pending meanwhile, those pass that leave the rewritten sentences alone',
  async () => {
    folder = mkdtempSync(join(tmpdir(), 'durations-'));
    const names = ['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((name) => ['--player', name]);
    await done('init', folder, '--core', '2021', ...names);
    await commitOlder('2021');
    const shorter = ['propose', '--as', 'bo', '--rule', 'Votes', '--title', '[Core] Shorter'];
    await done('propose', '--as', 'ana', '--add-rule', 'Manners', '--text', 'Everybody says please.');
    await done(...shorter, '--replace', '48', '--with', '36');
    const before = await openLocalGame(folder, { now, caches });
    await commitTo(before.forge, await before.main(), new Map([[FORMAT_FILE, '{"format":3}\n']]));
    for (const voter of ['bo', 'cy', 'dee', 'eli']) await done('vote', 'for', '1', '--as', voter);
    for (const voter of ['ana', 'cy', 'dee', 'eli']) await done('vote', 'for', '2', '--as', voter);
    await done('tick', '--forward', '49h');
    const rules = async (): Promise<string> =>
      [...(await (await openLocalGame(folder, { now, caches })).content())]
        .flatMap(([path, text]) => (path.startsWith(RULESET) && path.endsWith('.md') ? [text] : []))
        .join('\n');
    expect(await rules()).toContain('[48 hours](#value:window)');
    expect(await rules()).toContain('Everybody says please.');
    // The clash stands with the proposal, for an Admin to settle or for its author to propose it again.
    expect(await done('show', '2')).toMatch(/clash|same sentence|conflict/iu);
    expect(await done('replay')).toContain('the game is the same');
  },
);

test.each(some(['2008', 'menagerie'], 2))(
  'a game of %s in play goes on, and its replay is the same',
  async (pack) => {
    folder = mkdtempSync(join(tmpdir(), 'durations-'));
    const names = ['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((name) => ['--player', name]);
    const rules = core.includes(pack) ? ['--core', pack] : ['--dynasty', pack];
    await done('init', folder, ...rules, ...names);
    await commitOlder(pack, { [FORMAT_FILE]: '{"format":3}\n' });
    await done('roll', '1DICE6', '--as', 'bo');
    expect(await done('status')).toBeTruthy();
    const files = await (await openLocalGame(folder, { now, caches })).content();
    expect([...files.values()].join('\n')).toMatch(/\[\d+ hours\]\(#value:/u);
    expect(await done('replay')).toContain('the game is the same');
  },
);
