import { expect, test } from 'vitest';

import { emptyState, type State } from '../kernel/state.ts';
import { BrokenError } from './play/unplayable-error.ts';
import { AbortedCalls } from './play/aborted-calls.ts';
import type { LedgerLine } from '../store/ledger-line.ts';
import type { RecordedLine } from '../store/ledger-line.ts';
import { BOUNDS } from '../kernel/bounds.ts';
import { newGameOfSix } from '../store/fixtures/new-game.ts';
import { readGame } from '../store/read-game.ts';
import { assertDecision, readBack } from './assert-decision.ts';

const AT = '2021-06-18T09:00:00Z';

function line(n: number, path: readonly string[] = []): LedgerLine {
  const changes = path.length === 0 ? [] : [{ path, before: null, after: 1 }];
  return { n, at: AT, by: 'ana', what: 'light-room', draws: [], changes };
}

const stateWith = (oil: number): State => ({ ...emptyState(), players: { ana: { oil } } });

function judge(
  added: readonly LedgerLine[],
  given: { read?: readonly LedgerLine[]; was?: State; is?: State; problem?: string } = {},
): () => void {
  const { read = added, was = stateWith(1), is = stateWith(1), problem } = given;
  const example = { code: 'x', file: 'a.md', message: problem ?? '', expected: '', example: '' };
  return () => {
    assertDecision(
      { ledger: [line(0), line(1)] as RecordedLine[] },
      {
        ledger: [line(0), line(1), ...read] as RecordedLine[],
        state: was,
        problems: problem === undefined ? [] : [example],
      },
      added,
      is,
    );
  };
}

test('accepts consecutive lines, and values that read back unchanged', () => {
  expect(judge([line(2, ['players', 'ana', 'oil']), line(3)])).not.toThrow();
  expect(judge([line(2, ['posts', 'P1', 'status'])])).not.toThrow();
  expect(judge([line(2, ['players', 'bo', 'oil'])])).not.toThrow();
  const begun: State = { ...emptyState(), things: { lamps: {} } };
  expect(judge([line(2, ['things', 'lamps'])], { is: begun })).not.toThrow();
});

test.each<[string, () => void, string]>([
  ['a line is left out', judge([line(3)]), 'line 3 of the ledger (ana: light-room) is out of place'],
  ['lines change places', judge([line(3), line(2)]), 'line 3'],
  ['a line was not written', judge([line(2)], { read: [] }), 'line 2'],
  [
    'a value is read back as another',
    judge([line(2, ['players', 'ana', 'oil'])], { is: stateWith(7) }),
    'players.ana.oil of line 2 would be read back differently',
  ],
  [
    'somebody who is there is not read back',
    judge([line(2, ['players', 'ana', 'oil'])], { was: emptyState() }),
    'players.ana.oil',
  ],
  ['a file can’t be read', judge([line(2)], { problem: 'is torn' }), 'a.md: is torn'],
])('refuses a decision if %s', (_, run, says) => {
  expect(run).toThrow(BrokenError);
  expect(run).toThrow(says);
});

test('doesn’t compare posts, which are stored in another form', () => {
  const post = { ...emptyState(), posts: { P1: { status: 'pending' } } } as unknown as State;
  expect(judge([line(2, ['posts', 'P1', 'status'])], { was: post, is: emptyState() })).not.toThrow();
});

test('an empty collection has no file, but an empty thing or player still exists', () => {
  const lamps = { ...emptyState(), things: { lamps: { one: {} } } };
  const none = { ...emptyState(), things: { lamps: {} } };
  const bare = { ...emptyState(), players: { bo: {} } };
  expect(judge([line(2, ['things', 'lamps', 'one'])], { was: none, is: lamps })).toThrow('things.lamps.one');
  expect(judge([line(2, ['players', 'bo'])], { was: emptyState(), is: bare })).toThrow('players.bo');
  expect(judge([line(2, ['players', 'bo'])], { was: bare, is: bare })).not.toThrow();
});

test('if all lines were archived, the first new line may have any number, and the rest must follow', () => {
  const begin = (
    added: readonly LedgerLine[],
    read = added,
    before: readonly LedgerLine[] = [],
  ): (() => void) => {
    const [was, ledger] = [before as RecordedLine[], read as RecordedLine[]];
    return () =>
      assertDecision({ ledger: was }, { ledger, state: emptyState(), problems: [] }, added, emptyState());
  };
  expect(begin([])).not.toThrow();
  expect(begin([line(57), line(58)])).not.toThrow();
  expect(begin([line(57), line(59)])).toThrow('line 59');
  expect(begin([line(57)], [])).toThrow(BrokenError);
  expect(begin([line(57)], [line(56), line(57)], [line(56)])).not.toThrow();
  expect(begin([line(58)], [line(56), line(58)], [line(56)])).toThrow('line 58');
});

test('reads files back as they are, and checks them against the added lines', async () => {
  const files = await newGameOfSix();
  const before = readGame(files);
  const { state } = before;
  if (state === null) throw new Error('the game has not begun');
  const next = (before.ledger.at(-1)?.n ?? -1) + 1;
  expect(readBack(files, before, [], state).state).toEqual(state);
  expect(() => readBack(files, before, [line(next)], state)).toThrow(`line ${next} of the ledger`);
});

test('rejects a file too large to be read again', async () => {
  const files = await newGameOfSix();
  const large = new Map(files).set('content/notes.txt', 'x'.repeat(BOUNDS.file.written + 1));
  expect(() => readBack(large, readGame(files), [], emptyState())).toThrow('content/notes.txt would have');
});

test('blames the step that wrote the broken line, and gives up after blaming in vain', () => {
  const ended = new AbortedCalls();
  const attempt = (...steps: readonly (readonly [what: string, lines: number])[]): void => {
    ended.restart();
    for (const [what, lines] of steps) if (ended.givenUp(what) === null) ended.begin(what, AT, lines);
    ended.begin('a question', AT);
  };
  const broken = new BrokenError('line 4 would be read back differently', 4);
  for (let times = 0; times < 2; times++) {
    attempt(['7 ana first 0', 3], ['7 ana second 0', 4], ['7 ana third 0', 5]);
    expect(ended.note(broken)).toBe(true);
  }
  attempt(['7 ana first 0', 3], ['7 ana second 0', 4], ['7 ana third 0', 4]);
  const blamed = ['first', 'second', 'third'].filter((word) => ended.givenUp(`7 ana ${word} 0`) !== null);
  expect(blamed).toEqual(['second']);
  for (let times = 0; times < 2; times++) {
    expect(ended.note(new BrokenError('a file can’t be read'))).toBe(true);
    ended.begin('a question', AT);
  }
  expect(ended.note(new BrokenError('a file can’t be read'))).toBe(false);
});

test('refuses only the step that broke when it’s decided again, with the reason', () => {
  const ended = new AbortedCalls();
  for (let times = 0; times < 2; times++) {
    expect(ended.givenUp('7 ana light-room 0')).toBeNull();
    ended.begin('7 ana light-room 0', AT);
    expect(ended.note(new BrokenError('line 3 is out of place'), [6])).toBe(true);
  }
  expect(ended.givenUp('7 ana light-room 0')).toEqual({
    refusal: {
      code: 'assertion',
      reason: 'Gitnomic has a fault: line 3 is out of place',
      rule: null,
      param: null,
    },
    dice: [6],
    fault: 'engine',
  });
  expect(ended.givenUp('8 bo light-room 0')).toBeNull();
});
