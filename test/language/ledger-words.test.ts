// What people read of the ledger and of values, in every ruleset of the library and in every rule that players adopted, after moves
// at random: no ids, no keys, no dates in pieces, and nothing that the engine only keeps for itself.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { homeWith } from '../../src/host/fixtures/home-with.ts';
import { GameTrial, Luck } from '../../src/addons/programs/game-trial.ts';
import type { Position } from '../../src/session/position/position.ts';
import { listPacks, readPackFile } from '../../src/ruleset/compose.ts';
import { createGame } from '../../src/session/play/create-game.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { readStatus } from '../../src/tick/read-status.ts';
import { choicesFrom } from '../../src/seat/choices-from.ts';
import { formFieldsOf, type FormField } from '../../src/wording/form-field.ts';
import { settableAt } from '../../src/seat/read-table.ts';
import { namingOf } from '../../src/wording/naming.ts';
import { sayChanges } from '../../src/wording/say-changes.ts';
import { sayDone, subjectOfLine } from '../../src/wording/say-taken-action.ts';
import { idsOf } from '../site/built-site.ts';
import { itemsIn, libraryFor } from '../tables/play.ts';
import { moreIfSlow, some } from '../slowly.ts';
import { stepsAtRandom } from './random-steps.ts';
import { unreadableWords } from './unreadable-words.ts';

const NAMES = ['Ana', 'Bo', 'Cy', 'Dee', 'Eli'];
const PLAYERS = NAMES.map((name, at) => ({ id: name.toLowerCase(), name, admin: at === 0 }));
/** What the engine keeps for itself: limits, goals that were reached, what a change by hand can go back to. */
const KEPT =
  /\bused: |\b[a-z]\d+ (?:added|removed)\b|before the last change|the last change can be undone|or more: (?:yes|no)|\b\d{4} \d\d \d\d\b/u;

const { core: CORES, dynasties } = listPacks(shippedLibrary);
const SETS = [
  ...CORES.map((core) => ({ title: core, wish: { core } })),
  ...dynasties.map((dynasty) => {
    const path = `${dynasty}/pack.yml`;
    const core = readPackFile(path, shippedLibrary.get(path) ?? '').pack?.core ?? '2021';
    return { title: dynasty, wish: { core, dynasty } };
  }),
].map((one) => ({ ...one, library: shippedLibrary }));
const GIVEN = itemsIn(readFileSync(new URL('../tables/given.yml', import.meta.url), 'utf8')).map((item) => ({
  title: item.id,
  wish: { core: 'suber' },
  library: libraryFor(item, true),
}));
const BY_HAND = {
  title: 'columns kept by hand',
  wish: { core: 'fireside', dynasty: 'dice-and-dares' },
  library: new Map(shippedLibrary).set(
    'dice-and-dares/dynastic/hats.md',
    `---\ntitle: Hats\norder: 80\n---
| Each player has | starts at | kept by |
| --------------- | --------- | ------- |
| Hats            | 1         | hand    |

| The game has | starts at | kept by |
| ------------ | --------- | ------- |
| Weather      | no        | hand    |

| A player may   | to get  | how often  |
| -------------- | ------- | ---------- |
| light the lamp | 1 Point | once a day |
`,
  ),
};

/** What forms offer to choose from, and the names of the values that a proposal can set. */
function offeredIn(position: Position, now: string): readonly string[] {
  const { play } = position.open;
  const within = (field: FormField): readonly FormField[] => [field, ...field.parts.flatMap(within)];
  const offered = Object.keys(play.state().players).flatMap((who) =>
    Object.values(play.model.actions)
      .flatMap(({ with: words }) => formFieldsOf(words, play.state(), choicesFrom(play, now, who)))
      .flatMap(within)
      .flatMap(({ options }) => options.map(({ label }) => label)),
  );
  return [...new Set([...offered, ...settableAt(position).map(({ name }) => name)])];
}

/** Everything that is said of what happened, and of what everybody has. */
function saidIn(position: Position, now: string): readonly string[] {
  const { open } = position;
  const { model } = open.play;
  const naming = namingOf(open.play);
  const lines = open.read.ledger.flatMap((line) => [
    `${subjectOfLine(line, naming)} ${sayDone(line, model, naming)}`,
    ...sayChanges(line.changes, naming),
  ]);
  const { roster } = readStatus(position, now);
  return [...lines, ...roster.flatMap(({ has }) => has.map(({ title, said }) => `${title}: ${said}`))];
}

describe.each([BY_HAND, ...some(SETS, 6), ...some(GIVEN, 26)])('$title', ({ title, wish, library }) => {
  test('what happened, and what everybody has, is described in words', async () => {
    const at = '2030-06-03T09:00:00Z';
    const { files } = await createGame(library, { name: 'Harbour', players: PLAYERS, at, ...wish });
    const game = { ...(await homeWith()), now: () => at, content: () => Promise.resolve(files) };
    const luck = new Luck(title);
    const trial = await GameTrial.open(game, title, null);
    let taken = 0;
    for (let turn = 0; turn < moreIfSlow(18, 60); turn++) {
      const who = luck.one(trial.players);
      if (who === undefined || trial.isOver) break;
      for (const step of stepsAtRandom({ position: trial.position, now: trial.now, who, luck }))
        if (typeof trial.take(who, step) !== 'string') {
          taken++;
          break;
        }
      trial.wait(5 * 3_600_000);
    }
    const said = [...saidIn(trial.position, trial.now), ...offeredIn(trial.position, trial.now)];
    const ids = new Set(idsOf(files));
    for (const id of Object.keys(trial.position.open.play.model.actions)) if (id.includes('-')) ids.add(id);
    trial.close();
    expect(taken).toBeGreaterThan(5);
    const called = new Map(NAMES.map((name) => [name.toLowerCase(), name] as const));
    expect(said.flatMap((one) => unreadableWords(one, { ids, called }))).toEqual([]);
    expect(said.filter((one) => KEPT.test(one))).toEqual([]);
  });
});

test('shows values tracked by hand among a player’s values', async () => {
  const { wish, library } = BY_HAND;
  const at = '2030-06-03T09:00:00Z';
  const { files } = await createGame(library, { name: 'Harbour', players: PLAYERS, at, ...wish });
  const game = { ...(await homeWith()), now: () => at, content: () => Promise.resolve(files) };
  const trial = await GameTrial.open(game, 'hats', null);
  const [ana] = trial.players;
  if (ana === undefined) throw new Error('nobody plays');
  const act = (action: string, words: object): unknown =>
    trial.take(ana, { do: 'act', action, with: { ...words } });
  act('change-hats', { whose: 'bo', value: 4 });
  act('write-down', { of: 'bo', what: 'songs', is: '2', reason: 'sung' });
  const has = (): string =>
    readStatus(trial.position, trial.now)
      .roster.filter(({ id }) => id === 'bo')
      .flatMap((one) => one.has.map(({ title, said }) => `${title} ${said}`))
      .join(', ');
  expect(has()).toBe('songs 2, Points 0, Throws 1, Hats 4');
  act('undo-the-last-change-of-hats', { whose: 'bo' });
  act('undo-record', { ledger: 1, reason: 'a mistake' });
  expect(has()).toBe('Points 0, Throws 1, Hats 1');
  trial.close();
});
