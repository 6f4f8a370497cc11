import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../cache/fixtures/shared-caches.ts';
import { runCli } from '../main/run-cli.ts';
import { makeTerminal } from './terminal.ts';

const VOTES = 'game/content/ruleset/core/votable-matters/votes.md';
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-commands-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The typed lines and all answers as a person sees them, with the test's own names for commits and the folder. */
async function transcript(...lines: readonly (readonly string[])[]): Promise<string> {
  const parts: string[] = [];
  for (const words of lines) {
    let written = '';
    const write = { write: (text: string) => (written += text) };
    const environment = { GITNOMIC_NOW: '2024-03-01T09:00:00Z', CI: '1' };
    const code = await runCli({
      words,
      folder,
      environment,
      terminal: makeTerminal(write, write, environment, () => 0),
      caches,
    });
    const typed = words.map((word) => (/[\s"]/u.test(word) ? JSON.stringify(word) : word)).join(' ');
    parts.push(`$ gitnomic ${typed}\n${written}[${code}]\n`);
  }
  return parts
    .join('\n')
    .replaceAll(folder, 'FOLDER')
    .replaceAll(/\b[0-9a-f]{7}(?= {2})/gu, 'COMMIT')
    .replaceAll(/sha256:[0-9a-f]+/gu, 'sha256:…');
}

const golden = (name: string): string => `./__golden__/${name}.txt`;

test('a game as people read it on the command line', async () => {
  const players = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'].flatMap((name) => ['--player', name]);
  await expect(
    await transcript(
      ['status'],
      ['init'],
      ['init', 'game', '--core', '2021', '--name', 'Harbour', ...players],
      ['init', 'game', '--core', '2021', ...players],
      ['init', 'other', '--core', '2021', '--player', 'Zoë', '--player', 'zoe'],
      ['status'],
    ),
  ).toMatchFileSnapshot(golden('game-begin'));

  const rule = ['--rule', 'Votes', '--replace', '48', '--title', '[Core] A longer window'];
  await expect(
    await transcript(
      ['propose', ...rule, '--with', '72'],
      ['propose', '--as', 'bo', ...rule, '--with', '72'],
      ['propose', '--as', 'bo', '--rule', 'Vots', '--replace', 'a', '--with', 'b'],
      ['propose', '--as', 'dee', ...rule, '--with', '24'],
      [
        'propose',
        '--rule',
        'Votes',
        '--replace',
        'may have one Vote',
        '--with',
        'may have a Vote',
        '--dry-run',
        '--on-purpose',
      ],
      ['propose', '--as', 'eli'],
      ['diff', '1'],
      ['show', '1'],
      ['why', '1'],
    ),
  ).toMatchFileSnapshot(golden('game-propose'));

  const votes = ['ana', 'cy', 'eli', 'fay'].map((name) => ['vote', 'for', '1', '2', '--as', name]);
  await expect(
    await transcript(
      ...votes,
      ['vote', 'veto', '1', '--as', 'bo'],
      ['vote', 'for', '9', '--as', 'bo'],
      ['vote', 'maybe', '1', '--as', 'bo'],
      ['vote', 'for', '1', '--as', 'a stranger', '--new'],
      ['comment', '1', 'Well said.', '--as', 'fay'],
      ['status'],
      ['tick', '--dry-run'],
      ['tick', '--forward', '13h'],
      ['status'],
      ['resolve', '2'],
      ['resolve', '2', '--take', 'proposed', '--as', 'bo'],
      ['resolve', '2', '--take', 'proposed', '--as', 'ana'],
      ['log'],
      ['replay'],
      ['log', 'journal', 'verify'],
    ),
  ).toMatchFileSnapshot(golden('game-play'));

  writeFileSync(
    join(folder, VOTES),
    readFileSync(join(folder, VOTES), 'utf8').replace('title: Votes', 'titel: Votes'),
  );
  await expect(
    await transcript(
      ['lint'],
      ['diff'],
      ['act', 'rol'],
      ['act', '--as', 'bo'],
      ['act', 'correct-spelling', '--as', 'bo'],
      ['why', 'rol', '--as', 'bo'],
      ['vote', 'fro', '1', '--as', 'bo'],
      ['post', 'story', '--as', 'bo'],
      ['propose', '--as', 'bo', '--set', 'playrs.bo.name=Bob', 'Call him Bob'],
      ['propose', '--as', 'bo', '--set', 'players.bo.nam=Bob', 'Call him Bob'],
      ['propose', '--as', 'bo', '--set', 'players.bo.name=Bob', '--kind', 'propsal'],
      ['admin', 'idle', 'fay', '--as', 'bo'],
      ['admin', 'enact', '2', '--as', 'ana'],
      ['act', 'idle', '--as', 'ana'],
      ['act', 'idle', 'player=nobody', '--as', 'ana'],
      ['act', 'idle', 'player=eliii', '--as', 'ana'],
      ['post', 'stori', 'x', '--as', 'bo'],
      ['post', 'story', 'A tale', '--as', 'bo'],
      ['vote', 'for', 'A tale', '--as', 'bo'],
      ['seal'],
      ['seal', 'open'],
      ['show', 'nothing-there'],
      ['show', 'Vots'],
      ['show', 'eliot'],
      ['show', 'Eli'],
      ['show', 'views.may-be-idled.nobody'],
      ['show', 'players.ana.admin'],
    ),
  ).toMatchFileSnapshot(golden('game-mistakes'));
}, 600_000);
