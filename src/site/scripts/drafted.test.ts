import fc from 'fast-check';
import { expect, test } from 'vitest';
import { smallestEdit } from './drafted.ts';

test('the line that differs is replaced, and nothing beside it', () => {
  expect(smallestEdit('One.\n\nTwo.\n\nThree.\n', 'One.\n\n2.\n\nThree.\n')).toEqual({
    replace: 'Two.',
    with: '2.',
  });
  expect(smallestEdit('One.\n', 'One.\n')).toBeNull();
});

test('whatever is written, the edit is found in one place of the text and makes the other of it', () => {
  const lines = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'A longer line.'), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(lines, lines, (one, other) => {
      const [before, after] = [one.join('\n').trimEnd(), other.join('\n').trimEnd()];
      const edit = smallestEdit(before, after) ?? { replace: before, with: after };
      const at = before.indexOf(edit.replace);
      expect(before.lastIndexOf(edit.replace)).toBe(edit.replace === '' ? before.length : at);
      expect(`${before.slice(0, at)}${edit.with}${before.slice(at + edit.replace.length)}`).toBe(after);
    }),
    { numRuns: 2_000 },
  );
});
