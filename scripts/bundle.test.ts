import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { build } from 'esbuild';
import { expect, test } from 'vitest';

import { fromBundle } from '../test/starter/bundled-threads.ts';
import { bundleOptions, makeBundle, overviewInputs, startingBundled } from './set-up/bundle.mjs';
import { bundleFolder, findBundle, findOverview } from './set-up/find-bundle.mjs';

const here = fileURLToPath(new URL('..', import.meta.url));

/** Makes a project with a command line of two files. */
function inProject(run: (root: string, write: (path: string, text: string) => void) => Promise<void>) {
  const root = mkdtempSync(join(tmpdir(), 'bundle-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('package-lock.json', '{}');
  write('src/main/main.ts', "import { word } from '../cli/word.ts';\nconsole.log(word);\n");
  write('src/cli/word.ts', "export const word: string = new URL('.', import.meta.url).pathname;\n");
  cpSync(join(here, 'scripts/set-up'), join(root, 'scripts/set-up'), { recursive: true });
  mkdirSync(join(root, 'node_modules'));
  for (const name of ['acorn', 'age-encryption', 'esbuild', '@esbuild'])
    symlinkSync(join(here, 'node_modules', name), join(root, 'node_modules', name));
  return run(root, write).finally(() => rmSync(root, { recursive: true }));
}

test('a bundle is used as long as it is made of exactly the present sources', () =>
  inProject(async (root, write) => {
    expect(findBundle(root)).toBe(null);
    await makeBundle(root);
    const first = findBundle(root);
    expect(first?.entry).toBe(join(root, bundleFolder, 'main.mjs'));

    write('src/cli/word.ts', "export const word = 'other';\n");
    expect(findBundle(root)).toBe(null);
    await makeBundle(root);
    expect(findBundle(root)?.fingerprint).not.toBe(first?.fingerprint);

    write('package-lock.json', '{"packages":{}}');
    expect(findBundle(root)).toBe(null);
    rmSync(join(root, 'src/cli/word.ts'));
    expect(findBundle(root)).toBe(null);
  }));

test('the overview runs from a bundle as long as the few files that it takes are the same', () =>
  inProject(async (root, write) => {
    const commands = `const { argv } = process;
if (argv.length === 2) await import('../cli/commands/help.ts'); else await import('../cli/commands/vote.ts');
`;
    write('src/main/main.ts', commands);
    write('src/cli/commands/help.ts', "import { word } from '../word.ts'; console.log(word);\n");
    write('src/cli/commands/vote.ts', "export const command = 'vote';\n");
    expect(findOverview(root)).toBe(null);
    await makeBundle(root);
    const entry = findBundle(root)?.entry;
    expect(findOverview(root)).toBe(entry);

    write('src/cli/commands/vote.ts', "export const command = 'a vote';\n");
    expect([findBundle(root), findOverview(root)]).toEqual([null, entry]);
    write('src/cli/word.ts', "export const word = 'other';\n");
    expect(findOverview(root)).toBe(null);
    await makeBundle(root);
    // If only the dates differ, the bundled overview is still found.
    const text = readFileSync(join(root, 'src/cli/word.ts'), 'utf8');
    rmSync(join(root, 'src/cli/word.ts'));
    write('src/cli/word.ts', text);
    expect([findOverview(root), findBundle(root)?.entry, findOverview(root)]).toEqual([null, entry, entry]);
  }));

test('the overview of this command line loads nothing that only games need', async () => {
  const { metafile } = await build({
    ...bundleOptions(here, { placeOf: () => "''", age: 'age-encryption' }),
    entryPoints: { main: 'src/main/main.ts' },
    write: false,
    outdir: here,
  });
  const inputs = overviewInputs(metafile).filter((path) => path.startsWith('src/'));
  expect(inputs).toEqual(expect.arrayContaining(['src/main/main.ts', 'src/cli/render-help.ts']));
  // Each add-on has a file that names its commands, and loads nothing.
  expect(inputs.filter((path) => !/^src\/addons\/[\w-]+\/addon\.ts$/u.test(path)).length).toBeLessThan(30);
  const ofGames = /^src\/(?:cache|kernel\/kernel|rehearse|sandbox|seat|session|tick)\b/u;
  expect(inputs.filter((path) => ofGames.test(path))).toEqual([]);
});

test('starts a thread from a bundle of its own, and not from its source', () =>
  inProject(async (root, write) => {
    write('src/sandbox/own-file.ts', 'export const ownFile = (source: URL): URL => source;\n');
    write('src/site/prepare/worker.ts', 'const told: string = "from the thread"; console.log(told);\n');
    write(
      'src/main/main.ts',
      `import { Worker } from 'node:worker_threads';
import { ownFile } from '../sandbox/own-file.ts';
new Worker(ownFile(new URL('../site/prepare/worker.ts', import.meta.url)));
`,
    );
    await makeBundle(root);
    const entry = findBundle(root)?.entry ?? '';
    // Only the bundle can be run now.
    rmSync(join(root, 'src'), { recursive: true });
    expect(execFileSync(process.execPath, [entry], { encoding: 'utf8' })).toBe('from the thread\n');
  }));

test('tests also start a thread from its bundle, as long as that is made of the present sources', () =>
  inProject(async (root, write) => {
    const path = 'src/main/main.ts';
    const text = `ownFile(new URL('../site/prepare/worker.ts', import.meta.url));`;
    write('src/site/prepare/worker.ts', 'console.log(1);\n');
    write(path, text);
    const started = (): string | undefined => fromBundle(root)(join(root, path), text);
    expect(started()).toBeUndefined();
    await makeBundle(root);
    const bundled = pathToFileURL(join(root, bundleFolder, 'threads/work.mjs'));
    expect(started()).toBe(`new URL('${bundled.href}');`);
    expect(existsSync(bundled)).toBe(true);
    expect(fromBundle(root)(join(root, 'src/cli/word.ts'), 'export const word = 1;')).toBeUndefined();
    write('src/site/prepare/worker.ts', 'console.log(2);\n');
    expect(started()).toBeUndefined();
  }));

test('everything that runs apart from the command line is bundled by itself', () => {
  const starting = globSync('src/**/*.ts', { cwd: here, exclude: ['**/*.test.ts'] })
    .map((name) => ({ path: join(here, name), text: readFileSync(join(here, name), 'utf8') }))
    .filter(({ text }) => text.includes("ownFile(new URL('"));
  expect(starting.length).toBeGreaterThan(4);
  const own = starting.filter((source) => startingBundled(here, source, String) === undefined);
  // This file is only read, so it needs no bundle.
  expect(own.map(({ path }) => path.slice(here.length))).toEqual(['src/addons/github-sign-in/command.ts']);
});

test('looks up a Node name that a bundle imports when it is used, and copies no others', async () => {
  const { outputFiles } = await build({
    ...bundleOptions(here, { placeOf: () => "''", age: 'age-encryption' }),
    stdin: {
      contents:
        "import { existsSync } from 'node:fs'; import * as path from 'node:path'; console.log(existsSync('/'), path.sep);",
      resolveDir: here,
    },
    write: false,
    outdir: here,
  });
  const text = outputFiles.map((file) => file.text).join('');
  expect(text).not.toContain('accessSync');
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  writeFileSync(join(folder, 'main.mjs'), text);
  expect(execFileSync(process.execPath, [join(folder, 'main.mjs')], { encoding: 'utf8' })).toMatch(
    /^true [/\\]\n$/u,
  );
  rmSync(folder, { recursive: true });
});

test('sources rewritten without a change still belong to the bundle', () =>
  inProject(async (root, write) => {
    await makeBundle(root);
    const first = findBundle(root);
    write('src/main/main.ts', "import { word } from '../cli/word.ts';\nconsole.log(word);\n");
    expect([findBundle(root), findBundle(root)]).toEqual([first, first]);
    write('src/main/main.ts', "import { word } from '../cli/word.ts';\nconsole.log( word);\n");
    expect(findBundle(root)).toBe(null);
  }));

test('finds no bundle if sources can’t be bundled', () =>
  inProject(async (root, write) => {
    write('src/cli/word.ts', 'export const word = (;\n');
    await makeBundle(root);
    expect(findBundle(root)).toBe(null);
  }));

test('what runs before the bundle imports no names from node:fs, which would load all of it', () => {
  for (const path of ['bin/gitnomic.mjs', 'scripts/set-up/find-bundle.mjs'])
    expect(readFileSync(join(here, path), 'utf8'), path).not.toMatch(
      /^import .* from 'node:(?:fs|crypto)'/mu,
    );
});

/** Returns a Node on this machine that is older than the one that runs this. */
function olderNode(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  for (const folder of folders) {
    const node = join(folder, 'node');
    if (!existsSync(node)) continue;
    const major = Number(/^v(\d+)/u.exec(execFileSync(node, ['--version'], { encoding: 'utf8' }))?.[1]);
    if (major >= 18 && major < Number(process.versions.node.split('.')[0])) return node;
  }
  return null;
}

test('a bundle made by an older Node has everything of the Node that runs it', ({ skip }) => {
  const older = olderNode();
  if (older === null || process.platform === 'win32') return skip('no older Node here');
  return inProject(async (root, write) => {
    mkdirSync(join(root, 'node_modules/.bin'));
    symlinkSync(process.execPath, join(root, 'node_modules/.bin/node'));
    // An older Node lacks these.
    write(
      'src/cli/word.ts',
      "import { globSync } from 'node:fs';\nexport const word: string = typeof globSync;\n",
    );
    write(
      'make.mjs',
      `import { makeBundle } from './scripts/set-up/bundle.mjs';\nawait makeBundle(${JSON.stringify(root)});\n`,
    );
    execFileSync(older, [join(root, 'make.mjs')], { cwd: root });
    const entry = findBundle(root)?.entry ?? '';
    expect(execFileSync(process.execPath, [entry], { encoding: 'utf8' })).toBe('function\n');
  });
});
