import { expect, test } from 'vitest';

import { mergeRuleFile } from './merge-rule-file.ts';

const merge = (base: string | null, ours: string | null, theirs: string | null): unknown =>
  mergeRuleFile('core/votes.md', base, ours, theirs);

test('combines changes to different sentences, and identical changes', () => {
  const base = 'Votes are cast. They count.\n';
  expect(merge(base, 'Votes are shouted. They count.\n', 'Votes are cast. They weigh.\n')).toEqual({
    ok: true,
    text: 'Votes are shouted. They weigh.\n',
  });
  expect(merge(base, null, null)).toEqual({ ok: true, text: null });
  expect(merge(null, null, base)).toEqual({ ok: true, text: base });
});

test('a conflict names the file and shows both versions of the sentence', () => {
  expect(merge('Votes are cast.\n', 'Votes are shouted.\n', 'Votes are whispered.\n')).toEqual({
    ok: false,
    text: 'Votes are shouted.\n',
    conflict:
      'core/votes.md: Both change the same sentence: Votes are cast.\n- in force: Votes are ~~cast~~ **shouted**.\n- proposed: Votes are ~~cast~~ **whispered**.',
  });
});
