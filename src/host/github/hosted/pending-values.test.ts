import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BEGINNING, kernelGame } from '../../../tick/fixtures/embedded-game.ts';
import { migrateMain } from '../../../tick/migrate-main.ts';
import { caches } from '../../../cache/fixtures/shared-caches.ts';
import { readCommit, writeCommitObject } from '../../../repository/commit.ts';
import { writeCommit } from '../../../repository/write-commit.ts';
import { FORMAT_FILE } from '../../../store/formats/migrations.ts';
import { readGame } from '../../../store/read-game.ts';
import { openVault, vaultKeyOf } from '../../../session/secrets/vault.ts';
import { keepFormerlyPublic, keepPending, settlePending } from './decide-here.ts';

const CLAUSE = `import { action, integer, optional, rule, text } from 'gitnomic/rules';

export default rule(() => ({
  player: { held: optional(text({ private: true })), own: integer({ private: true }) },
  actions: { pass: action({ by: 'anybody', effect: () => {} }) },
}));
`;

test('what was public before it counted as private is kept by whoever opens the game once the engine took it away', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formerly-public-'));
  try {
    const game = await kernelGame();
    const { forge } = game;
    const bo = 'content/gamestate/players/bo.md';
    const write = async (changes: ReadonlyMap<string, string | null>): Promise<void> => {
      const parent = await game.mainTip();
      const author = { name: 'x', email: '', at: BEGINNING };
      const commit = await writeCommit(forge.repository, {
        parents: [parent],
        changes,
        author,
        message: 'x\n',
      });
      await forge.advance('main', parent, commit);
    };
    await write(
      new Map([
        [FORMAT_FILE, null],
        ['content/ruleset/dynastic/held.md', '---\ntitle: Held\norder: 50\n---\nPeople hold something.\n'],
        ['content/ruleset/dynastic/held.ts', CLAUSE],
        [bo, ((await game.content()).get(bo) ?? '').replace('---\n', '---\nheld: hush\n')],
      ]),
    );
    const vault = await openVault(folder);
    await vault.write(vaultKeyOf(await game.content()), { players: { bo: { own: 7 } } });
    const keep = async (): Promise<unknown> => {
      await keepFormerlyPublic(folder, vault, { forge, main: await game.mainTip(), caches });
      const { players } = (await vault.read(vaultKeyOf(await game.content()))) as {
        players?: Record<string, unknown>;
      };
      return players?.['bo'];
    };
    // The value stays in the files until the engine there removes it.
    expect(await keep()).toEqual({ own: 7 });
    await migrateMain(forge, BEGINNING);
    const post = await game.table.open(
      { id: 'bo', name: 'bo', bot: false },
      { kind: 'story', title: 'Go', text: '' },
    );
    await game.table.comment({ id: 'bo', name: 'bo', bot: false }, post, '/act pass');
    await game.tick();
    expect(readGame(await game.content()).state?.players['bo']).not.toHaveProperty('held');
    expect(await keep()).toEqual({ own: 7, held: 'hush' });
    // This happens only once, so later changes are kept.
    await vault.write(vaultKeyOf(await game.content()), { players: { bo: { own: 7, held: 'later' } } });
    expect(await keep()).toEqual({ own: 7, held: 'later' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a shallow clone, which ends before that, takes nothing and fails nothing until it has been deepened', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formerly-public-'));
  try {
    const game = await kernelGame();
    const { repository } = game.forge;
    const vault = await openVault(folder);
    const whole = await readCommit(repository, await game.mainTip());
    const cut = await writeCommitObject(repository, { ...whole, parents: ['1'.repeat(40)] });
    await keepFormerlyPublic(folder, vault, { forge: game.forge, main: cut, caches });
    expect(existsSync(join(folder, 'private-outwards'))).toBe(false);
    await keepFormerlyPublic(folder, vault, { forge: game.forge, main: await game.mainTip(), caches });
    expect(existsSync(join(folder, 'private-outwards'))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('values that wait for the engine hold once its ledger has their line, each for the state after it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pending-'));
  const written: (readonly [object, object])[] = [];
  const write = (key: object, values: object): Promise<void> => {
    written.push([key, values]);
    return Promise.resolve();
  };
  const vault = { write } as unknown as Parameters<typeof settlePending>[1];
  const pending = (): readonly string[] => readdirSync(join(folder, 'pending'));
  const line = (n: number, told: unknown): string => JSON.stringify({ n, told });
  try {
    const files = new Map([
      ['content/ledger/2024-03.jsonl', `${line(7, 'c/1')}\n${line(8, 7)}\n{"n":9}\n`],
      ['content/posts/1.md', line(3, 'c2')],
    ]);
    await settlePending(folder, vault, files);
    keepPending(folder, 'c/1', { a: 1 });
    keepPending(folder, 'c2', { b: 2 });
    writeFileSync(join(folder, 'pending/notes.txt'), 'x');
    const before = pending().length;
    await settlePending(folder, vault, files);
    const digest = createHash('sha256').update(line(7, 'c/1')).digest('hex').slice(0, 12);
    expect(written).toEqual([[{ lines: 8, digest }, { a: 1 }]]);
    expect([before, pending().length]).toEqual([3, 2]);
    expect(pending()).toContain('notes.txt');
    await settlePending(folder, vault, files);
    expect(written).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
