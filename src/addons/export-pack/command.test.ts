import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';

import { caches } from '../../cache/fixtures/shared-caches.ts';
import { hosts } from '../../host/registry.ts';
import { putFile } from '#platform/files.ts';
import { listPacks } from '../../ruleset/compose.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { runCli } from '../../main/run-cli.ts';
import { makeTerminal } from '../../cli/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'gitnomic-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let now = '';
beforeEach(() => {
  now = '2030-06-03T09:00:00Z';
});

async function run(...words: string[]): Promise<{ readonly code: number; readonly out: string }> {
  let out = '';
  const sink = { write: (text: string) => (out += text) };
  const terminal = makeTerminal(sink, sink, {}, () => 0);
  const environment = { CI: '1', GITNOMIC_NOW: now };
  return { code: await runCli({ words, folder, environment, terminal, hosts, caches }), out };
}

async function did(...words: string[]): Promise<string> {
  const { code, out } = await run(...words);
  expect(code, `${words.join(' ')}\n${out}`).toBe(0);
  return out;
}

const PLAYERS = ['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((id) => ['--player', id]);
const inPack = (path: string): string => readFileSync(join(folder, 'packs', path), 'utf8');

/** Beginning a game with a pack plays all its scenarios and checks its clauses' types. */
async function beginsElsewhere(name: string): Promise<void> {
  await did('init', `of-${name}`, '--library', 'packs', '--core', '2021', '--dynasty', name, ...PLAYERS);
}

test('exports a played dynasty as a pack, with what was done as scenarios that hold elsewhere', async () => {
  await did('init', 'field', '--core', '2021', '--dynasty', 'proving', ...PLAYERS);
  await did('act', 'take-pip', '--as', 'bo', '--game', 'field');
  await did('act', 'take-crate', '--as', 'ana', '--game', 'field');
  await did('act', 'long-shot', '--as', 'ana', '--game', 'field');
  await did('act', 'pay-pips', 'to=cy', 'amount=2', '--as', 'bo', '--game', 'field');
  await did('export-pack', '--game', 'field', '--name', 'field-again', '--out', 'packs');

  const scenarios = readdirSync(join(folder, 'packs/field-again/scenarios')).sort();
  expect(scenarios).toEqual(['long-shot.yml', 'pay-pips.yml', 'take-crate.yml', 'take-pip.yml']);
  expect(inPack('field-again/scenarios/pay-pips.yml')).toContain('cy:\n      pips: 5');
  // Nobody changed the core rules, so the pack contains none.
  expect(existsSync(join(folder, 'packs/field-again/core'))).toBe(false);
  expect(inPack('field-again/README.md')).toContain('[Proving Ground](dynastic/proving-ground.md)');
  await beginsElsewhere('field-again');

  const again = await run('export-pack', '--game', 'field', '--name', 'field-again', '--out', 'packs');
  expect(again.out).toContain('is not empty');
  expect((await run('export-pack', '--game', 'field', '--name', 'proving')).out).toContain('another name');
});

const CLAUSE = `import { action, integer, rule, thing } from 'gitnomic/rules';

export default rule(({ value }) => ({
  things: { wells: { fields: { depth: integer() } } },
  player: { water: integer() },
  actions: {
    draw: action({
      with: { well: thing('wells') },
      effect({ actor, well }) {
        well.lose('depth', 1);
        actor.gain('water', value('full'));
      },
    }),
  },
}));
`;

test('exports an invented dynasty with what proposals set, and without what was played', async () => {
  await did('init', 'well', '--core', '2021', ...PLAYERS);
  const game = join(folder, 'well');
  putFile(
    join(game, 'content/ruleset/dynastic/wells.md'),
    '---\ntitle: Wells\n---\nWhoever draws from a Well has [3](#value:full) Water more, and the Well is 1 less deep.\n\n' +
      '| Each player has | starts at |\n| --- | --- |\n| Buckets | 2 |\n| Ropes | many |\n',
  );
  putFile(join(game, 'content/ruleset/dynastic/wells.ts'), CLAUSE);
  putFile(join(game, 'content/gamestate/wells/old.md'), '---\ndepth: 9\n---\n');
  const pass = async (n: string): Promise<void> => {
    for (const by of ['bo', 'cy', 'dee', 'eli', 'ana'])
      await did('vote', 'for', n, '--as', by, '--game', 'well');
    now = `2030-06-${String(Number(now.slice(8, 10)) + 3).padStart(2, '0')}T09:00:00Z`;
    await did('tick', '--game', 'well');
  };
  await did('propose', '--title', 'Wells', '--as', 'ana', '--game', 'well');
  await pass('1');
  await did('act', 'draw', 'well=old', '--as', 'cy', '--game', 'well');

  const said = await did('export-pack', '--game', 'well', '--out', 'packs', '--json');
  const { name, unread } = JSON.parse(said) as { name: string; unread: readonly string[] };
  // The game has left the row out; with it no game could begin.
  expect(unread).toEqual(['“Ropes” of dynastic/wells.md']);
  expect(inPack(`${name}/README.md`)).toContain(
    'The row “Ropes” of dynastic/wells.md, which the game left out',
  );
  expect(inPack(`${name}/dynastic/wells.md`)).toMatch(/\| Buckets \| 2 \|\n$/u);
  expect(inPack(`${name}/pack.yml`)).toContain('begins:\n  wells.old: {}\n  wells.old.depth: 9\n');
  expect(readdirSync(join(folder, 'packs', name, 'scenarios'))).toEqual(['draw.yml']);
  await beginsElsewhere(name);
  expect(await did('show', 'wells.old', '--game', `of-${name}`)).toContain('Depth: 9');

  await did('act', 'draw', 'well=old', '--as', 'bo', '--game', `of-${name}`);
  expect(await did('show', 'players.bo', '--game', `of-${name}`)).toContain('Water: 3');
});

/** Each takes some seconds, so only `npm run test:long` runs all of them. */
const LONG = process.env['GITNOMIC_SCENARIOS'] === 'all';
const LONG_MS = 120_000;
const packs = listPacks(shippedLibrary).dynasties;

function rulesOf(game: string): Readonly<Record<string, string>> {
  const root = join(folder, game, 'content/ruleset');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.\w+$/u.test(path),
  );
  return Object.fromEntries(files.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

test.skipIf(!LONG).each(packs)(
  'exports the pack %s from a game, and a game that begins with the result has the same rules',
  async (pack) => {
    const { core = '2021' } = parse(shippedLibrary.get(`${pack}/pack.yml`) ?? '') as { core?: string };
    await did('init', pack, '--core', core, '--dynasty', pack, ...PLAYERS);
    await did('export-pack', '--game', pack, '--name', `${pack}-again`, '--out', 'packs');
    const again = `of-${pack}-again`;
    await did('init', again, '--library', 'packs', '--core', core, '--dynasty', `${pack}-again`, ...PLAYERS);
    expect(rulesOf(again)).toEqual(rulesOf(pack));
  },
  LONG_MS,
);
