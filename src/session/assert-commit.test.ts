import { expect, test } from 'vitest';

import { BrokenError } from './play/unplayable-error.ts';
import { assertCommit } from './assert-commit.ts';

const LEDGER = 'content/ledger/2021-06.jsonl';
const before = new Map([[LEDGER, '{"n":0}\n{"n":1}\n']]);
const judge =
  (...changes: readonly (readonly [string, string | null])[]): (() => void) =>
  () => {
    assertCommit(before, new Map(changes));
  };

test('accepts a growing ledger, game files, and a dynasty that archives its ledger', () => {
  expect(judge([LEDGER, '{"n":0}\n{"n":1}\n{"n":2}\n'])).not.toThrow();
  expect(judge(['content/ledger/2021-07.jsonl', '{"n":2}\n'], ['content/game.yml', null])).not.toThrow();
  expect(judge([LEDGER, null], ['content/dynasties/1/dynasty.yml', 'number: 1\n'])).not.toThrow();
});

test.each<[string, () => void, string]>([
  ['a line is changed', judge([LEDGER, '{"n":0}\n{"n":7}\n{"n":2}\n']), LEDGER],
  ['a line is gone', judge([LEDGER, '{"n":0}\n']), LEDGER],
  ['a ledger is gone', judge([LEDGER, null]), LEDGER],
  ['another file would be written', judge(['.github/workflows/play.yml', 'on: push\n']), '.github/workflows'],
  ['a path leads out', judge(['content/../bin/x', '']), 'content/../bin/x'],
  ['a path names nothing', judge(['content//x', '']), 'content//x'],
])('refuses to commit if %s', (_, run, says) => {
  expect(run).toThrow(BrokenError);
  expect(run).toThrow(says);
});
