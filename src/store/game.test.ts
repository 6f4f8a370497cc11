import { expect, test } from 'vitest';

import { caches } from '../cache/fixtures/shared-caches.ts';
import { onKernel } from '../scenario/on-kernel/fixtures/runner.ts';
import { shippedLibrary } from './fixtures/shipped-library.ts';
import { createGame } from '../session/play/create-game.ts';
import { openGame } from '../session/play/open-game.ts';
import { fileNameOf, fileNamesOf, idOfFileName } from './paths.ts';
import { readGame } from './read-game.ts';
import { applyChanges, writeGame } from './write-game.ts';

const at = '2024-03-01T09:00:00Z';
const wish = {
  name: 'Harbour',
  core: '2021',
  dynasty: 'proving',
  players: [
    { id: 'bo' },
    { id: 'ana', admin: true },
    { id: 'cy', emperor: true },
    { id: 'dee' },
    { id: 'eli' },
    { id: 'fay' },
  ],
  at,
};

async function written(files: ReadonlyMap<string, string>, play: Awaited<ReturnType<typeof openGame>>) {
  const { play: p, read } = play;
  return writeGame(files, {
    ruleset: p.files,
    terms: p.terms,
    state: p.state(),
    model: p.sandbox.describe(),
    ledger: p.ledger,
    facts: read.facts,
  });
}

test('a new game reads without problems, and rewriting it changes no byte', async () => {
  const { files } = await createGame(shippedLibrary, wish, caches, onKernel);
  expect(readGame(files).problems).toEqual([]);
  const open = await openGame(files, { caches, runner: onKernel });
  expect(Object.keys(open.play.state().players)).toEqual(['bo', 'ana', 'cy', 'dee', 'eli', 'fay']);
  expect([...(await written(files, open)).changes.keys()]).toEqual([]);
  open.play.dispose();
});

test('writes only what changed, and reads it back as the same state', async () => {
  const { files } = await createGame(shippedLibrary, wish, caches, onKernel);
  const open = await openGame(files, { caches, runner: onKernel });
  const outcome = open.play.take({
    type: 'post',
    at,
    by: 'bo',
    id: '1',
    kind: 'proposal',
    title: 'A longer night',
    text: 'Let it be:\n\n---\nlonger.',
    changes: [{ verb: 'add-rule', title: 'Night', text: 'It is night.' }],
  });
  expect(outcome.ok ? '' : outcome.refusal.reason).toBe('');
  const { changes } = await written(files, open);
  expect(
    [...changes.keys()].every(
      (path) => path.startsWith('content/engine/') || path === 'content/gamestate/players/bo.md',
    ),
  ).toBe(true);
  const again = await openGame(applyChanges(files, changes), { caches, runner: onKernel });
  expect(again.play.state()).toEqual(open.play.state());
  open.play.dispose();
  again.play.dispose();
});

test.each([
  'D4',
  'North Pier',
  'a/b',
  'con',
  '..',
  'x.',
  'é',
  '100%',
  '½',
  ' lead',
  'duel-1',
  '\u1100\u1161\u1100\u1161',
])('the id %j has a file name of its own', (id) => {
  const name = fileNameOf(id);
  expect(name).not.toMatch(/[/\\]/u);
  expect(name.normalize('NFC')).toBe(name);
  expect(idOfFileName(name)).toBe(id);
});

test('ids that differ only by case get names that differ by more', () => {
  const names = [...fileNamesOf(['ab', 'AB', 'aB']).values()];
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(3);
  expect(names.map(idOfFileName).sort()).toEqual(['AB', 'aB', 'ab'].sort());
  // If escaping all letters would make the file name too long, as few as possible are escaped.
  const long = ['X'.repeat(150), 'x'.repeat(150), `${'x'.repeat(149)}X`];
  const files = [...fileNamesOf(long).values()];
  expect(new Set(files.map((name) => name.toLowerCase())).size).toBe(3);
  expect(files.every((name) => name.length < 180)).toBe(true);
  expect(files.map(idOfFileName).sort()).toEqual(long.sort());
});
