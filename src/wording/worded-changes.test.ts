import { expect, test } from 'vitest';

import type { MatterChange } from '../kernel/state.ts';
import { readWorded, writeWorded } from './worded-changes.ts';

const CHANGES: readonly (MatterChange | string)[] = [
  { verb: 'add-rule', title: 'Lamps', text: 'There are lamps.\n\nMany.', section: 'dynastic' },
  { verb: 'add-rule', title: 'Wicks', text: 'Wicks.', parent: 'Lamps', clause: 'export {};\n' },
  { verb: 'edit-rule', rule: 'Lamps', replace: 'a: "b"', with: '' },
  { verb: 'repeal-rule', rule: 'Lamps' },
  { verb: 'repeal-rule', rule: 'Lamps', section: 'core' },
  { verb: 'transmute', rule: 'Lamps' },
  { verb: 'transmute', rule: 'Lamps', section: 'dynastic' },
  { verb: 'set', path: 'players.ana.name', value: { deep: [1, null, 'x'] } },
  { verb: 'file', path: '../odd', content: null },
  'content/ruleset/dynastic/night.md',
];

test('reads back worded changes as written', () => {
  expect(readWorded(writeWorded(CHANGES))).toStrictEqual({ changes: CHANGES, problems: [] });
});

test('writes only the path and content of a file, not its base', () => {
  const file = { verb: 'file', path: '../odd', content: 'odd', base: 'old' } as const;
  expect(readWorded(writeWorded([file]))).toEqual({
    changes: [{ verb: 'file', path: '../odd', content: 'odd' }],
    problems: [],
  });
});

test.each([
  ['a: [', /changes\.yml: .+, in line 1; expected a list/u],
  ['a: b', /expected a list whose items begin with add-rule/u],
  ['- add-role: { title: X, text: Y }', /change 1: it can’t be read; expected a list/u],
  [`a: &a [x]\nb: [${'*a,'.repeat(200)}]`, /changes\.yml: /u],
])('%#: rejects what isn’t a list of changes, and says why', (text, problem) => {
  const { changes, problems } = readWorded(text);
  expect([changes.length, problems.length]).toEqual([0, 1]);
  expect(problems[0]).toMatch(problem);
});
