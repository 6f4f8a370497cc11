// What somebody asks for when they begin a game is either done or refused, on each host: nothing is dropped without a word.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { caches } from '../src/cache/fixtures/shared-caches.ts';
import { command as init } from '../src/cli/commands/init.ts';
import { runCli } from '../src/main/run-cli.ts';
import { makeTerminal } from '../src/cli/terminal.ts';
import { addons } from '../src/addons/registry.ts';
import { hosts } from '../src/host/registry.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'options-'));
  writeFileSync(join(folder, 'rules.txt'), 'Our Rules\n\nFair play\n\nPlayers are fair to each other.\n');
  const pack = join(folder, 'packs/tide');
  mkdirSync(join(pack, 'ruleset'), { recursive: true });
  writeFileSync(join(pack, 'pack.yml'), 'name: tide\ntitle: Tide\ncore: "2021"\n');
  writeFileSync(join(pack, 'ruleset/tide.md'), '---\ntitle: Tide\n---\nThe sea comes in twice a day.\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What is given for each option of `init`, with what it needs besides. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  name: ['--name', 'Pier'],
  ruleset: ['--ruleset', 'rules.txt'],
  core: ['--core', '2008'],
  dynasty: ['--dynasty', 'proving'],
  pace: ['--pace', 'weeks'],
  library: ['--library', 'packs', '--dynasty', 'tide'],
  player: ['--player', 'cy:9'],
  admin: ['--admin', 'bo:8'],
  emperor: ['--emperor', 'bo'],
  resolution: ['--resolution', 'by-admin'],
  practice: ['--practice'],
  language: ['--language', 'de'],
  'player-term': ['--player-term', 'Sailor'],
  'emperor-term': ['--emperor-term', 'Admiral'],
};
const options = Object.keys(init.options);
/** Each game that is begun takes a second or two: what is refused is tried always, and a few of the others, but for the long suite. */
const FEW = process.env['GITNOMIC_FUZZ'] === undefined ? ['ruleset', 'practice', 'admin'] : options;
/** How each host is asked for a game, besides: the words that name it, and its players as it knows them. */
const HOSTS: Readonly<Record<string, (words: readonly string[]) => readonly string[]>> = {
  local: (words) => ['--player', 'ana', '--player', 'bo', ...words.map((word) => word.replace(/:\d$/u, ''))],
  github: (words) => [
    '--github',
    'ana/harbour',
    '--engine',
    'someone/gitnomic',
    '--player',
    'ana:7',
    '--player',
    'bo:8',
    ...words,
  ],
};

/** What a game that is begun so consists of; null where it is refused. */
async function begin(host: string, words: readonly string[]): Promise<string | null> {
  let out = '';
  const sink = { write: (text: string) => (out += text) };
  const environment = { GITNOMIC_NOW: '2030-06-03T09:00:00Z' };
  const given = ['init', 'game', ...(HOSTS[host]?.(words) ?? []), '--json'];
  const code = await runCli({
    words: given,
    folder,
    environment,
    terminal: makeTerminal(sink, sink, environment, () => 0),
    hosts,
    caches,
  });
  const at = join(folder, 'game');
  if (code !== 0) {
    expect(JSON.parse(out)).toMatchObject({ error: { problems: [{ code: 'option-not-taken' }] } });
    expect(existsSync(at)).toBe(false);
    return null;
  }
  const paths = readdirSync(join(at, 'content'), { recursive: true, encoding: 'utf8' }).sort();
  const texts = paths.flatMap((path) => {
    const file = join(at, 'content', path);
    return path.includes('.') ? [`${path}\n${readFileSync(file, 'utf8')}`] : [];
  });
  const practice = existsSync(join(at, '.gitnomic')) ? readdirSync(join(at, '.gitnomic')).join(' ') : '';
  rmSync(at, { recursive: true });
  return [...texts, practice].join('\n');
}

test('each host and each option is tested here', () => {
  expect(Object.keys(HOSTS).toSorted()).toEqual(hosts.map(({ kind }) => kind).toSorted());
  expect(Object.keys(GIVEN).toSorted()).toEqual(options.toSorted());
});

test.each(hosts.map(({ kind }) => kind))('%s does what an option says, or refuses it', async (host) => {
  const usual = await begin(host, []);
  const added = addons.map(({ addedOptions }) => addedOptions?.['init']);
  const takes = added.find((one) => one !== undefined && host in one.options)?.instead?.takes ?? options;
  const refused: string[] = [];
  for (const option of options.filter((one) => FEW.includes(one) || !takes.includes(one))) {
    const game = await begin(host, GIVEN[option] ?? []);
    if (game === null) refused.push(option);
    else expect([option, game === usual]).toEqual([option, false]);
  }
  expect(refused.toSorted()).toEqual(options.filter((option) => !takes.includes(option)).toSorted());
});
