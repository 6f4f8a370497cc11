// A clause may define anything: what the engine can't work with is refused by name before it is in force, and whatever is in force, the game goes on.
import { expect, test } from 'vitest';

import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  testGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { WORDED } from '../../src/store/paths.ts';
import { readGame } from '../../src/store/read-game.ts';

/** Each made a tick fail, again and again, once it was voted in. */
const BROKEN: readonly string[] = [
  "player: { x: choice('1', '2') }",
  'player: { x: choice([]) }',
  'player: { x: integer({ start: -5 }) }',
  'player: { x: integer({ min: 5, max: 1 }) }',
  "player: { x: text({ pattern: '(' }) }",
  "player: { x: text({ pattern: 'a' }) }",
  'player: { x: null }',
  "player: { x: { kind: 'constructor' } }",
  "player: 'abc'",
  'game: { x: optional() }',
  "game: { x: thing('nowhere') }",
  'game: { x: data({ start: NaN }) }',
  'game: { x: list(integer(), { min: 1e9 }) }',
  'game: (() => { const t = list(integer()); t.of = t; return { x: t }; })()',
  'actions: { go: null }',
  'actions: { go: 5 }',
  'views: { x: 1 }',
  'views: { x: null }',
  'hooks: { "may-enact": null }',
  'things: { x: null }',
];

/** Well-formed, and yet there is nothing to start with. */
const FAILING: readonly string[] = [
  'things: { x: { ids: () => 5 } }',
  "things: { x: { ids: ['a'], fields: { b: thing('nowhere') } } }",
];

const clause = (definition: string): string =>
  `import { action, choice, data, integer, list, map, optional, player, record, rule, text, thing } from 'gitnomic/rules';\nexport default rule(() => ({ ${definition} }));`;

async function propose(game: TestGame, definitions: readonly string[]): Promise<string> {
  const changes = definitions.map((one, at) => ({
    'add-rule': { title: `Odd ${at + 1}`, text: 'It is odd.', clause: clause(one) },
  }));
  const head = await game.branch({ [WORDED]: JSON.stringify(changes) });
  const post = await game.table.open(bo, {
    kind: 'proposal',
    title: 'P',
    text: '',
    branch: `b-${head}`,
    head,
  });
  for (const by of [ana, cy, dee, eli, fay]) await game.table.comment(by, post, ':for:');
  game.later(60);
  await game.tick();
  return (await game.said(post)).join('\n');
}

async function goesOn(game: TestGame): Promise<void> {
  const post = await game.table.open(dee, { kind: 'story', title: 'On', text: '' });
  await game.table.comment(dee, post, '/roll DICE6');
  await game.tick({ draw: () => 1 });
  expect((await game.said(post)).join('')).toContain('Done.');
  expect(readGame(await game.content()).problems).toEqual([]);
}

test('an unworkable definition is switched off by name, its text stays, and the game goes on', async () => {
  const game = await testGame();
  const said = await propose(game, BROKEN);
  for (const at of BROKEN.keys())
    expect(said).toMatch(new RegExp(`the code of Odd ${at + 1}: its code is switched off`, 'u'));
  const content = await game.content();
  for (const at of BROKEN.keys()) expect(content.has(`content/ruleset/dynastic/odd-${at + 1}.md`)).toBe(true);
  await goesOn(game);
});

test.each(FAILING)(
  'a rule without a possible starting value is switched off, its text stays, and the game goes on: %s',
  async (one) => {
    const game = await testGame();
    expect(await propose(game, [one])).toContain('the code of Odd 1: its code is switched off');
    expect((await game.content()).has('content/ruleset/dynastic/odd-1.md')).toBe(true);
    await goesOn(game);
  },
);

test('if what newcomers start with is gone, it isn’t recreated for one, and the others play on', async () => {
  const rooms = `things: { rooms: { fields: { size: integer() } } }, player: { home: thing('rooms', { start: 'hall' }) }, actions: {
    build: action({ by: 'anybody', effect: ({ rooms }) => void rooms.add('hall') }),
    burn: action({ by: 'anybody', effect: ({ rooms }) => void rooms.remove('hall') }),
  }`;
  const game = await testGame(
    {},
    new Map([
      ['content/ruleset/dynastic/odd.md', '---\ntitle: Odd\norder: 90\n---\nThere are rooms.\n'],
      ['content/ruleset/dynastic/odd.ts', clause(rooms)],
    ]),
  );
  const post = await game.table.open(bo, { kind: 'story', title: 'Hall', text: '' });
  await game.table.comment(bo, post, '/build');
  await game.tick();
  await game.table.comment(bo, post, '/burn');
  await game.table.comment({ id: 'zoe', name: 'Zoe', bot: false }, post, '/roll DICE6');
  await game.tick({ draw: () => 1 });
  const paths = [...(await game.content()).keys()];
  expect(paths).toContain('content/gamestate/players/bo.md');
  expect(paths).not.toContain('content/gamestate/players/zoe.md');
  expect(paths).not.toContain('content/gamestate/rooms/hall.md');
  await goesOn(game);
});
