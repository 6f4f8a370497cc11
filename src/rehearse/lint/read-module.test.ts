// A module in pieces: the names that each mentions, and what it reads of the rule's text.
import { expect, test } from 'vitest';

import { ALWAYS, readModule, type Module } from './read-module.ts';

function read(code: string): Module {
  const module = readModule(code);
  if (module === null) throw new Error('it can’t be read');
  return module;
}
const readsOf = (code: string) => [...read(code).pieces.values()].flatMap(({ reads }) => reads);

test('returns null for what can’t be parsed', () => {
  expect(readModule('export default (;')).toBeNull();
});

test('knows imports and exports with their modules, names and lines', () => {
  const { imports, exports } = read(`import whole from './a.ts';
import * as all from './b.ts';
import { one, two as second } from './c.ts';
export * from './d.ts';
export { three, four as fourth } from './e.ts';
const five = 5, six = 6;
export { five as fifth, six };
export const seven = 7;
export function eight() {}
export class Nine {}
export default rule(() => five);
`);
  expect(Object.fromEntries(imports)).toEqual({
    whole: { specifier: './a.ts', name: 'default', line: 1 },
    all: { specifier: './b.ts', name: '*', line: 2 },
    one: { specifier: './c.ts', name: 'one', line: 3 },
    second: { specifier: './c.ts', name: 'two', line: 3 },
  });
  expect(Object.fromEntries(exports)).toEqual({
    '*': { specifier: './d.ts', name: '*', line: 4 },
    three: { specifier: './e.ts', name: 'three', line: 5 },
    fourth: { specifier: './e.ts', name: 'four', line: 5 },
    fifth: 'five',
    six: 'six',
    seven: 'seven',
    eight: 'eight',
    Nine: 'Nine',
    default: '(default)',
  });
});

test('each declaration is a piece with its mentions, and loose statements are one piece', () => {
  const { pieces } = read(`const a = b.c + d[e] + f({ g: h, i });
const { j, k } = l;
function m() { return n; }
o(1, 'p');
o(2, 'p');
`);
  expect([...pieces.keys()]).toEqual(['a', 'j', 'k', 'l', 'm', ALWAYS]);
  expect([...(pieces.get('a')?.mentions ?? [])]).toEqual(['a', 'b', 'd', 'e', 'f', 'h', 'i']);
  expect(pieces.get('j')).toBe(pieces.get('k'));
  expect([...(pieces.get('m')?.mentions ?? [])]).toContain('n');
  expect(pieces.get(ALWAYS)).toMatchObject({
    numbers: [
      { number: 1, line: 4 },
      { number: 2, line: 5 },
    ],
    strings: new Map([['p', 4]]),
  });
});

test.each<[string, object[]]>([
  ["const a = value('oil');", [{ kind: 'value', name: 'oil', line: 1, columns: [] }]],
  ["const a =\n  g.hours('oil');", [{ kind: 'hours', name: 'oil', line: 2, columns: [] }]],
  [
    "const a = table('rooms', { id: text(), 'has-door': x, [y]: z, ...more });",
    [{ kind: 'table', name: 'rooms', columns: ['id', 'has-door'] }],
  ],
  ["const a = table('rooms', columns);", [{ kind: 'table', columns: [] }]],
  ['const a = list(name);', [{ kind: 'list', name: null }]],
  [
    "const a = endOf('x'), b = share('y'), c = words('z');",
    [{ kind: 'endOf' }, { kind: 'share' }, { kind: 'words' }],
  ],
  ['const a = value(3);', []],
  ['const a = value();', []],
  ["const a = other('oil');", []],
  ["const a = g['value']('oil');", []],
  ["const a = g.h.value('oil');", []],
  ["import { list, g } from 'x';\nconst a = list('x'), b = g.value('x');", []],
])('%s', (code, expected) => {
  const found = readsOf(code);
  expect(found).toHaveLength(expected.length);
  expect(found).toMatchObject(expected);
});
