import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runIn } from '../main/fixtures/run-in.ts';
import { meantBy } from './meant-by.ts';

test('suggests what somebody may have meant, but nothing that is far off', () => {
  const commands = ['status', 'start', 'scenario'];
  expect(meantBy('STATSU', commands)).toBe('status');
  expect(meantBy('staus', commands)).toBe('status');
  expect(meantBy('scen', commands)).toBe('scenario');
  expect(meantBy('xyzzy', commands)).toBeUndefined();
});

test('answers a slip with what was meant, whatever kind of slip it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-meant-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const run = (line: string): ReturnType<typeof runIn> =>
    runIn(folder, '2024-03-01T09:00:00Z', line.split(' '));
  expect((await run('init game --player ana --player bo --dynasty proving')).code).toBe(0);
  expect((await run('comment 1 --text Well --as bo --game game')).said).not.toContain('has no option');
  for (const [line, answer] of [
    ['vote 1 for --as bo', '`gitnomic vote for 1 --as bo --game game`'],
    ['show Votess', '“Votes”'],
    ['show bob', '“bo”'],
    ['show players.bo.nmae', '“players.bo.name”'],
    ['why Votess', '“Votes”'],
    ['why Votes', '`gitnomic show Votes --game game`'],
    ['why pay-pip', '“pay-pips”'],
    ['act pay-pip to=ana amount=1 --as bo', '`gitnomic act pay-pips to=ana amount=1 --as bo --game game`'],
    ['admin idel bo --as ana', '`gitnomic admin idle bo --as ana --game game`'],
    ['act pay-pips tp=ana --as bo', 'did you mean to?'],
    ['act pay-pips --to ana --as bo', '`to=VALUE`'],
    ['post cjf Noon --as bo', 'cfj'],
    ['redact boo --as ana', '“bo”'],
    ['log --by zoe', 'It is one of ana, bo, engine.'],
    ['vote --as bo', 'vote needs a VOTE and a MATTER.'],
    ['vote for --as bo', 'vote needs a MATTER.'],
    ['links --give boo', 'did you mean bo?'],
    ['status --as anna', 'ana'],
    ['propose --rule Votess --replace a --with b --as bo', '“Votes”'],
    ['propose --set players.bo.nmae=X --as bo', 'did you mean name?'],
    ['tick --forwrad 2d', '--forward'],
    ['resolve 1 enat --as ana', 'Did you mean enact?'],
    // These are typed as people would; no matter has this number.
    ['resolve 99 fail --as ana', '99'],
    ['roll --as bo', 'such as DICE6'],
    ['comment 1 --as bo', '--text'],
    ['comment 1 Well --text Well --as bo', 'twice'],
  ] as const) {
    const { code, said } = await run(`${line} --game game`);
    expect([line, said]).toEqual([line, expect.stringContaining(answer)]);
    expect(code, line).not.toBe(0);
  }
});
