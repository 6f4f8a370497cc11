import { expect, test } from 'vitest';

import { type Desk, somebody } from '../decide/fixtures/desk.ts';
import { sessionWith } from '../decide/fixtures/session.ts';
import { waitsFor } from './waits.ts';

const RULES = {
  'dynastic/finish.md': '---\ntitle: Finish\norder: 95\n---\nWhoever arrives has achieved victory.\n',
  'dynastic/finish.ts': `import { action, rule } from 'gitnomic/rules';
export default rule(() => ({ actions: { arrive: action({ effect({ actor }) { actor.victory = true; } }) } }));
`,
};
const told = ({ deciding: { position } }: Desk, who: string): readonly string[] =>
  waitsFor(position, '2024-03-01T10:00:00Z', somebody(who)).declarations.map(({ kind }) => kind);

test('who has won is asked to tell the others, until they have', async () => {
  const desk = await sessionWith({ rules: RULES, posts: [{ by: 'ana', title: 'A place to talk' }] });
  expect([told(desk, 'bo'), told(desk, 'cy')]).toEqual([[], []]);
  expect(desk.answered(somebody('bo'), '1', '/act arrive')).toContain('**Done.**');
  expect([told(desk, 'bo'), told(desk, 'cy')]).toEqual([['dov'], []]);
  desk.opens(somebody('bo'), '2', 'dov', 'I have arrived');
  desk.decide();
  expect(told(desk, 'bo')).toEqual([]);
});

test('a rule may say who has won without putting down a mark, such as in a table', async () => {
  const table = '| Each Player’s | is |\n| --- | --- |\n| May declare victory | is not the Emperor |\n';
  const text = `---\ntitle: Finish\norder: 95\n---\nWhoever is here may declare victory.\n\n${table}`;
  const desk = await sessionWith({ rules: { 'dynastic/finish.md': text } });
  expect(told(desk, 'bo')).toEqual(['dov']);
});
