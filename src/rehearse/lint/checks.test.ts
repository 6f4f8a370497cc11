import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { checksOfPlay, checksOfText } from './checks.ts';

const folder = new URL('.', import.meta.url);

test('each code that a check of this folder tells is one that it says it has, and none has another’s', () => {
  const codes = [...checksOfText, ...checksOfPlay].flatMap((check) => Object.keys(check.codes));
  expect(new Set(codes).size).toBe(codes.length);
  const said = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(/\bcode: '([a-z-]+)'/gu)])
    .map(([, code]) => code);
  expect(said.length).toBeGreaterThan(8);
  // Codes that are reported for the whole game before any check runs.
  const ofGame = ['older-format'];
  expect(said.filter((code = '') => !codes.includes(code) && !ofGame.includes(code))).toEqual([]);
});
