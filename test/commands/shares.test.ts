// Tests a secret vote from the trustees' keys to the count: any two of three open it, and anybody can replay it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { runIn } from '../../src/main/fixtures/run-in.ts';

const folder = mkdtempSync(join(tmpdir(), 'gitnomic-shares-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const gitnomic = (...words: string[]): ReturnType<typeof runIn> =>
  runIn(folder, '2030-06-03T09:00:00Z', words);

async function done(...words: string[]): Promise<string> {
  const { code, said } = await gitnomic(...words);
  expect([words.join(' '), code, said]).toEqual([words.join(' '), 0, said]);
  return said;
}

const TRUSTEES = ['ana', 'bo', 'cy'];
const ballot = (answer: string, by: string): readonly string[] =>
  ['seal', 'secret-ballot', 'question=question-1', `answer=[${answer}]`, '--as', by] as const;

beforeAll(async () => {
  const players = [...TRUSTEES, 'dee'].flatMap((name) => ['--player', name]);
  await done('init', folder, '--core', 'prose', '--dynasty', 'ways-to-decide', ...players, '--admin', 'ana');
  const set = TRUSTEES.flatMap((name) => ['--set', `players.${name}.trustee=true`]);
  await done('propose', '--as', 'ana', ...set, '--title', 'Trustees');
  await done('resolve', '1', 'enacted', '--as', 'ana');
  await done('act', 'ask', 'question=What', 'way=approval', 'options=[tea, milk]', '--as', 'dee');
  await done('act', 'make-secret', 'question=question-1', '--as', 'dee');
});

test('two of three trustees open a ballot, nobody can before, and the count can be replayed', async () => {
  expect((await gitnomic(...ballot('tea', 'dee'))).said).toContain(
    'Nothing can be sealed to ana, bo, cy yet',
  );
  for (const name of TRUSTEES) await done('seal', 'keys', 'mine', '--as', name);
  await done(...ballot('milk', 'dee'));
  await done(...ballot('tea', 'ana'));
  expect((await gitnomic('seal', 'shares', '--as', 'ana')).said).toContain('may be opened now');
  await done('act', 'end-vote', 'question=question-1', '--as', 'dee');
  expect((await gitnomic('seal', 'shares', '--as', 'dee')).code).not.toBe(0);
  expect(await done('seal', 'shares', '--as', 'cy')).toContain('Shares shown: 2');
  expect(thing()).not.toContain('dee: milk');
  await done('seal', 'shares', '--as', 'bo');
  await done('act', 'close-question', 'question=question-1', '--as', 'dee');
  expect(thing()).toContain('dee: milk. ana: tea.');
  expect(thing()).toContain('tea 1, milk 1 (approvals)');
  await done('replay');
});

const thing = (): string => readFileSync(join(folder, 'content/gamestate/questions/question-1.md'), 'utf8');
