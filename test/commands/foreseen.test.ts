// Tests what players learn about an action or a sealed submission before they commit themselves.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { runIn } from '../../src/main/fixtures/run-in.ts';

const folder = mkdtempSync(join(tmpdir(), 'foreseen-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const gitnomic = (...words: string[]) => runIn(folder, '2030-06-03T09:00:00Z', words);

async function done(...words: string[]): Promise<string> {
  const { code, said } = await gitnomic(...words);
  expect(code, said).toBe(0);
  return said;
}

test('a list with tactics is calculated line by line before it’s sent', async () => {
  const names = ['kim', 'ana', 'bo', 'cy', 'dee', 'eli'].flatMap((name) => ['--player', name]);
  await done('init', folder, '--core', '2019', '--dynasty', 'menagerie', ...names, '--emperor', 'kim');
  await done('act', 'create-creature', 'type=cat', 'quality=stealthy', '--as', 'ana');
  await done('act', 'announce-duel', 'title=Duel', 'battlefield=ice-caves', '--as', 'ana');
  await done('act', 'accept-duel', 'duel=duel-1', '--as', 'bo');
  await done('act', 'accept-judging', 'duel=duel-1', '--as', 'kim');
  await done('act', 'go-on-campaign', 'names=[Bog, Fen, Sea]', '--as', 'kim');

  const slots = '[null, stealthy cat, {tactic: stealth-tactics}, null, null]';
  const alone =
    'stealthy cat: 5 (+2 Stealthy, with forest or farflung or underground or sloped; +3 by tactics)';
  expect(await done('act', 'strength', 'ana/ice-caves', `list=${slots}`)).toContain(
    `\n2. ${alone}\n3. stealth`,
  );
  const before = await done('show', 'duels.duel-1');
  const rehearsed = await done(
    'seal',
    'duel-plan',
    'duel=duel-1',
    `plan=${slots}`,
    '--as',
    'ana',
    '--rehearse',
  );
  expect(rehearsed).toContain(`nothing has been sent.\n1. empty: 0\n2. ${alone}\n`);
  const beyond = await gitnomic(
    'act',
    'strength',
    'ana/ice-caves',
    'list=[null, null, null, null, {tactic: combat-wizard}]',
  );
  expect([beyond.code, beyond.said.includes('beyond their panache')]).toEqual([1, true]);
  const wrong = await gitnomic(
    'seal',
    'duel-plan',
    'duel=duel-1',
    `plan=${slots}`,
    '--as',
    'dee',
    '--rehearse',
  );
  expect([wrong.code, wrong.said.includes('dee is no duelist')]).toEqual([1, true]);
  expect(await done('show', 'duels.duel-1')).toBe(before);

  const joining = ['act', 'join-campaign', 'battlefield=bog', `list=${slots}`, '--as', 'ana'];
  expect(await done(...joining, '--rehearse')).toContain(
    'It would answer:\n  1. empty: 0\n  2. stealthy cat',
  );
  expect(await done('show', 'campaigns.campaign-1')).not.toContain('stealthy cat');
  expect(await done(...joining)).toContain('ana joined the campaign\n  1. empty: 0\n  2. stealthy cat');
});
