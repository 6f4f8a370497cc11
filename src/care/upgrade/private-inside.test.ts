// A game was played while only the outermost `private` counted, so a word that was marked inside a type is public in its record. It is
// upgraded, played on, and replayed, and its earlier part keeps its meaning.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apply } from '../../tick/apply.ts';
import { observe } from '../../tick/observe.ts';
import { startSession } from '../../tick/start-session.ts';
import { situationAt } from '../../tick/situation.ts';
import { caches } from '../../cache/fixtures/shared-caches.ts';
import { runIn } from '../../main/fixtures/run-in.ts';
import { openLocalGame } from '../../host/embedded/local-game.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { FORMAT, FORMAT_FILE } from '../../store/formats/migrations.ts';
import { readGame } from '../../store/read-game.ts';
import { vaultKeyOf } from '../../session/secrets/vault.ts';

const WORD = 'hush';
const CLAUSE = `import { action, list, optional, rule, text } from 'gitnomic/rules';

export default rule(() => ({
  player: { held: optional(text({ private: true })), own: text({ private: true }) },
  game: { note: text(), all: list(text({ private: true })), found: text() },
  actions: {
    hide: action({
      by: 'anybody', private: true, reveals: ['players', 'game'], with: { word: text() },
      effect({ actor, game, word }) { actor.held = word; actor.own = word; game.all = [...game.all, word]; },
    }),
    tell: action({ by: 'anybody', effect({ actor, game }) { game.note = 'It is ' + actor.held; } }),
    find: action({
      by: 'anybody', private: true, reveals: ['game'],
      effect({ actor, game }) { game.found = [actor.held, actor.own, ...game.all].map((one) => String(one).length).join(' '); },
    }),
  },
}));
`;

let root = '';
let folder = '';
let now = '';
beforeEach(async () => {
  now = '2030-06-03T09:00:00Z';
  root = mkdtempSync(join(tmpdir(), 'private-inside-'));
  folder = join(root, 'game');
  const pack = join(root, 'library/hidden');
  mkdirSync(join(pack, 'dynastic'), { recursive: true });
  writeFileSync(join(pack, 'pack.yml'), "name: hidden\ntitle: Hidden\ncore: '2021'\ntheme: Words.\n");
  const text = '---\ntitle: Hiding\norder: 10\n---\nPeople hide words.\n';
  writeFileSync(join(pack, 'dynastic/hiding.md'), text);
  writeFileSync(join(pack, 'dynastic/hiding.ts'), CLAUSE);
  const names = ['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((name) => ['--player', name]);
  await done('init', folder, '--dynasty', 'hidden', '--library', join(root, 'library'), ...names);
  await written(new Map([[FORMAT_FILE, null]]));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

async function gitnomic(...words: string[]): Promise<{ code: number; text: string }> {
  const { code, said: text } = await runIn(folder, now, words);
  return { code, text };
}

async function done(...words: string[]): Promise<string> {
  const { code, text } = await gitnomic(...words);
  expect([code, text]).toEqual([0, text]);
  return text;
}

async function written(changes: ReadonlyMap<string, string | null>): Promise<void> {
  const { forge, main } = await openLocalGame(folder, { now, caches });
  const tip = await main();
  const author = { name: forge.engine.name, email: '', at: now };
  const commit = await writeCommit(forge.repository, { parents: [tip], changes, author, message: 'Other\n' });
  expect(await forge.advance('main', tip, commit)).toBe('advanced');
}

/** Somebody comments, and an engine that knows only the first format takes it in. */
async function earlier(...said: readonly (readonly [by: string, text: string])[]): Promise<void> {
  const game = await openLocalGame(folder, { now, caches });
  for (const [id, text] of said) await game.say({ id, name: id, bot: false }, await game.thread(), text);
  const options = { forge: game.forge, vault: game.vault, now, caches };
  const main = await game.main();
  const observed = await observe(game.forge, main, now);
  const situation = await situationAt(options, main, observed);
  const session = await startSession({ ...situation, privacy: 'outermost' });
  const { commits, happened } = session.decide(situation);
  expect(happened.filter(({ outcome }) => !outcome.ok)).toEqual([]);
  expect(await apply(options, main, situation.files, observed, commits)).not.toBe(null);
  session.dispose();
}

async function stateNow() {
  const files = await (await openLocalGame(folder, { now, caches })).content();
  return { files, state: readGame(files).state };
}

test('what was public is private from then on, nothing is lost, and all of it can be played again', async () => {
  await earlier(['ana', `/act hide word=${WORD}`], ['ana', '/act tell'], ['bo', '/act hide word=silence']);
  now = '2030-06-03T10:00:00Z';
  await earlier(['bo', '/act tell'], ['bo', '/act find'], ['ana', '/act find']);
  const before = await stateNow();
  expect(before.state?.players['ana']?.['held']).toBe(WORD);
  expect(before.state?.game).toMatchObject({ all: [WORD, 'silence'], found: '4 4 4 7' });
  // The replay works before the upgrade as well as after it.
  expect(await done('replay')).toContain('the game is the same: 6 ledger lines');
  now = '2030-06-03T11:00:00Z';
  expect(await done('act', 'find', '--as', 'ana', '--yes')).toContain('ana');
  const after = await stateNow();
  expect(after.files.get(FORMAT_FILE)).toBe(`{"format":${FORMAT}}\n`);
  expect(after.state?.players['ana']).not.toHaveProperty('held');
  expect(after.state?.game).not.toHaveProperty('all');
  expect(after.state?.game['found']).toBe('4 4 4 7');
  const { vault } = await openLocalGame(folder, { now, caches });
  expect(await vault.read(vaultKeyOf(after.files))).toMatchObject({
    game: { all: [WORD, 'silence'] },
    players: { ana: { held: WORD, own: WORD }, bo: { held: 'silence' } },
  });
  expect(readFileSync(join(folder, 'content/gamestate/players/ana.md'), 'utf8')).not.toContain(WORD);
  expect((await gitnomic('act', 'tell', '--as', 'ana')).text).toContain('Held is private');
  await done('act', 'hide', 'word=stillness', '--as', 'cy', '--yes');
  now = '2030-06-03T12:00:00Z';
  await done('act', 'find', '--as', 'cy', '--yes');
  expect((await stateNow()).state?.game['found']).toBe('9 9 4 7 9');
  expect(await done('replay')).toContain('the game is the same: 9 ledger lines');
  expect(await done('replay', '--dynasty', '1')).toContain('is the same: 9 ledger lines');
  expect(await done('log', 'journal', 'verify')).toContain('intact');
  expect(await done('doctor')).toContain('Nothing is wrong.');
});
