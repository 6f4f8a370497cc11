// Many people vote at the same moment, each with a command of their own. The commands take turns, and every vote counts.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, expect, test } from 'vitest';

import { runIn } from './fixtures/run-in.ts';

const root = mkdtempSync(join(tmpdir(), 'votes-at-once-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const BIN = fileURLToPath(new URL('main.ts', import.meta.url));
const AT = '2030-06-03T09:00:00Z';
/** The long suite sets `GITNOMIC_FAULTS=all`. */
const VOTERS = process.env['GITNOMIC_FAULTS'] === 'all' ? 20 : 8;

test('counts all of many simultaneous votes, and refuses none', async () => {
  const voters = Array.from({ length: VOTERS }, (_, at) => `player-${at + 1}`);
  const game = join(root, 'game');
  await runIn(root, AT, ['init', 'game', '--core', '2021', ...voters.flatMap((name) => ['--player', name])]);
  await runIn(game, AT, ['propose', '--as', 'player-1', '--add-rule', 'Manners', '--text', 'Please.']);
  const vote = async (name: string): Promise<unknown> =>
    promisify(execFile)(process.execPath, [BIN, 'vote', 'for', '1', '--as', name], {
      cwd: game,
      env: { ...process.env, GITNOMIC_NOW: AT },
    }).then(
      () => null,
      (error: unknown) => (error as { stderr?: unknown }).stderr ?? error,
    );
  const refused = (await Promise.all(voters.map(vote))).filter((one) => one !== null);
  expect(refused).toEqual([]);
  expect((await runIn(game, AT, ['show', '1'])).said).toContain(`${VOTERS} for`);
  expect(await runIn(game, AT, ['log', 'journal', 'verify'])).toMatchObject({ code: 0 });
});
