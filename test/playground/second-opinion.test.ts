// Another program, of git, sha256sum and jq, agrees with the engine on any game, and sees what was changed afterwards.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { choicesOf } from '../../scripts/build-package/clauses.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { readTree } from '../../src/repository/read-tree.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { readLibrary } from '../../src/store/library.ts';
import { playTable, type Table } from '../platform/play-game.ts';
import { anyMove, GIVEN } from '../platform/plans.ts';
import { slowTest, some } from '../slowly.ts';
import { writeToDisk } from './on-disk.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/second-opinion.sh', import.meta.url));
const GAMES = process.env['GITNOMIC_SAMPLE'] === 'whole' ? 100 : 2;
const MOST_MS = 120_000;
const library = readLibrary();
/** Half of the games are of rules whose texts the moves change; the others of any in the library. */
const anyRules = fc.oneof(
  fc.constant({ core: GIVEN.core, dynasty: 'proving' }),
  fc.constantFrom(...choicesOf(library)),
);
const isMissing = ['bash', 'git', 'jq', 'sha256sum'].some(
  (one) => spawnSync(one, ['--version']).error !== undefined,
);

describe.skipIf(isMissing)('a second opinion', () => {
  const root = mkdtempSync(join(tmpdir(), 'opinion-'));
  let table: Table;
  let count = 0;

  beforeAll(async () => {
    table = await playTable(GIVEN);
  }, MOST_MS);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  async function ask({ forge }: Table, main = 'main', journal = 'journal') {
    const folder = join(root, String((count += 1)));
    await writeToDisk(forge.repository, folder);
    const { stdout, stderr, status } = spawnSync('bash', [SCRIPT, folder, main, journal], {
      encoding: 'utf8',
    });
    return { said: `${stdout}${stderr}`, status };
  }

  /** A commit on top of main, or in the place of the journal, with one text changed. */
  async function changed(branch: 'main' | 'journal', path: RegExp, change: (text: string) => string) {
    const { repository } = table.forge;
    const tip = (await readBranch(repository, branch)) ?? '';
    const { files } = await readTree(repository, tip);
    const found = [...files.values()].find((file) => path.test(file.path)) ?? expect.fail(path.source);
    const after = change(found.text ?? '');
    expect(after).not.toBe(found.text);
    return writeCommit(repository, {
      parents: [tip],
      changes: new Map([[found.path, after]]),
      author: { name: 'Mallory', email: '', at: table.now() },
      message: 'Ledger 8: eli: roll\n',
    });
  }

  slowTest('agrees on a game with votes, rolls and enactments', { timeout: MOST_MS }, async () => {
    const { said, status } = await ask(table);
    expect(said).toMatch(/^[1-9]\d* lines of the journal/mu);
    expect(said).toMatch(/^[1-9]\d* votes on [1-9]\d* matters/mu);
    expect(said).toMatch(/^[1-9]\d* lines of the ledger/mu);
    expect(said).toContain('All of it agrees.');
    expect(status).toBe(0);
  });

  slowTest('agrees on any game', { timeout: GAMES * MOST_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(anyRules, fc.array(anyMove, { minLength: 5, maxLength: 30 }), async (rules, moves) => {
        const { said, status } = await ask(await playTable({ ...rules, players: GIVEN.players, moves }));
        expect(status, said).toBe(0);
      }),
      { numRuns: GAMES },
    );
  });

  const spoilt = [
    ['journal', /^lines-/u, ':for:', ':against:', /lines-\S+:\d+ has another hash/u],
    ['journal', /^lines-/u, '"n":2,', '"n":3,', /is line 2/u],
    [
      'main',
      /^content\/posts\/.*\.json$/u,
      '"vote": "FOR"',
      '"vote": "AGAINST"',
      /the votes on \d+ .*in the journal/u,
    ],
    ['main', /^content\/journal\.json$/u, '"hash": "', '"hash": "0', /names another line/u],
  ] as const;
  test.each(some(spoilt, 6))(
    'detects a change in %s %s',
    { timeout: MOST_MS },
    async (branch, path, from, to, says) => {
      const commit = await changed(branch, path, (text) => text.replace(new RegExp(from, 'u'), to));
      const { said, status } = await ask(table, ...(branch === 'main' ? [commit] : ['main', commit]));
      expect(said).toMatch(says);
      expect(status).toBe(1);
    },
  );

  slowTest('sees rules that were not enacted', { timeout: MOST_MS }, async () => {
    const { repository } = table.forge;
    const sneaked = await changed('main', /proving-ground\.md$/u, (text) => `${text}\nMallory wins.\n`);
    const main = (await readBranch(repository, 'main')) ?? '';
    const { files } = await readTree(repository, main, { under: 'content/ledger' });
    const [ledger] = [...files.values()];
    const lines = (ledger?.text ?? '').trimEnd().split('\n');
    const next = { ...(JSON.parse(lines.at(-1) ?? '') as object), n: lines.length };
    const commit = await writeCommit(repository, {
      parents: [sneaked],
      changes: new Map([[ledger?.path ?? '', `${lines.join('\n')}\n${JSON.stringify(next)}\n`]]),
      author: { name: 'Gitnomic', email: '', at: table.now() },
      message: `Roll\n\nLedger ${lines.length}: eli: roll\n`,
    });
    const { said, status } = await ask(table, commit);
    expect(said).toMatch(/names the rules [0-9a-f]{16}, and those before/u);
    expect(status).toBe(1);
  });
});
