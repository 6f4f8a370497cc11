import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { ALL, installIn, packPackage, root, run, type Said } from './install.ts';
import { lookAtHome, play, playGame } from './play.ts';

let [folder, file, everything, bare] = ['', '', '', ''];

beforeAll(async () => {
  ({ folder, file } = await packPackage());
  for (const name of ['everything', 'bare']) mkdirSync(join(folder, name));
  everything = installIn(join(folder, 'everything'), file, ALL);
  bare = installIn(join(folder, 'bare'), file, []);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('a game can be played from the package', () => {
  const at = join(folder, 'everything');
  playGame(process.execPath, everything, at, 'game');
  const scenario = join(root, 'content/library/core/scenarios/stale-by-hand.yml');
  expect(play(process.execPath, everything, at, `scenario ${scenario}`)).toContain('1 passed');
});

test('without native packages all but pictures and types works, and it says so', () => {
  const at = (...words: string[]): Said => run(process.execPath, join(folder, 'bare'), [bare, ...words]);
  expect(at('init', 'game', '--core', '2021', '--player', 'ana', '--player', 'bo').status).toBe(0);
  const types = at('lint', 'types', '--core', '2021');
  expect(types.status).not.toBe(0);
  expect(types.stderr).toContain(
    'the optional package typescript is not installed: `npm install typescript`',
  );
  expect(at('site', '--game', 'game', '--out', 'pages').stdout).toContain('`npm install sharp` brings it.');
  expect(existsSync(join(folder, 'bare/pages/index.html'))).toBe(true);
});

test('start serves playable pages', async () => {
  const looked = lookAtHome(process.execPath, everything, join(folder, 'everything'), ['game', 47_200]);
  await expect(looked).resolves.toBeUndefined();
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

test('the package names the licences of compiled-in code, and has no source maps', () => {
  const installed = join(folder, 'bare/node_modules/gitnomic');
  const read = (path: string): string => readFileSync(join(installed, path), 'utf8');
  expect(globSync('lib/*.map', { cwd: installed })).toEqual([]);
  // What amaro has of SWC, and what the sandbox has of QuickJS, are under licences of their own.
  const licences = read('THIRD-PARTY-LICENSES.txt');
  for (const words of ['amaro 1.', 'Apache License', '@clack/prompts 1.', 'Fabrice Bellard', 'zod 4.'])
    expect(licences).toContain(words);
});

test('every file that the engine starts by path is in the package, compiled', () => {
  const named = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/ownFile\(new URL\('([^']+)\.ts'/gu)].map(
      ([, name = '']) => join(dirname(path), `${name}.js`),
    ),
  );
  expect(named.length).toBeGreaterThan(3);
  const installed = join(folder, 'bare/node_modules/gitnomic');
  expect(named.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
});

test('the package is small, and contains nothing that only the project needs', () => {
  expect(statSync(file).size).toBeLessThan(8_000_000);
  const installed = join(folder, 'bare/node_modules/gitnomic');
  const paths = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  // Npm takes seconds to unpack thousands of files, before a group has begun anything. Three quarters are chunks of code and their maps.
  expect(paths.length).toBeLessThan(1_050);
  expect(
    paths.filter((path) => /\.test\.|node_modules|(^|\/)(test|bench|fixtures)(\/|$)/u.test(path)),
  ).toEqual([]);
  // What Node would have to take types out of, it refuses below node_modules.
  expect(paths.filter((path) => /(?<!\.d)\.ts$/u.test(path))).toEqual([]);
  const places = paths
    .filter((path) => /\.(js|mjs|cjs|txt)$/u.test(path))
    .filter((path) => readFileSync(join(installed, path), 'utf8').includes(root));
  expect(places).toEqual([]);
});
