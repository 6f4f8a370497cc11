import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { ALL, installIn, NEEDED, nodesHere, packPackage, root, run, type Said } from './install.ts';

let [folder, file, everything, bare] = ['', '', '', ''];

beforeAll(async () => {
  ({ folder, file } = await packPackage());
  for (const name of ['everything', 'bare']) mkdirSync(join(folder, name));
  everything = installIn(join(folder, 'everything'), file, ALL);
  bare = installIn(join(folder, 'bare'), file, NEEDED);
}, 180_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command, which has to go well and to warn of nothing. */
function play(node: string, bin: string, line: string): string {
  const { status, stdout, stderr } = run(node, join(folder, 'everything'), [bin, ...line.split(' ')]);
  expect([line, status, stderr.replace(/^(Building the pages …|\d+ of \d+: .*)\n/gmu, '')]).toEqual([
    line,
    0,
    '',
  ]);
  return stdout;
}

test.each(nodesHere())('a game is played with what was packed, on %s', (node) => {
  const game = `game${nodesHere().indexOf(node)}`;
  const at = (line: string): string => play(node, everything, `${line} --game ${game}`);
  const players = ['ana', 'bo', 'cy', 'di', 'ed'].map((name) => `--player ${name}`).join(' ');
  expect(play(node, everything, `init ${game} ${players} --dynasty crypt`)).toContain('57 rules');
  at('propose --as ana --add-rule Manners --text Please.');
  for (const name of ['bo', 'cy']) at(`vote for Manners --as ${name}`);
  expect(at('tick --forward 3d')).toContain('Manners');
  expect(existsSync(join(folder, 'everything', game, 'content/ruleset/dynastic/manners.md'))).toBe(true);
  expect(at('status')).toContain('Nothing is pending');
  expect(at('replay')).toContain('the game is the same');
  expect(at('doctor')).toContain('Nothing is wrong');
  expect(at(`site --out ${game}-pages`)).toContain('The pages are in');
  expect(readFileSync(join(folder, 'everything', `${game}-pages/index.html`), 'utf8')).toContain(game);
  expect(
    play(node, everything, 'scenario node_modules/gitnomic/content/library/core/scenarios/admins.yml'),
  ).toContain('1 passed');
});

test('without what is native everything but pictures and types is there, and that is said', () => {
  const at = (...words: string[]): Said => run(process.execPath, join(folder, 'bare'), [bare, ...words]);
  expect(at('init', 'game', '--player', 'ana', '--player', 'bo').status).toBe(0);
  const types = at('types', '--core', '2021');
  expect(types.status).not.toBe(0);
  expect(types.stderr).toContain(
    'the optional package typescript is not installed: `npm install typescript`',
  );
  expect(at('site', '--game', 'game', '--out', 'pages').stdout).toContain('`npm install sharp` brings it.');
  expect(existsSync(join(folder, 'bare/pages/index.html'))).toBe(true);
});

test('start serves the pages and the table', { timeout: 180_000 }, async () => {
  const home = join(folder, 'everything');
  const words = ['start', '--game', 'served', '--port', '47210'];
  expect(run(process.execPath, home, [everything, 'init', 'served', '--player', 'ana']).status).toBe(0);
  const child = spawn(process.execPath, [everything, ...words], { cwd: home });
  try {
    let said = '';
    const table = await new Promise<string>((found, failed) => {
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text;
          const [, at] = /is played at (http:\S+?)[\s.]*(?:\(|and|$)/mu.exec(said) ?? [];
          if (at !== undefined) found(at);
        });
      child.on('close', () => failed(new Error(said)));
    });
    expect(await (await fetch(new URL('table.css', table))).text()).toContain('{');
    expect(await (await fetch(table)).text()).toContain('served');
  } finally {
    child.kill();
  }
});

test('an editor knows the words of a clause', () => {
  const clause = `import { integer, rule } from 'gitnomic/rules';
export default rule(() => ({ player: { pips: integer({ min: 0 }) } }));
export const wrong: string = rule(() => ({}));
`;
  const at = join(folder, 'everything');
  writeFileSync(join(at, 'clause.mts'), clause);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  for (const module of ['nodenext', 'preserve']) {
    const words = [
      tsc,
      '--noEmit',
      '--strict',
      '--pretty',
      'false',
      '--target',
      'esnext',
      '--module',
      module,
    ];
    const { stdout } = run(process.execPath, at, [...words, 'clause.mts']);
    expect(stdout.split('\n').map((line) => line.replace(/: Type .*/u, ''))).toEqual([
      'clause.mts(3,14): error TS2322',
      '',
    ]);
  }
});

test('it is small, and holds nothing that only the project needs', () => {
  expect(statSync(file).size).toBeLessThan(8_000_000);
  const installed = join(folder, 'bare/node_modules/gitnomic');
  const paths = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  expect(
    paths.filter((path) => /\.test\.|node_modules|(^|\/)(test|bench|fixtures)(\/|$)/u.test(path)),
  ).toEqual([]);
  // What Node would have to take types out of, it refuses below node_modules; clauses are read and not run by it.
  expect(paths.filter((path) => /(?<!\.d)\.ts$/u.test(path) && !path.startsWith('content'))).toEqual([]);
  const places = paths
    .filter((path) => /\.(js|mjs|cjs|txt)$/u.test(path))
    .filter((path) => readFileSync(join(installed, path), 'utf8').includes(root));
  expect(places).toEqual([]);
});
