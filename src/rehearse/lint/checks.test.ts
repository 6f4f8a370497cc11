import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { checksOfPlay, checksOfText } from './checks.ts';

const folder = new URL('.', import.meta.url);

test('each check reports only codes that it declares, and no two checks share a code', () => {
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
