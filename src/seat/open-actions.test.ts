import { expect, test } from 'vitest';

import { sessionWith } from '../session/fixtures/session.ts';
import { choicesFrom } from './choices-from.ts';
import { possibleActions } from './read-table.ts';
import { waitsFor } from './waits.ts';

test.each<[core: string, ending: readonly string[]]>([
  ['suber', ['forfeit', 'resign-admin']],
  ['2021', ['resign-admin']],
  ['fireside', []],
])('knows the actions under %s that end one’s own part', async (core, ending) => {
  const desk = await sessionWith({ core });
  const who = { id: 'ana', name: 'ana', bot: false };
  const all = possibleActions(desk.session.position, desk.now, who);
  expect(all.flatMap(({ id, isLeaving }) => (isLeaving ? [id] : [])).sort()).toEqual(ending);
});

test('refuses an action without choices, and shows each player what they can send', async () => {
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
