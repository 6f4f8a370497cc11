import { expect, test } from 'vitest';

import { sentencesTouched } from './pending-sentences.ts';

/** `It [-waits-][+rests+].` */
function touched(text: string): readonly string[] {
  const words = text.split(/(\[[-+][^\]]*[-+]\])/u).map((part) => ({
    kind: part.startsWith('[-')
      ? ('removed' as const)
      : part.startsWith('[+')
        ? ('added' as const)
        : ('same' as const),
    text: part.replaceAll(/^\[[-+]|[-+]\]$/gu, ''),
  }));
  return sentencesTouched(words);
}

test.each([
  ['It is open. It waits [-a day-][+two days+]. It ends.', ['It waits a day.']],
  ['It is open. [-It waits. -]It ends.', ['It waits.']],
  ['It is [+always +]open. It ends.', ['It is open.']],
  ['[-It is-][+They are+] open. It waits. It [-ends-][+stops+].', ['It is open.', 'It ends.']],
  ['One. [-Two-][+Three+] four.\nFive[+ and+] six. Seven.', ['Two four.', 'Five six.']],
  // A new sentence alters none.
  ['It is open.[+ It waits.+]', []],
  ['It is open. [+It waits. +]It ends.', []],
  ['One.\n\nIt [-waits-][+rests+].\n\nLast.', ['It waits.']],
  ['[-One.\n\nTwo.-]', ['One.', 'Two.']],
])('finds the sentences touched by %j', (text, sentences) => {
  expect(touched(text)).toEqual(sentences);
});
