// Who somebody is: a player of the roster, or somebody new.
import { expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { SessionWish } from '../../src/session/fixtures/session.ts';
import { AtTable, fieldIn } from '../../src/seat/forms/fixtures/at-table.ts';

const NEW = 'Or a new player';
const as = async (who: string | null, wish: SessionWish = {}): Promise<AtTable> =>
  new AtTable(await homeWith(wish), who);
const CAPITAL: SessionWish = {
  players: ['Ana', 'Bo'].map((name) => ({ id: name.toLowerCase(), name, admin: name === 'Ana' })),
};

test('offers everybody on the roster, with their role in the game', async () => {
  const nobody = await as(null, { core: 'fireside', dynasty: 'dice-and-dares' });
  const { options, given } = fieldIn(await nobody.open('who'), 'On the roster');
  expect(options.map(({ value }) => value)).toEqual(['ana', 'bo', 'cy', 'dee', 'eli', 'fay']);
  expect(options[0]?.label).toMatch(/^ana, .*admin/u);
  expect(options[1]?.label).toBe('bo');
  expect(given).toEqual(['']);
  expect(fieldIn(await (await as('bo')).open('who'), 'On the roster').given).toEqual(['bo']);
});

test('takes a seat by a chosen name, and newcomers see the welcome page first', async () => {
  const nobody = await as(null);
  const form = await nobody.open('who');
  expect(await nobody.press(form, 'Continue', { 'On the roster': 'cy' })).toMatchObject({
    sit: { id: 'cy', name: 'cy' },
    done: 'You’re cy.',
    goTo: '',
  });
  expect(await nobody.press(form, 'Continue', { [NEW]: 'BO' })).toMatchObject({
    sit: { id: 'bo', name: 'bo' },
  });
  expect(await nobody.press(form, 'Continue as a new player', { [NEW]: ' Zoë Q ' })).toMatchObject({
    sit: { name: 'Zoë Q' },
    goTo: 'welcome/',
  });
});

test('a typo makes no new player, and a newcomer’s similar name no old one', async () => {
  const nobody = await as(null);
  const form = await nobody.open('who');
  expect(await nobody.press(form, 'Continue', { [NEW]: 'anna' })).toEqual({
    refused:
      '400 Nobody here is called anna. Did you mean ana? If you’re new, choose “Continue as a new player”.',
  });
  expect(await nobody.press(form, 'Continue as a new player', { [NEW]: 'anna' })).toMatchObject({
    sit: { id: 'anna' },
  });
  expect(await nobody.press(form, 'Continue as a new player', { [NEW]: 'Ana' })).toEqual({
    refused:
      '409 ana is in the game already. If that’s you, choose ana from the list; otherwise take another name.',
  });
  // With nothing entered, the button for new players takes whom the list names.
  expect(await nobody.press(form, 'Continue as a new player', { 'On the roster': 'cy' })).toMatchObject({
    sit: { id: 'cy' },
  });
  expect(await nobody.press(form, 'Continue', { [NEW]: 'Zebulon' })).toMatchObject({
    sit: { id: 'zebulon' },
  });
});

test.each(['', '  ', '!!!'])('“%s” is no name', async (name) => {
  const nobody = await as(null);
  expect(await nobody.press(await nobody.open('who'), 'Continue', { [NEW]: name })).toEqual({
    refused: '400 Choose a player from the list, or enter a name with letters or digits.',
  });
});

test('capitalizes a new name as the others are', async () => {
  const name = async (nobody: AtTable): Promise<unknown> =>
    nobody.press(await nobody.open('who'), 'Continue as a new player', { [NEW]: 'rosa' });
  expect(await name(await as(null, CAPITAL))).toMatchObject({ sit: { id: 'rosa', name: 'Rosa' } });
  expect(await name(await as(null))).toMatchObject({ sit: { id: 'rosa', name: 'rosa' } });
});
