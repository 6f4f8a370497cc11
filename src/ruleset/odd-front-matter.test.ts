import { expect, test } from 'vitest';

import { PLAIN_TERMS } from '../kernel/manifest.ts';
import { applyChange } from './amend.ts';
import { readMarkdownFile } from './front-matter.ts';
import { switchOff } from './switched-off.ts';

test.each([
  '{ title: Odd, order: 90 }',
  '{ title: Odd,\n order: 90 }',
  '  title: Odd\n  order: 90',
  '? title\n: Odd\n? order\n: 90',
  '"title": Odd\norder: 90',
  'title: &a Odd\norder: 90\nx-own: *a',
  '!!map\ntitle: Odd\norder: 90',
])('switches a rule off however its front matter is written: %j', (matter) => {
  const text = switchOff(new Map([['core/odd.md', `---\n${matter}\n---\nIt is.\n`]]), ['core/odd']).get(
    'core/odd.md',
  );
  const { data, problems } = readMarkdownFile('core/odd.md', text ?? '');
  expect(problems).toEqual([]);
  expect(data).toMatchObject({ title: 'Odd', order: 90, clause: 'off' });
});

test.each([
  '"entrenched": true',
  'entrenched:\n  true',
  '? entrenched\n: true',
  'entrenched: [cfj,\n dov]',
  'entrenched: &a true',
  'x-own: "\nentrenched: true\n"',
])('rejects a rule that is entrenched in an unclear way: %j', (matter) => {
  const change = {
    type: 'write-file',
    path: 'core/odd.md',
    content: `---\ntitle: Odd\n${matter}\n---\n`,
  } as const;
  const { problem } = applyChange(new Map([['core/a.md', '---\ntitle: A\n---\n']]), change, PLAIN_TERMS);
  expect(problem?.code).toBe('entrenched-unclear');
});
