import { expect, test } from 'vitest';

import { choicesFrom } from './choices-from.ts';
import { sessionWith } from '../session/fixtures/session.ts';

const TIDES = {
  'dynastic/tides.md':
    '---\ntitle: Tides\n---\nThese are the [Tides](#table:tides) and the [Winds](#list:winds).\n\n| Tide | Height |\n| --- | --- |\n| ebb | 1 |\n| flood | 3 |\n\n- east\n- west\n',
  'dynastic/tides.ts': `import { action, data, derive, rule } from 'gitnomic/rules';
export default rule(({ ledger }) => ({
  views: {
    lines: derive({ of: 'game', returns: data(), value: () => [ledger.length - 1, 'bo', 'else', 99] }),
    nothing: derive({ of: 'game', returns: data(), value: () => null }),
  },
  actions: { wade: action({ title: 'Wade', sentence: 'waded in', effect() {} }) },
}));
`,
};

test('choices are rules, people, tables, lists, and what a view says; of anything else nothing is known', async () => {
  const desk = await sessionWith({
    rules: TIDES,
    posts: [{ by: 'bo', title: 'Lamps', says: [['ana', '/act wade']] }],
  });
  const { play } = desk.session.position.open;
  const from = choicesFrom(play, desk.now);
  const values = (source: string) => from(source)?.map(({ value }) => value);
  expect(values('dynastic-rules')).toContain('Tides');
  expect(values('dynastic-rules')).not.toContain('Votes');
  expect(values('rules')).toEqual(expect.arrayContaining(['Tides', 'Votes']));
  expect(values('special-cases')).toEqual(expect.arrayContaining(['Dormancy']));
  expect(values('special-cases')).not.toContain('Tides');
  expect(values('players')).toEqual(expect.arrayContaining(['ana', 'bo']));
  expect(values('tides')).toEqual(['ebb', 'flood']);
  expect(values('nothing')).toBeUndefined();
  expect(from('no-such-source')).toBeNull();
  // A line of the ledger is described as in the ledger, and a line that doesn't exist is left out.
  const said = from('lines') ?? [];
  expect(said.map(({ value }) => value)).toEqual([String(play.ledger.length - 1), 'bo', 'else']);
  expect(said[0]?.label).toMatch(/waded in \(/u);
});
