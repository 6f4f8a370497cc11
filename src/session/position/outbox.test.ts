import { expect, test } from 'vitest';

import { Outbox } from './outbox.ts';

const note = (key: string) => ({ post: '1', tell: 'comment', key, text: key }) as const;

test('hands a message on once, and keeps it waiting until a commit takes it', () => {
  const outbox = new Outbox();
  outbox.comment('1', 'a', 'a');
  expect(outbox.waiting).toEqual([1, 0]);
  expect(outbox.handOn()).toEqual([note('a')]);
  outbox.tell('1', { tell: 'reopen' });
  expect(outbox.waiting).toEqual([2, 1]);
  expect(outbox.handOn()).toEqual([{ post: '1', tell: 'reopen' }]);
  expect(outbox.handOn()).toEqual([]);
  expect(outbox.takeAll()).toEqual([note('a'), { post: '1', tell: 'reopen' }]);
  expect(outbox.waiting).toEqual([0, 0]);
  expect(outbox.takeAll()).toEqual([]);
});

test('hands on a message that comes after a commit', () => {
  const outbox = new Outbox();
  outbox.comment('1', 'a', 'a');
  outbox.handOn();
  outbox.takeAll();
  outbox.comment('1', 'b', 'b');
  expect(outbox.handOn()).toEqual([note('b')]);
});
