import { expect, test } from 'vitest';

import { sessionWith } from '../session/fixtures/session.ts';
import { previewAction } from './preview.ts';

const GOAL = `---\ntitle: The Reef\norder: 60\n---
The first with [9](#value:goal) Pearls wins, if a rule says so.

| When             | who         | gets |
| ---------------- | ----------- | ---- |
| Pearls reach 5   | that player | wins |
`;
const PEARLS = `---\ntitle: Pearls\norder: 10\n---
| Each player has | starts at |
| --------------- | --------- |
| Pearls          | 2         |

| The game has | starts at |
| ------------ | --------- |
| Depth        | 3         |

| A player may | to get               |
| ------------ | -------------------- |
| dive         | 3 Pearls; Depth = 7 |
`;

const ana = { id: 'ana', name: 'ana', bot: false };

/** Ana has won, and looks at what beginning a dynasty with these rules would come to. */
async function view(keep: readonly string[]): Promise<ReturnType<typeof previewAction>> {
  const desk = await sessionWith({
    core: 'fireside',
    dynasty: 'dice-and-dares',
    players: ['ana', 'bo', 'cy'].map((id, at) => ({ id, name: id.toUpperCase(), admin: at === 0 })),
    rules: { 'dynastic/pearls.md': PEARLS, 'dynastic/the-reef.md': GOAL },
  });
  desk.says(ana, '1', '/act dive');
  desk.decide();
  return previewAction(desk.session.position, desk.now, ana, 'ascend', { theme: 'Deeper', keep });
}

test('before a dynasty begins, shows which rules stay, with their numbers and values', async () => {
  const { refusal, stays, changes } = await view(['The Reef', 'Pearls']);
  expect(refusal).toBeNull();
  expect(stays).toEqual([
    'Pearls stays in force: “Each player has Pearls, starting at 2”; “The game has Depth, starting at 3”; “A player may dive, and gets 3 Pearls and has Depth set to 7”; ANA Pearls 2; BO Pearls 2; CY Pearls 2.',
    'The Reef stays in force: “When Pearls reach 5, that player wins”; Goal 9.',
  ]);
  expect(changes[0]).toBe('Repealed: Points, The Die, Good Ideas, Catching Up, Dares, The Goal');
  // Nobody is past the goal, or kept from it, by what they had: values of the game start again as well.
  expect(changes).toContain('starting again: Pearls, Depth');
});

test('warns if a kept rule needs one that is repealed', async () => {
  const { stays } = await view(['The Reef']);
  expect(stays[0]).toBe(
    'The Reef would lack something: No event is called “Pearls reach 5”; did you mean “Points reach 100”? Keep the rule that has it, too.',
  );
});
