import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import {
  ATOM,
  DYNASTIES_CSV,
  MATTERS_CSV,
  ODD_NAMES,
  WIKI,
  WORDPRESS,
} from './history/fixtures/written-exports.ts';
import { openLocalGame } from '../../host/embedded/local-game.ts';
import { hosts } from '../../host/registry.ts';
import { pastHistory } from '../../site/prepare/history.ts';
import { frozenDynasties } from '../../store/dynasties/frozen.ts';
import { readDynasties } from '../../store/dynasties/list-past.ts';
import { readGame } from '../../store/read-game.ts';
import { runCli } from '../../main/run-cli.ts';
import { makeTerminal } from '../../cli/terminal.ts';
import { slowTest } from '../../../test/slowly.ts';

const home = mkdtempSync(join(tmpdir(), 'gitnomic-history-'));
beforeAll(() => {
  const files = {
    'tables/d.csv': DYNASTIES_CSV,
    'tables/m.csv': MATTERS_CSV,
    'blog/w.xml': WORDPRESS,
    'blog/a.atom': ATOM,
  };
  for (const [path, text] of Object.entries({
    ...files,
    'wiki.xml': WIKI,
    'rules.txt': '1. Be kind.\n',
    'cut.xml': WIKI.slice(0, 300),
    'cut.csv': 'title,author\n"a" b,c',
  })) {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), text);
  }
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

async function run(...words: string[]) {
  let out = '';
  const sink = { write: (text: string) => (out += text) };
  const terminal = makeTerminal(sink, sink, {}, () => 0);
  return { code: await runCli({ words, folder: home, environment: {}, terminal, hosts, caches }), out };
}

/** Imports a history into a new game, and returns its files of past dynasties. */
async function imported(name: string, core: readonly string[], ...exports: string[]) {
  const begun = await run('init', name, ...core, '--player', 'ana', '--player', 'bo');
  expect(begun).toMatchObject({ code: 0 });
  const said = await run('import', 'history', ...exports, '--game', name, '--as', 'ana', '--json');
  expect(said).toMatchObject({ code: 0 });
  const game = await openLocalGame(join(home, name), { caches });
  const files = await readDynasties(game.forge.repository, await game.main());
  return {
    files,
    past: frozenDynasties(files),
    game,
    facts: JSON.parse(said.out) as Record<string, unknown>,
  };
}

slowTest(
  'tables become dynasties with their matters, and odd names stay apart and as they were written',
  async () => {
    const { past, facts, game } = await imported('t', [], 'tables');
    expect(facts).toMatchObject({ dynasties: 2, matters: ODD_NAMES.length + 1, people: ODD_NAMES.length });
    expect(facts['unclear']).toEqual([
      expect.objectContaining({ code: 'unknown-outcome', count: 1 }),
      expect.objectContaining({ code: 'no-time', count: 1 }),
    ]);
    expect(past.map(({ about }) => [about.number, about.name, about.imported?.from])).toEqual([
      [1, 'The First Dynasty of "Zed"', ['tables']],
      [2, `The Dynasty of 🍎 and ${'Long '.repeat(20)}`.slice(0, 100).trim(), ['tables']],
    ]);
    const posts = past.flatMap((one) => Object.values(one.posts));
    const names = new Map(past.flatMap(({ last }) => Object.entries(readGame(last).state?.players ?? {})));
    for (const name of ODD_NAMES) {
      const own = posts.find(({ title }) => title === `By "${name}", plainly`);
      expect(names.get(own?.author ?? '')).toMatchObject({ name });
      expect(own?.text).toBe('A line,\nand **another** & so on');
    }
    expect(posts.map(({ status }) => status ?? 'none').toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'enacted'),
      ...Array.from({ length: 4 }, () => 'failed'),
      'none',
    ]);
    // The game continues the count of dynasties, and a replay starts from there.
    expect(readGame(await game.content()).state?.dynasty['number']).toBe(3);
    expect(await run('replay', '--game', 't')).toMatchObject({ code: 0 });
    expect(await run('replay', '--dynasty', '1', '--game', 't')).toMatchObject({
      out: expect.stringContaining('played elsewhere'),
    });
    expect((await run('doctor', '--game', 't')).out).not.toContain('problem ');
    expect(await run('import', 'history', 'tables', '--game', 't', '--as', 'ana')).toMatchObject({
      out: expect.stringContaining('history-there'),
    });
  },
);

