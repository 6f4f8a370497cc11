import { expect, test } from 'vitest';
import { readingsOf } from './find-missing-text.ts';
import { readModule } from './read-module.ts';

const read = (modules: Record<string, string>) =>
  readingsOf('a.ts', (path) => (modules[path] === undefined ? null : readModule(modules[path])))
    .map(({ file, line, kind, name }) => `${file}:${line} ${kind} ${name}`)
    .sort();

test('a reading counts for the rules whose clauses get to it, through helpers too, and for no others', () => {
  const modules = {
    'a.ts': [
      "import { rule } from 'gitnomic/rules';",
      "import { lamp as light } from './helpers/lamps.ts';",
      "export { kept } from './helpers/lamps.ts';",
      'const own = (g: { value(name: string): number }) => g.value(`oil` as never) + g.value("wick");',
      'export default rule((g) => ({ views: { a: light(g, own) } }));',
    ].join('\n'),
    'helpers/lamps.ts': [
      'interface Game { value(name: string): number }',
      'export function lamp({ value }: Game, also: unknown) { return value("flame") && also && shade({ value }); }',
      'function shade({ value }: Game) { return value("shade"); }',
      'export function unused({ value }: Game) { return value("never"); }',
      'export const kept = 1;',
    ].join('\n'),
  };
  expect(read(modules)).toEqual([
    'a.ts:4 value wick',
    'helpers/lamps.ts:2 value flame',
    'helpers/lamps.ts:3 value shade',
  ]);
});

test('the type `list` and what only looks like a reading is none', () => {
  const clause = [
    "import { list, rule, text } from 'gitnomic/rules';",
    'export default rule((g) => ({ player: { names: list(text()) }, views: { v: { list: g.names.value } } }));',
  ].join('\n');
  expect(read({ 'a.ts': clause })).toEqual([]);
});
