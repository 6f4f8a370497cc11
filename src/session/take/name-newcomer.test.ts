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

test('somebody new goes by the name that the forge shows, without the blanks around it', () => {
  expect(called('  Zoë Lamp ')).toEqual(['zoe-lamp', 'Zoë Lamp']);
});

test('where the forge shows none, or their id, they go by the id', () => {
  expect(called('   ')).toEqual(['77', '77']);
  expect(called('zoe', '78')).toEqual(['zoe', 'zoe']);
});

test('a name that another has, or an id of another, is nobody else’s', () => {
  expect(called('Robert Bower')).toEqual(['robert-bower', 'robert-bower']);
  expect(called('bo', '78')).toEqual(['bo-2', 'bo-2']);
  expect(called('Robert Bowe', '79')).toEqual(['robert-bowe', 'Robert Bowe']);
});

test('whom the game does not take in has no name in it', () => {
  expect(desk.answered(ana, '1', '/peace joining=closed why="spam"')).toContain('**Done.**');
  expect(called('Zoë Lamp')).toEqual(['zoe-lamp', undefined]);
  expect(Object.keys(desk.session.position.open.play.state().players)).not.toContain('zoe-lamp');
});

test('a name is given once: later the rules alone change it', () => {
  called('Zoë Lamp');
  expect(called('Zoë Light')).toEqual(['zoe-lamp', 'Zoë Lamp']);
});
