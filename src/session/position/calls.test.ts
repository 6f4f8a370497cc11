import { expect, test } from 'vitest';

import { Calls } from './calls.ts';
import type { JournalEvent } from './situation.ts';

const reported = (call: string): string => `/told ${call}\n\n\`\`\`json\n{}\n\`\`\`\n`;

function said(comment: string, by: string | null, text: string): JournalEvent {
  const person = by === null ? null : { id: by, name: by, bot: false };
  return {
    line: 0,
    seen: '2021-06-18T09:00:00Z',
    event: {
      type: 'commented',
      id: comment,
      at: '2021-06-18T09:00:00Z',
      by: person,
      post: '1',
      comment,
      text,
    },
  };
}

test.each<[string, string | null, boolean]>([
  ['whoever called', 'emperor', true],
  ['somebody else, who forges it', 'bo', false],
  ['nobody known', null, false],
])('decides whether a report by %s answers the call', (_, by, answered) => {
  const calls = new Calls([said('c1', 'emperor', '/act reveal'), said('c2', by, reported('c1'))]);
  expect(calls.isAnswered('c1')).toBe(answered);
});

test.each([
  [
    'told before it was called for',
    [said('c2', 'emperor', reported('c1')), said('c1', 'emperor', '/act reveal')],
  ],
  ['told of another', [said('c1', 'emperor', '/act reveal'), said('c2', 'emperor', reported('c9'))]],
  ['spoken of in words', [said('c1', 'emperor', '/act reveal'), said('c2', 'emperor', 'I told c1')]],
])('a call isn’t answered by something %s', (_, events) => {
  expect(new Calls(events).isAnswered('c1')).toBe(false);
});

test('an edited comment or an opened post doesn’t answer a call', () => {
  const [call, edit] = [said('c1', 'emperor', '/act reveal'), said('c2', 'emperor', reported('c1'))];
  for (const type of ['comment-edited', 'opened'])
    expect(new Calls([call, { ...edit, event: { ...edit.event, type } as never }]).isAnswered('c1')).toBe(
      false,
    );
});

test('a call is open until it’s answered, and the answering ledger line names it', () => {
  const calls = new Calls([]);
  const call = { at: '2021-06-18T09:00:00Z', by: 'ana', action: 'reveal', words: {}, lines: 3 };
  calls.add('c1', call);
  expect([calls.get('c1'), calls.get('c2')]).toEqual([call, undefined]);
  calls.answer('c1', 4);
  expect([calls.get('c1'), calls.reportOf(4), calls.reportOf(3)]).toEqual([undefined, 'c1', undefined]);
});
