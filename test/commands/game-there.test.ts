// Tries commands in folders that hold a game in some form: nothing changes unless the command says so.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makePaint } from '../../src/cli/terminal.ts';

const START = '2030-06-03T09:00:00Z';
const LATER = '2030-06-03T10:00:00Z';
const PLAYERS = ['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((name) => ['--player', name]);
let root = '';
let played = '';
let folder = '';

interface Said {
  readonly code: number;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

async function gitnomic(at: string, now: string, ...words: string[]): Promise<Said> {
  let text = '';
  const code = await runCli({
    words: [...words, '--json'],
    folder: at,
    environment: { GITNOMIC_NOW: now },
    terminal: {
      out: (said) => (text += said),
      err: (said) => (text += said),
      paint: makePaint(false),
      paintErr: makePaint(false),
      progress: () => {},
    },
    caches,
  });
  return { code, text, json: JSON.parse(text) as Said['json'] };
}

const git = (cwd: string, ...words: string[]): string =>
  execFileSync('git', words, { cwd, encoding: 'utf8' });

// Makes a vote that an action wrote to main, and one that is only in the journal.
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'game-there-'));
  played = join(root, 'played');
  mkdirSync(played);
  await gitnomic(root, START, 'init', 'played', '--core', '2021', ...PLAYERS);
  const rule = ['--rule', 'Votes', '--replace', '48', '--with', '36', '--title', '[Core] Shorter'];
  await gitnomic(played, START, 'propose', '--as', 'bo', ...rule);
  await gitnomic(played, START, 'vote', 'for', '1', '--as', 'ana');
  await gitnomic(played, START, 'act', 'roll', 'roll=DICE6', '--as', 'dee');
  await gitnomic(played, START, 'vote', 'for', '1', '--as', 'cy');
  await gitnomic(played, START, 'tick');
});
beforeEach(() => {
  folder = join(root, 'here');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const copy = (...without: string[]): void => {
  cpSync(played, folder, { recursive: true });
  for (const path of without) rmSync(join(folder, path), { recursive: true });
};
const clone = (...words: string[]): void => {
  git(root, 'clone', '--quiet', ...words, join(played, '.gitnomic/forge/repository.git'), folder);
};

const FORGE = '.gitnomic/forge';
/** Each kind of damage, with what can be restored: everything in the journal, the files in content/, or nothing. */
const KINDS: readonly (readonly [string, 'journal' | 'content' | null, () => void])[] = [
  ['a clone', 'journal', () => clone()],
  ['a mirror', 'journal', () => clone('--mirror')],
  [
    'a clone with another branch checked out',
    'journal',
    () => {
      clone();
      git(folder, 'checkout', '--quiet', 'journal');
    },
  ],
  ['a clone of main alone', 'content', () => clone('--single-branch')],
  [
    'a game without its forge in a repository of somebody’s own',
    'content',
    () => {
      copy('.gitnomic');
      git(folder, 'init', '--quiet', '--initial-branch=main');
      git(folder, 'add', '.');
      git(folder, 'commit', '--quiet', '-m', 'The game');
    },
  ],
  [
    'a game without its forge’s log and journal',
    'content',
    () => copy(`${FORGE}/events.jsonl`, `${FORGE}/repository.git/refs/heads/journal`),
  ],
  ['a game without its forge’s log', 'journal', () => copy(`${FORGE}/events.jsonl`)],
  ['a game without its forge’s main', 'journal', () => copy(`${FORGE}/repository.git/refs/heads/main`)],
  [
    'a game whose log is empty',
    'journal',
    () => {
      copy();
      writeFileSync(join(folder, FORGE, 'events.jsonl'), '');
    },
  ],
  ['a game without its forge’s repository', 'content', () => copy(`${FORGE}/repository.git`)],
  ['a game without its forge', 'content', () => copy(FORGE)],
  ['a game of which only content/ is left', 'content', () => copy('.gitnomic')],
  ['a game without its forge and game.yml', null, () => copy(FORGE, 'content/game.yml')],
  ['a game without its forge and gamestate', null, () => copy(FORGE, 'content/gamestate')],
  ['a game without its forge and content/', null, () => copy(FORGE, 'content')],
];

const COMMANDS: readonly (readonly string[])[] = [
  ['init', 'here', '--core', '2021', ...PLAYERS],
  ['start', '--once', '--game', 'here'],
  ['start', '--once', '--sample', '--game', 'here'],
  ['status', '--game', 'here'],
  ['doctor', '--fix', '--game', 'here'],
  ['tick', '--game', 'here'],
  ['vote', 'for', '1', '--as', 'dee', '--game', 'here'],
  ['upgrade', '--game', 'here'],
  ['doctor', 'recover', '--as', 'ana', '--game', 'here'],
  ['doctor', 'recover', '--forge', '--dry-run', '--game', 'here'],
];

/** Lists every file with its date. Locks are left out, since they hold nothing and may remain. */
function everything(at: string): ReadonlyMap<string, string> {
  const files = readdirSync(at, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return new Map(
    paths
      .filter((path) => !path.endsWith('.lock'))
      .map((path) => [path.slice(at.length), `${statSync(path).size} ${statSync(path).mtimeMs}`]),
  );
}

describe.each(KINDS)('%s', (_, from, make) => {
  test('no command changes it unasked, and each says how to go on from there', async () => {
    make();
    const before = everything(folder);
    for (const words of COMMANDS) {
      const { code, text } = await gitnomic(root, LATER, ...words);
      expect(everything(folder), words.join(' ')).toEqual(before);
      if (words[0] === 'upgrade' || words.includes('--dry-run')) continue;
      expect(text, words.join(' ')).toMatch(/recover --forge/u);
      expect(text, words.join(' ')).not.toMatch(/gitnomic init/u);
      if (words[0] !== 'doctor') expect(code, words.join(' ')).not.toBe(0);
    }
    const inside = await gitnomic(folder, LATER, 'init', '.', '--core', '2021', ...PLAYERS);
    expect(inside.json).toMatchObject({ error: { problems: [{ code: 'game-there' }] } });
    expect(everything(folder)).toEqual(before);
  });

  test.runIf(from === null)('recover --forge says that too little is left, and changes nothing', async () => {
    make();
    const before = everything(folder);
    const said = await gitnomic(folder, LATER, 'doctor', 'recover', '--forge', '--yes');
    expect(said.code).not.toBe(0);
    expect(said.text).toMatch(/content\//u);
    expect(everything(folder)).toEqual(before);
  });

  test.runIf(from !== null)('recover --forge rebuilds its forge', async () => {
    make();
    const made = await gitnomic(folder, LATER, 'doctor', 'recover', '--forge', '--yes');
    expect(made.json).toMatchObject({ from, pending: ['1'] });
    const [matter] = (await gitnomic(folder, LATER, 'status')).json['queue'] as {
      counts: { count: number }[];
    }[];
    expect(matter?.counts[0]?.count).toBe(from === 'journal' ? 3 : 2);
    expect((await gitnomic(folder, LATER, 'doctor', 'recover', '--forge', '--yes')).json).toMatchObject({
      error: { problems: [{ code: 'forge-there' }] },
    });
    expect((await gitnomic(folder, LATER, 'vote', 'for', '1', '--as', 'dee')).code).toBe(0);
  });
});

/** The clone lost its seeds but not its journal, the second game both, the third only part of the journal. */
const PLAYED_ON = ['a clone', 'a game without its forge', 'a game without its forge’s log'];

test.each(KINDS.filter(([name]) => PLAYED_ON.includes(name)))(
  'a game recovered from %s goes on',
  async (_, from, make) => {
    make();
    const play = (...words: string[]): Promise<Said> => gitnomic(folder, LATER, ...words);
    expect((await play('doctor', 'recover', '--forge', '--yes')).text).toMatch(/omments and votes after/u);
    expect((await play('vote', 'for', '1', '--as', 'eli')).code).toBe(0);
    expect((await play('propose', '--as', 'ana', '--add-rule', 'Manners', '--text', 'Please.')).code).toBe(0);
    expect((await play('tick', '--forward', '13h')).json).toMatchObject({
      commits: [{ message: expect.stringContaining('Enact 1: [Core] Shorter') }],
    });
    expect((await play('act', 'roll', 'roll=DICE6', '--as', 'dee')).code).toBe(0);
    expect((await play('log', 'journal', 'verify')).json).toMatchObject({ ok: true });
    expect((await play('replay')).json).toMatchObject({ same: true });
    const left = (await play('status')).json['queue'] as { title: string }[];
    expect(left.map(({ title }) => title)).toEqual(['Manners']);
    const findings = (await play('doctor')).json['findings'] as { code: string; where?: string }[];
    expect(findings.filter(({ where = '', code }) => where.includes(folder) || code === 'edited')).toEqual(
      [],
    );
    expect(from).not.toBeNull();
  },
);

test('rebuilding a forge keeps edited files, and restores missing ones', async () => {
  clone();
  const [edited, missing] = [
    'content/ruleset/core/votable-matters/votes.md',
    'content/gamestate/players/bo.md',
  ];
  const text = `${readFileSync(join(folder, edited), 'utf8')}\nEdited.\n`;
  const before = readFileSync(join(folder, missing), 'utf8');
  writeFileSync(join(folder, edited), text);
  rmSync(join(folder, missing));
  expect((await gitnomic(folder, LATER, 'doctor', 'recover', '--forge', '--yes')).code).toBe(0);
  expect(readFileSync(join(folder, edited), 'utf8')).toBe(text);
  expect(readFileSync(join(folder, missing), 'utf8')).toBe(before);
});

test('a clone of a game on GitHub can’t hold another game, and nothing is missing in it', async () => {
  mkdirSync(join(folder, 'content'), { recursive: true });
  writeFileSync(
    join(folder, 'content/game.yml'),
    'name: Far\nforge:\n  kind: github\n  repository: ana/far\n',
  );
  const before = everything(folder);
  for (const [code, ...words] of [
    ['game-there', 'init', 'here', '--core', '2021', ...PLAYERS],
    ['game-there', 'start', '--once', '--game', 'here'],
    ['no-token', 'status', '--game', 'here'],
    ['hosted', 'doctor', 'recover', '--forge', '--game', 'here'],
  ] as const)
    expect((await gitnomic(root, LATER, ...words)).json).toMatchObject({ error: { problems: [{ code }] } });
  expect(everything(folder)).toEqual(before);
});

test('this very repository counts as holding a game', async () => {
  const repository = fileURLToPath(new URL('../..', import.meta.url));
  const said = await gitnomic(repository, LATER, 'init', '.', '--core', '2021', ...PLAYERS);
  expect(said.json).toMatchObject({ error: { problems: [{ code: 'game-there' }] } });
});

test('an outer game isn’t mistaken for the inner one whose forge is lost', async () => {
  cpSync(played, folder, { recursive: true });
  const inner = join(folder, 'inner');
  cpSync(played, inner, { recursive: true });
  rmSync(join(inner, FORGE), { recursive: true });
  expect((await gitnomic(join(inner, 'content'), LATER, 'status')).json).toMatchObject({
    error: { problems: [{ code: 'forge-lost' }] },
  });
  expect((await gitnomic(join(folder, 'content'), LATER, 'status')).code).toBe(0);
});

test('the content of a game whose forge is lost is linted like any other', async () => {
  copy(FORGE);
  expect((await gitnomic(folder, LATER, 'lint')).json).toMatchObject({ problems: [] });
  writeFileSync(join(folder, 'content/ruleset/core/fair-play.ts'), "throw new Error('boo');\n");
  for (const at of [folder, join(folder, 'content')]) {
    const { code, text } = await gitnomic(at, LATER, 'lint');
    expect([code, text.includes('boo')]).toEqual([3, true]);
  }
});
