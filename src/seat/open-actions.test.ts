// Asking whether an action would be refused is quicker than an explanation, and must give the same answer.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { caches } from '../cache/fixtures/shared-caches.ts';
import { sessionWith } from '../session/fixtures/session.ts';
import { beginLocalGame } from '../host/embedded/begin.ts';
import { shippedLibrary } from '../store/fixtures/shipped-library.ts';
import { openActions, possibleActions, withPosition } from './read-table.ts';
import { choicesFrom } from './choices-from.ts';
import { waitsFor } from './waits.ts';
import { some } from '../../test/slowly.ts';

const NOW = '2030-06-03T09:00:00Z';
const root = mkdtempSync(join(tmpdir(), 'open-actions-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

// Some of these packs have a hundred actions, and every player tries each.
const PACKS = [
  ['2008', 'clans'],
  ['2019', 'menagerie'],
  ['2021', 'proving'],
  ['2021', 'gallery'],
  ['2021', 'crypt'],
  ['2021', 'crypt-cleanup'],
  ['suber', undefined],
  ['fireside', 'dice-and-dares'],
] as const;
test.each(some(PACKS, 3))('in %s, %s', async (core, dynasty) => {
  const players = ['ana', 'bo', 'cy', 'dee', 'eli', 'flo'].map((id) => ({
    id,
    name: id,
    admin: id === 'ana',
    emperor: id === 'eli' && dynasty !== undefined,
  }));
  const rules = dynasty === undefined ? { core } : { core, dynasty };
  const game = await beginLocalGame(
    join(root, `${core}-${dynasty}`),
    shippedLibrary,
    { name: 'Harbour', ...rules, players },
    { now: NOW, caches },
  );
  await withPosition(game, (position) => {
    const { play } = position.open;
    const before = JSON.stringify(play.state());
    const inputs = Object.keys(play.sandbox.describe().actions).flatMap((action) =>
      ['ana', 'bo', 'eli', 'nobody'].map((by) => ({ type: 'act', at: NOW, by, action, with: {} }) as const),
    );
    const explained = inputs.map((input) => play.sandbox.explainInput(input).refusal);
    const asked = play.sandbox.refusalsOf(inputs);
    const plain = explained.map((one) => (one === null ? null : { ...one, join: undefined }));
    expect(asked.map((one) => (one === null ? null : { ...one, join: undefined }))).toEqual(plain);
    expect(new Set(asked.map((one) => one?.code)).size).toBeGreaterThan(1);
    // Nothing was done, and no dice were rolled.
    expect(JSON.stringify(play.state())).toBe(before);
    for (const by of ['ana', 'bo', 'eli']) {
      const who = { id: by, name: by, bot: false };
      const open = possibleActions(position, NOW, who).filter(
        ({ id, refusal }) => refusal === null && play.sandbox.describe().actions[id]?.private !== true,
      );
      expect(openActions(position, NOW, who).map(({ id }) => id)).toEqual(open.map(({ id }) => id));
      expect(open.length).toBeGreaterThan(0);
      // What works now stands first on pages: nobody breeds creatures before there are any.
      const sure = open.filter(({ isSure }) => isSure).map(({ id }) => id);
      expect(sure.length).toBeGreaterThan(0);
      expect(sure).not.toContain('breed');
      // Parameters are tried under the names by which people give them.
      expect(possibleActions(position, NOW, who).map(({ refusal }) => refusal?.code)).not.toContain(
        'unknown-parameter',
      );
      // The placeholder of a trial never reaches people.
      expect(JSON.stringify(possibleActions(position, NOW, who))).not.toContain('Abcxyz');
    }
    // Looking records nobody, so a newcomer who acts later still gets the name that they give then.
    possibleActions(position, NOW, { id: 'Zed', name: 'Zed', bot: false });
    expect(position.accounts.known('Zed')).toBeNull();
  });
});

test('nobody is offered a step whose choices are still empty, and each sees what they can send', async () => {
  const desk = await sessionWith({ core: '2021', dynasty: 'gallery' });
  const { position } = desk.session;
  const who = { id: 'ana', name: 'ana', bot: false };
  const all = new Map(possibleActions(position, desk.now, who).map((one) => [one.id, one.refusal]));
  for (const id of ['combine-set', 'separate-set', 'remove-entry', 'buy-entry'])
    expect([id, all.get(id)?.reason]).toEqual([id, 'there is nothing to choose from']);
  expect(all.get('post-entry')).toBeNull();
  const sends = (): readonly string[] => waitsFor(position, desk.now, who).sends.map(({ kind }) => kind);
  expect(sends()).not.toContain('art');
  position.open.play.sandbox.assume('game.round', 1);
  expect(sends()).toContain('art');
  position.open.play.sandbox.assume('bulletin.b1.seller', 'bo');
  position.open.play.sandbox.assume('bulletin.b1.price', 5);
  expect(choicesFrom(position.open.play, desk.now, 'ana')('entries-of-others')).toEqual([
    { value: 'b1', label: 'Bulletin Board 1: Seller bo, Price 5' },
  ]);
});
