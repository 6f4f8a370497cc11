import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { runIn } from '../../main/fixtures/run-in.ts';

const NOW = '2030-06-03T09:00:00Z';
let folder = '';

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'redaction-'));
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((name) => ['--player', name]);
  await gitnomic('init', folder, '--core', '2021', ...players);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Said {
  readonly code: number;
  readonly json: Readonly<Record<string, unknown>>;
}

async function gitnomic(...words: string[]): Promise<Said> {
  const { code, said } = await runIn(folder, NOW, [...words, '--json']);
  return { code, json: JSON.parse(said) as Said['json'] };
}

const everything = (): string =>
  execFileSync('bash', ['-c', 'cat .gitnomic/forge/events.jsonl; cat $(find content -type f)'], {
    cwd: folder,
    encoding: 'utf8',
  });

test('removes a person’s words from posts, comments and journal; votes and the chain hold', async () => {
  await gitnomic('post', 'story', 'Confession', '--text', 'I ate it.', '--as', 'bo');
  await gitnomic('propose', '--as', 'ana', '--add-rule', 'Manners', '--text', 'Please.');
  await gitnomic('vote', 'for', '2', '--as', 'bo');
  await gitnomic('comment', '2', 'Bo was here', '--as', 'bo');
  expect(everything()).toMatch(/Confession[\s\S]*Bo was here/u);
  const said = await gitnomic('admin', 'redact', 'bo', '--as', 'bo', '--yes');
  expect(said.json).toMatchObject({ player: 'bo', inJournal: 3, inForge: 3 });
  expect(everything()).not.toMatch(/Confession|ate it|Bo was here/u);
  expect((await gitnomic('log', 'journal', 'verify')).json).toMatchObject({ ok: true, redacted: 3 });
  expect(JSON.stringify((await gitnomic('log', 'journal')).json)).not.toMatch(/ate it|Bo was here/u);
  const status = await gitnomic('status');
  expect(status.json['queue']).toMatchObject([{ votes: { ana: 'FOR', bo: 'FOR' } }]);
  expect((await gitnomic('replay')).json).toMatchObject({ same: true });
  expect(await gitnomic('admin', 'redact', 'bo', '--as', 'bo')).toMatchObject({
    json: { inFiles: 0, inJournal: 0 },
  });
});

test('only an Admin can have another’s words removed', async () => {
  await gitnomic('post', 'story', 'Confession', '--text', 'I ate it.', '--as', 'bo');
  expect((await gitnomic('admin', 'redact', 'bo', '--as', 'cy')).json['error']).toMatchObject({
    problems: [{ code: 'not-an-admin' }],
  });
  expect((await gitnomic('admin', 'redact', 'bo', '--as', 'ana')).code).toBe(0);
});

test('removes nothing for a post that doesn’t exist, and reports none for somebody who wrote nothing on one', async () => {
  await gitnomic('post', 'story', 'Confession', '--text', 'I ate it.', '--as', 'bo');
  const redact = (who: string, post: string): Promise<Said> =>
    gitnomic('admin', 'redact', who, '--post', post, '--as', 'ana');
  expect((await redact('bo', '6')).json['error']).toMatchObject({
    problems: [{ code: 'no-such-post', what: 'There is no post 6, so nothing was removed.' }],
  });
  expect(everything()).toContain('I ate it.');
  expect((await redact('cy', '1')).json).toMatchObject({ post: '1', inFiles: 0, inJournal: 0 });
});

test('says that replays begin after it, and they do', async () => {
  const told = async (...words: string[]): Promise<string> => (await runIn(folder, NOW, words)).said;
  expect(await told('admin', 'redact', '--help')).toContain('`gitnomic replay` begins after it');
  await told('post', 'story', 'Confession', '--text', 'I ate it.', '--as', 'bo');
  expect(await told('admin', 'redact', 'bo', '--as', 'bo')).toContain('`gitnomic replay` begins here');
  expect(await told('admin', 'redact', 'bo', '--as', 'bo')).not.toContain('replay');
  expect(await told('replay')).toMatch(
    /^Played again from 2030-06-03 09:00 UTC on, .*: 0 ledger lines,.* because somebody’s words were removed\.$/mu,
  );
});

test('a redacted game is still a valid game', async () => {
  await gitnomic('post', 'story', 'Confession', '--text', 'I ate it.', '--as', 'bo');
  await gitnomic('admin', 'redact', 'bo', '--as', 'bo');
  expect((await gitnomic('lint')).json).toMatchObject({ problems: [] });
  expect(readFileSync(join(folder, 'content/game.yml'), 'utf8')).toContain('ana');
});
