import { describe, expect, test } from 'vitest';

import type { LinkedRule } from './model.ts';
import { Refusal } from './refusal.ts';
import { traced, type TraceLine } from './trace.ts';

const rule = { entry: { title: 'Lanterns', number: '2.4', path: 'dynastic/lanterns' } } as LinkedRule;

/** The trace of an answer or an error. */
function noted(run: () => unknown): string {
  const trace: TraceLine[] = [];
  try {
    traced({ trace, depth: 3 }, 'price', rule, run);
  } catch {
    // It is thrown again, which the next test checks.
  }
  expect(trace).toEqual([
    {
      question: 'price',
      rule: { title: 'Lanterns', number: '2.4', path: 'dynastic/lanterns' },
      depth: 3,
      answer: expect.any(String),
      ...('value' in (trace[0] ?? {}) && { value: trace[0]?.value }),
    },
  ]);
  return trace[0]?.answer ?? '';
}

describe('describes an answer in a few words', () => {
  test.each<[unknown, string]>([
    [undefined, 'lets it pass'],
    [null, 'lets it pass'],
    ['permit', 'permits it'],
    [false, 'answers false'],
    [7, 'answers 7'],
    ['loud', 'answers "loud"'],
    [[], 'answers none'],
    [[1, 2], 'answers 1, 2'],
    [[null, { oil: 1, word: 'x' }], 'answers null, {"oil":1,"word":"x"}'],
    [[1, 2, 3, 4, 5, 6], 'answers 1, 2, 3, 4, 5, 6'],
    [[1, 2, 3, 4, 5, 6, 7, 8], 'answers 1, 2, 3, 4, 5, 6 and 2 more'],
    [{ label: 'the hall', size: 3 }, 'answers the hall'],
    [{ oil: 1, bloodCrystals: 2 }, 'answers 1 oil, 2 blood crystals'],
    [{}, 'answers {}'],
    [{ oil: 'much' }, 'answers {"oil":"much"}'],
    [[{ oil: 1 }, { label: 'Bo' }], 'answers 1 oil, Bo'],
  ])('%j', (value, expected) => {
    expect(noted(() => value)).toBe(expected);
  });

  test('keeps plain data: objects by their label, a long list by its beginning, and nothing else', () => {
    const valueOf = (value: unknown): unknown => {
      const trace: TraceLine[] = [];
      traced({ trace, depth: 0 }, 'price', rule, () => value);
      return trace[0]?.value;
    };
    expect(valueOf({ ana: 'FOR', bo: false })).toEqual({ ana: 'FOR', bo: false });
    expect(valueOf([{ label: 'Bo', secret: 1 }])).toEqual(['Bo']);
    expect(valueOf([1, 2, 3, 4, 5, 6, 7])).toEqual([1, 2, 3, 4, 5, 6]);
    expect(valueOf({ a: { b: { c: { d: 1 } } }, f: () => 1, m: new Map([[1, 2]]) })).toEqual({
      a: { b: { c: null } },
      f: null,
      m: null,
    });
    expect(valueOf([[['deep', ['deeper']]]])).toEqual([[['deep', null]]]);
    expect(valueOf('permit')).toBeUndefined();
    expect(valueOf(null)).toBeUndefined();
  });

  test('gives a refusal’s reason, calls any other error a failure, and rethrows both', () => {
    const failing = (error: Error) => (): never => {
      throw error;
    };
    expect(noted(failing(new Refusal('too late')))).toBe('refuses: too late');
    expect(noted(failing(new TypeError('boo')))).toBe('fails');
    const error = new TypeError('boo');
    expect(() => traced({ trace: [], depth: 0 }, 'price', rule, failing(error))).toThrow(error);
  });

  test('notes nothing if nobody asks', () => {
    expect(traced({ trace: null, depth: 0 }, 'price', rule, () => 7)).toBe(7);
  });
});