test('imports blogs and a wiki as matters with comments, the rules day by day, and pages as they ended', async () => {
  const { past, facts, files, game } = await imported('b', ['--ruleset', 'rules.txt'], 'blog', 'wiki.xml');
  expect(facts).toMatchObject({ dynasties: 1, matters: 3, people: 3, revisions: 4 });
  expect(facts['unclear']).toEqual([expect.objectContaining({ code: 'no-post', count: 1 })]);
  const [one] = past;
  const posts = Object.values(one?.posts ?? {});
  expect(posts.map(({ title, kind, author, status, at }) => [title, kind, author, status, at])).toEqual([
    ['Ascension Address: Lanterns', 'ascension-address', 'zoe', null, '2005-03-01T09:00:00Z'],
    ['More oil', 'proposal', 'zoe', 'enacted', '2005-03-02T09:00:00Z'],
    ['Call for Judgement: What is oil?', 'call-for-judgement', 'bo', 'failed', '2005-03-03T07:00:00Z'],
    ['Scores', 'gamestate', 'ana', null, '2005-03-06T09:00:00Z'],
  ]);
  expect(posts.map(({ text }) => text)).toEqual([
    'Light *everything*.',
    '- Oil is 3 < 4.',
    'What?\n\nFailed 1-4 by Zoë',
    '## Points\n\n- **Zoë**: 3',
  ]);
  expect(posts.map(({ comments }) => comments.map(({ by, text }) => `${by}: ${text}`))).toEqual([
    [],
    ['bo: For'],
    ['ana: Against'],
    [],
  ]);
  if (one === undefined) throw new Error('nothing was imported');
  expect(pastHistory(one, null, caches).map(({ at, rule, after }) => [at.slice(0, 10), rule, after])).toEqual(
    [
      ['2005-03-01', 'dynastic/votes', 'A vote is open for two days.'],
      ['2005-03-01', 'dynastic/oil', 'There is oil.'],
      ['2005-03-05', 'dynastic/votes', 'A vote is open for three days.'],
      ['2005-07-05', 'dynastic/oil', null],
    ],
  );
  expect([...one.last.keys()].filter((path) => path.startsWith('content/ruleset'))).toEqual([
    'content/ruleset/dynastic/votes.md',
  ]);
  // Nothing else has changed, except for the note that a history was imported.
  expect([...files.keys()].every((path) => path.startsWith('content/dynasties/1/'))).toBe(true);
  expect(await run('replay', '--game', 'b')).toMatchObject({ code: 0 });
  expect((await game.content()).get('content/checkpoints.json')).toContain('"history"');
});

test('writes nothing that can’t be read, that no Admin asks for, or that would replace what was played', async () => {
  await run('init', 'r', '--core', '2021', '--player', 'ana', '--player', 'bo');
  const importing = (...words: string[]) => run('import', 'history', ...words, '--game', 'r');
  expect(await importing('tables', '--as', 'bo')).toMatchObject({
    code: 1,
    out: expect.stringContaining('not-an-admin'),
  });
  expect((await importing('cut.xml', '--as', 'ana')).out).toContain('unreadable-history');
  expect((await importing('cut.csv', '--as', 'ana')).out).toContain('Row 2');
  expect((await importing('rules.txt', '--as', 'ana')).out).toContain('does not end in');
  expect((await importing('tables', '--as', 'ana', '--dry-run')).out).toContain('would be imported');
  expect(await run('roll', '1DICE6', '--game', 'r', '--as', 'bo')).toMatchObject({ code: 0 });
  expect((await importing('tables', '--as', 'ana')).out).toContain('dynasty-taken');
  const game = await openLocalGame(join(home, 'r'), { caches });
  const files = await readDynasties(game.forge.repository, await game.main());
  expect([...files.keys()]).toEqual(['content/dynasties/1/first.json']);
});
