// A matter may make somebody win. Nothing passes then until the next dynasty begins, which is no standstill.
import { expect, test } from 'vitest';

import { rehearseLater } from '../../src/rehearse/rehearse-rules.ts';
import { sayOtherAnswers } from '../../src/rehearse/answers.ts';
import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { RULESET } from '../../src/store/paths.ts';
import { AT, BrickGame } from './brick-game.ts';

const wish = { core: 'fireside', dynasty: 'dice-and-dares' };
const GOAL = 'dynastic/the-goal.md';
const FREEZE = `import { rule } from 'gitnomic/rules';
export default rule(() => ({ hooks: { 'may-enact'({ refuse }) { refuse('the gulls do not like it'); } } }));
`;

test('accepts a value that makes somebody win, since the winner can begin the next dynasty', async () => {
  const game = await BrickGame.begin(wish, undefined, caches);
  const won = game.rehearse({}, AT, [{ path: 'players.cy.victory', value: true }]);
  expect(won).toMatchObject({ stops: null, freezes: null });
});

test('accepts a goal that somebody has already reached', async () => {
  const { edition, state } = await BrickGame.begin(wish, undefined, caches);
  const cy = { ...state.players['cy'], points: 12 };
  const players = { ...state.players, cy };
  const game = BrickGame.of(edition, { ...state, players });
  const text = edition.files.get(GOAL) ?? '';
  expect(text).toContain('Points reach 25');
  const changes = { [`${RULESET}${GOAL}`]: text.replace('Points reach 25', 'Points reach 10') };
  expect(game.rehearse(changes)).toMatchObject({ stops: null, freezes: null });
  const ledger = { length: 0, at: () => null };
  const amendment = { before: edition, after: game.with(changes), state: game.state, at: AT, ledger, caches };
  expect(rehearseLater(amendment, game.state)).toEqual([
    'this dynasty would be over, and no Proposal could change anything until the next one begins',
  ]);
});

test('says that a victory closes proposals only until the next dynasty begins', () => {
  const answers = (hours: number, isOver: boolean) => ({
    said: new Map(),
    opens: new Map([['Proposal', hours]]),
    isOver,
  });
  const told = (isOver: boolean) => sayOtherAnswers(answers(0, false), answers(Infinity, isOver));
  expect(told(true)).toEqual([
    'this dynasty would be over, and no Proposal could change anything until the next one begins',
  ]);
  expect(told(false)).toEqual(['by a Proposal nothing could be changed any more']);
});

test('a victory excuses no change that stops the game after it', async () => {
  const game = await BrickGame.begin(wish, undefined, caches);
  const changes = {
    [`${RULESET}core/gulls.md`]: '---\ntitle: Gulls\norder: 90\n---\nGulls.\n',
    [`${RULESET}core/gulls.ts`]: FREEZE,
  };
  const won = game.rehearse(changes, AT, [{ path: 'players.cy.victory', value: true }]);
  expect(won.stops ?? won.freezes).toContain('the gulls do not like it');
});
