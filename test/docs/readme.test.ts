// What README.md has people type, typed: each command has to go well, on a game that the first of them begins.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, expect, test } from 'vitest';

import { manifestOf, OLDEST_NODE } from '../../scripts/build-package/manifest.ts';
import { oldestNode } from '../../scripts/set-up/failures.mjs';
import { listPacks, readPackFile } from '../../src/ruleset/compose.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'readme-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const lines = [...readme.matchAll(/^```sh\n([\s\S]*?)^```/gmu)].flatMap(([, block = '']) =>
  block.split('\n').flatMap((line) => /^npm run -s gitnomic -- (.*?)\s*(?:#.*)?$/u.exec(line)?.[1] ?? []),
);

/** Every document that people read, with its text. */
const documents = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md']
  .concat(
    readdirSync(new URL('../../docs', import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => `docs/${path}`),
  )
  .map((path) => [path, readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')] as const);

test('the documents name the Node version for a clone, and the package’s only as the package’s', () => {
  const told = documents.flatMap(([path, text]) =>
    [...text.matchAll(/^.*\bNode\W.*?(\d[\d.]*) or later.*$/gmu)].map(([line, node]) => ({
      path,
      line,
      node,
    })),
  );
  expect(told.length).toBeGreaterThan(2);
  for (const { path, line, node } of told)
    expect([path, line, [String(oldestNode), OLDEST_NODE]]).toEqual([
      path,
      line,
      expect.arrayContaining([node]) as string[],
    ]);
  expect(new Set(told.map(({ node }) => node))).toEqual(new Set([String(oldestNode), OLDEST_NODE]));
  // The package's number never stands without that word, and workflows try the oldest Node of a clone.
  for (const [path, text] of documents)
    for (const part of text.split(/\n\n|(?<=\|)\n/u))
      if (part.includes(OLDEST_NODE))
        expect([path, part]).toEqual([path, expect.stringContaining('package')]);
  const workflow = readFileSync(new URL('../../.github/workflows/platforms.yml', import.meta.url), 'utf8');
  expect(workflow).toContain(`node: ${oldestNode} }`);
  expect(manifestOf(root)).toMatchObject({ engines: { node: `>=${OLDEST_NODE}` } });
});

test('the README names packs as `init` does, with their core rules', () => {
  const rows = [...readme.matchAll(/^\| (.+?) +\| (\S+) +\| `([\w-]+)`/gmu)].map(([, title, core, pack]) => ({
    title,
    core,
    pack,
  }));
  const packs = listPacks(shippedLibrary).dynasties.flatMap((pack) => {
    const read = readPackFile('', shippedLibrary.get(`${pack}/pack.yml`) ?? '').pack;
    return read?.core === undefined || pack === 'proving'
      ? []
      : [{ title: read.title, core: read.core, pack }];
  });
  const byPack = (all: readonly { pack?: string | undefined }[]) =>
    all.toSorted((a, b) => (a.pack ?? '').localeCompare(b.pack ?? ''));
  expect(byPack(rows)).toEqual(byPack(packs));
});

/** `a "b c"` → a, b c */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, plain]) => quoted ?? plain ?? '');

test('the commands of the README succeed', async () => {
  expect(lines.length).toBeGreaterThan(7);
  const environment = { GITNOMIC_NOW: '2030-06-03T09:00:00Z' };
  const said = new Map<string, string>();
  for (const line of lines) {
    const words = wordsOf(line);
    // It would serve until somebody ends it.
    if (words[0] === 'start') words.push('--once');
    let text = '';
    const write = { write: (more: string) => (text += more) };
    const terminal = makeTerminal(write, write, environment, () => 0);
    const code = await runCli({ words, folder, environment, terminal, caches });
    expect([line, code, text]).toEqual([line, 0, text]);
    said.set(words[0] ?? '', text);
  }
  // While it is open, the queue has it; the second vote of three players makes it a rule.
  expect(said.get('status')).toContain('Manners');
  expect(said.get('vote')).toContain('enacted');
});
