// Commands that people are told are to work as they stand: whatever may hold a space or a sign of the shell is quoted.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';
import { addons } from '../src/addons/registry.ts';
import { readArguments } from '../src/cli/read-arguments.ts';
import { findEntry, registryOf } from '../src/cli/registry.ts';
import { hosts } from '../src/host/registry.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = globSync('src/**/*.{ts,astro}', { cwd: root }).filter((path) => !path.includes('.test.'));

/** Parts of commands that are always one plain word: numbers of posts, and names that rules, packs and the registry give. */
const ONE_WORD = new Set([
  'action',
  'command',
  'end',
  'id',
  'joining',
  'linked',
  'matter',
  'meant',
  'name',
  'on.id',
  'on.param',
  'one',
  'post.id',
  // What follows a command in the same line.
  'turn',
  'what',
  'where',
  'who.id',
  'words',
  // A name that was quoted before.
  'as',
]);
/** A command in a template, to the end of its line or of its quotation. */
const COMMAND = /(?:gitnomic|\$\{run\}) [a-z-]+(?:\$\{[^}]*\}|[^`\n\\])*/gu;
const PART = /\$\{([^}]*)\}/gu;

function unquotedIn(text: string): readonly string[] {
  return [...text.matchAll(COMMAND)].flatMap(([command]) =>
    [...command.slice(1).matchAll(PART)]
      .map(([, part = '']) => part)
      .filter((part) => !part.startsWith('shellWord(') && !ONE_WORD.has(part)),
  );
}

test('values filled into a command are quoted for the shell, or are a single word', () => {
  const found = sources.flatMap((path) =>
    unquotedIn(readFileSync(`${root}/${path}`, 'utf8')).map((part) => `${path}: ${part}`),
  );
  expect(found, 'Put it through shellWord.').toEqual([]);
});

/** `\`gitnomic why ${id}\`` → `why x` */
function typedIn(text: string): readonly string[] {
  return [...text.matchAll(/`gitnomic ((?:\$\{[^}]*\}|[^`\\$])+)\\?`/gu)]
    .map(([, line = '']) => line.replaceAll(PART, 'x').trim())
    .filter((line) => /^[a-z]{2}/u.test(line));
}

test('a suggested command parses as it’s written', async () => {
  const commands = registryOf(hosts, addons);
  const texts = sources.filter((path) => !path.includes('catalogue') && !path.includes('/fixtures/'));
  const misunderstood: string[] = [];
  for (const path of texts)
    for (const line of typedIn(
      readFileSync(`${root}/${path}`, 'utf8').replaceAll(/^ *(?:\/?\*|\/\/).*$/gmu, ''),
    ))
      try {
        const { entry, words } = findEntry(line.match(/"[^"]*"|\S+/gu) ?? [], commands);
        readArguments(entry.name, (await entry.load()).command, words);
      } catch (error) {
        misunderstood.push(`${path}: gitnomic ${line}: ${(error as Error).message}`);
      }
  expect(misunderstood).toEqual([]);
});

test('the check finds an unquoted folder anywhere', () => {
  const text =
    'Go on: \\`gitnomic status --game ${path}\\`.\n  ${run} vote for ${matter} --as ${shellWord(who)}';
  expect(unquotedIn(text)).toEqual(['path']);
});
