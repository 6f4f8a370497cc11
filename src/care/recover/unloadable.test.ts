// If a rule no longer loads, the reason names a file, which identifies the rule to repeal.
import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { BEGINNING, newGameOfSix } from '../../store/fixtures/new-game.ts';
import { rulesNamedIn, whyBroken } from './history.ts';

const RULE = "import { integer, rule } from 'gitnomic/rules';\n";
const TEXT = '---\ntitle: Gulls\norder: 90\n---\nGulls.\n';

test.each<[fault: string, clause: string | null, more: Readonly<Record<string, string>>]>([
  ['throws while it loads', "throw new Error('no gulls');\n", {}],
  ['is not TypeScript', 'export default {;\n', {}],
  [
    'lacks a live value in its text',
    `${RULE}export default rule(({ value }) => ({ game: { gulls: integer({ start: value('gulls') }) } }));\n`,
    {},
  ],
  [
    'imports a module that throws',
    `${RULE}import { nest } from './helpers/nest.ts';\nexport default rule(() => ({ game: { gulls: nest } }));\n`,
    { 'dynastic/helpers/nest.ts': "export const nest = 1;\nthrow new Error('no nest');\n" },
  ],
  ['is missing while its text can’t be read', null, { 'dynastic/gulls.md': '---\ntitle: [\n---\n' }],
])('the rule to repeal is the one whose clause %s', async (_, clause, more) => {
  const rules = {
    'dynastic/gulls.md': TEXT,
    ...(clause === null ? {} : { 'dynastic/gulls.ts': clause }),
    ...more,
  };
  const planted = Object.entries(rules).map(([path, text]) => [`content/ruleset/${path}`, text] as const);
  const files = new Map([...(await newGameOfSix()), ...planted]);
  const why = (await whyBroken(files, BEGINNING, caches)) ?? '';
  expect(rulesNamedIn(files, why)).toEqual(['dynastic/gulls']);
});
