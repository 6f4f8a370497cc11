import { expect, test } from 'vitest';
import { Caches } from '../../cache/caches.ts';
import { localForgeOn } from '../../forge/embedded/local-forge.ts';
import { memoryDisk } from '../../repository/memory-disk.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { createGame } from '../../session/play/create-game.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { drawKey, openMemoryVault } from '../../session/secrets/vault.ts';
import { pastOf } from './past-of.ts';

const BEGINS = '2026-01-01T00:00:00Z';

test('reads what is replayed only once, even if nobody hands over what was read before', async () => {
  const { files: start } = await createGame(shippedLibrary, {
    name: 'Harbour',
    core: '2021',
    dynasty: 'proving',
    players: [{ id: 'ana', admin: true, emperor: true }],
    at: BEGINS,
  });
  const { forge } = await localForgeOn(memoryDisk(), { clock: () => BEGINS, forgeId: 'f' });
  const author = { name: 'Gitnomic', email: 'gitnomic@example.org', at: BEGINS };
  const first = await writeCommit(forge.repository, {
    parents: [],
    changes: start,
    author,
    message: 'Begin',
  });
  const game = {
    forge,
    vault: openMemoryVault(await drawKey()),
    pictures: { all: () => ({}), keep: () => '' },
    main: async () => first,
    content: async () => start,
    now: () => BEGINS,
  };
  const history = { first, read: 0, segment: '', whole: true, merged: new Map(), ticks: [] };
  const { past } = await pastOf(game, { start, ledger: [], events: [], history });
  expect(past.caches).toBeInstanceOf(Caches);
});
