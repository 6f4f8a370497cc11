// Asking whether an action would be refused is quicker than an explanation, and must give the same answer.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { beginLocalGame } from '../../src/host/embedded/begin.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { openActions, possibleActions, withPosition } from '../../src/seat/read-table.ts';
import { quickCaches as caches } from '../quick-caches.ts';
import { some } from '../slowly.ts';

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
