import { beforeEach, expect, test } from 'vitest';

import { ana, Desk, EVENTFUL, somebody } from '../fixtures/desk.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await Desk.open(EVENTFUL);
  desk.opens(ana, '1', 'proposal', 'A place to talk');
  desk.decide();
});

/** A newcomer's name in the game after their first comment, and their id. */
function called(name: string, account = '77'): readonly [id: string | null, name: unknown] {
  desk.says(somebody(account, { name }), '1', 'Hello.');
  desk.decide();
  const { accounts, open } = desk.session.position;
  const id = accounts.known(account);
  return [id, open.play.state().players[id ?? '']?.['name']];
}

test('a newcomer gets the name that the forge shows, without surrounding blanks', () => {
  expect(called('  Zoë Lamp ')).toEqual(['zoe-lamp', 'Zoë Lamp']);
});

test('without a name, or with one equal to their id, they get the id', () => {
  expect(called('   ')).toEqual(['77', '77']);
  expect(called('zoe', '78')).toEqual(['zoe', 'zoe']);
});

test('nobody gets a name or an id that another player has', () => {
  expect(called('Robert Bower')).toEqual(['robert-bower', 'robert-bower']);
  expect(called('bo', '78')).toEqual(['bo-2', 'bo-2']);
  expect(called('Robert Bowe', '79')).toEqual(['robert-bowe', 'Robert Bowe']);
});

test('someone the game doesn’t take in has no name in it', () => {
  expect(desk.answered(ana, '1', '/peace joining=closed why="spam"')).toContain('**Done.**');
  expect(called('Zoë Lamp')).toEqual(['zoe-lamp', undefined]);
  expect(Object.keys(desk.session.position.open.play.state().players)).not.toContain('zoe-lamp');
});

test('a name is set only once; later only the rules change it', () => {
  called('Zoë Lamp');
  expect(called('Zoë Light')).toEqual(['zoe-lamp', 'Zoë Lamp']);
});
