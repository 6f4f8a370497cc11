import { expect, test } from 'vitest';

import { engineFile, readEngineFiles, writeEngineFiles } from './engine-files.ts';

const EMPTY = readEngineFiles(new Map()).engine;
const NAMES = [...Object.keys(EMPTY.facts), 'order', 'pending', 'taken', 'submissions'];

/** The problems of a file with this text, and the values used instead. */
function readWith(name: string, text: string): readonly unknown[] {
  const { engine, problems } = readEngineFiles(new Map([[engineFile(name), text]]));
  return [problems.map(({ file, message }) => `${file}: ${message}`), engine];
}

test('reads its own files back, and writes no file for what is empty', () => {
  expect(writeEngineFiles(EMPTY).size).toBe(0);
  const facts = { ...EMPTY.facts, clock: '2024-03-01T09:00:00Z', people: { ana: 'ana' }, machines: ['bo'] };
  const state = { ...EMPTY, facts, taken: { roll: { ana: '2024-03-01T09:00:00Z' } } };
  const { engine, problems } = readEngineFiles(writeEngineFiles(state));
  expect([engine, problems]).toEqual([state, []]);
});

test.each(NAMES)(
  'reports %s.json if it holds another kind of value, and reads it as if it didn’t exist',
  (name) => {
    for (const [text, held] of [
      ['3', 'a number'],
      ['true', 'a boolean'],
    ] as const)
      expect(readWith(name, text)).toEqual([[`${engineFile(name)}: It holds ${held}.`], EMPTY]);
    const isList = Array.isArray((EMPTY.facts as unknown as Record<string, unknown>)[name]);
    const [other, held] = isList ? ['{}', 'keys and values'] : ['[]', 'a list'];
    expect(readWith(name, other)).toEqual([[`${engineFile(name)}: It holds ${held}.`], EMPTY]);
    const mayBeNothing = (EMPTY.facts as unknown as Record<string, unknown>)[name] === null;
    const nothing = mayBeNothing ? [] : [`${engineFile(name)}: It holds nothing.`];
    expect(readWith(name, 'null')).toEqual([nothing, EMPTY]);
    expect(readWith(name, '{"a":')[0]).toHaveLength(1);
  },
);
