// A scenario in the words in which voters read it.
import { expect, test } from 'vitest';

import { IN_ENGLISH } from '../../language/wording.ts';
import { readScenario } from './format.ts';
import { sayScenario } from './say-scenario.ts';

const said = (more: string, players = '{ ana: { admin: true, emperor: true }, bo: {} }') =>
  sayScenario(
    readScenario('tea.yml', `title: Tea\nstart: 2024-03-01T09:00:00Z\nplayers: ${players}\n${more}`),
    IN_ENGLISH,
  );
const step = (yaml: string): string => said(`steps: [${yaml}]`).when.join('\n');

test('says who plays, from when, and with what', () => {
  const players = '{ ana: { emperor: true, admin: true }, bo: { idle: +3d }, cy: }';
  const { title, given, when, expected } = said(
    'given: { players: { bo: { oil: 3 } }, game: { tide: high } }\nsteps: []\n',
    players,
  );
  expect(title).toBe('Tea');
  expect(given).toEqual([
    'ana (the emperor, an admin), bo (idle since +3d), cy; it begins 2024-03-01 09:00 UTC',
    'players bo oil is 3',
    'game tide is high',
  ]);
  expect([when, expected]).toEqual([[], []]);
});

test.each([
  ['{ by: bo, act: ring-bell }', 'bo: act ring bell'],
  ['{ at: +1h, by: bo, act: ring-bell, with: { times: 2 } }', '+1h, bo: act ring bell with times 2'],
  ['{ act: toll, with: }', 'somebody: act toll'],
  [
    "{ by: bo, act: wait, with: { until: '2024-03-02T10:00:00Z' } }",
    'bo: act wait with until 2024-03-02 10:00 UTC',
  ],
  ['{ tick: true }', 'as time passes'],
  ['{ at: +2d }', '+2d, as time passes'],
  ['{ by: bo, vote: FOR, on: Tea }', 'bo: vote FOR on Tea'],
  ['{ by: bo, propose: { title: Tea, text: Now } }', 'bo: propose title Tea, text Now'],
  ['{ by: bo, act: roll, dice: [4, 2] }', 'bo: act roll, rolling 4, 2'],
  ['{ by: ana, act: hide, secret: [hall] }', 'ana: act hide, secretly hall'],
  ['{ by: bo, act: toll, refused: day }', 'bo: act toll; the rules refuse it: “day”'],
  [
    '{ by: bo, act: toll, then: { players: { bo: { tolled: 2 } }, game: { loud: true } } }',
    'bo: act toll; then players bo tolled is 2; game loud is yes',
  ],
  ['{ by: ana, resolve: Tea, as: enacted }', 'ana: resolve Tea as enacted'],
  ['{ by: ana, recategorise: Tea, as-kind: cfj }', 'ana: recategorise Tea as cfj'],
  ['{ by: ana, admin: idle, player: bo }', 'ana: admin idle player bo'],
  ['{ by: bo, cfj: { title: Well } }', 'bo: cfj title Well'],
])('the step %s reads: %s', (yaml, words) => {
  expect(step(yaml)).toBe(words);
});

test.each([
  ['{ game: { a: { absent: true } } }', 'game a is missing'],
  ['{ game: { a: { absent: false } } }', 'game a is there'],
  ['{ game: { a: { gte: 2 } } }', 'game a is at least 2'],
  ['{ game: { a: { lte: 2 } } }', 'game a is at most 2'],
  ['{ game: { a: { contains: x-y } } }', 'game a contains x y'],
  ['{ game: { a: { gte: 1, lte: 2 } } }', 'game a is at least 1 and game a is at most 2'],
  ['{ game: { a: false } }', 'game a is no'],
  ['{ game: { a: [] } }', 'game a is none'],
  ['{ game: { a: [x, 2] } }', 'game a is x; 2'],
  ['{ game: { a: 2024-03-02T09:00:00Z } }', 'game a is 2024-03-02 09:00 UTC'],
  ['{ game: { a: { size: 3, has-roof: true } } }', 'game a is size 3, has roof yes'],
])('the expectation %s reads: %s', (then, words) => {
  expect(said(`steps: []\nthen: ${then}\n`).expected).toEqual([words]);
});
