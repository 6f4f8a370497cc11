import { expect, test } from 'vitest';
import { replay, type Replayed } from '../../src/care/replay/replay.ts';
import { ForgeError, type Person } from '../../src/forge/events.ts';
import type { Forge } from '../../src/forge/port.ts';
import type { Oid } from '../../src/repository/oid.ts';
import { readGame } from '../../src/store/read-game.ts';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  kernelGame,
  memoryVault,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { some } from '../slowly.ts';

const rule = (name: string): string => `content/ruleset/dynastic/${name}.md`;
const unavailable = (): never => {
  throw new ForgeError('unavailable', 'The repository could not be read: 502', { why: '502' });
};
interface Matter {
  readonly post: string;
  readonly head: Oid;
}
/** The reasons why a matter can't be read, each with its message. */
const WAYS: Readonly<Record<string, { way(forge: Forge, matter: Matter): Partial<Forge>; why: RegExp }>> = {
  'does not answer': {
    way: ({ bring }, { head }) => ({
      bring: async (commit) => (commit === head ? unavailable() : bring(commit)),
    }),
    why: /Its changes can’t be read/u,
  },
  'says it is gone': {
    way: ({ bring }, { head }) => ({ bring: async (commit) => commit !== head && bring(commit) }),
    why: /Its changes can’t be read/u,
  },
  'may lack votes': {
    way: ({ observe }, { post }) => ({
      observe: async (since) => ({ ...(await observe(since)), unread: [post] }),
    }),
    why: /votes may be missing/u,
  },
};
type Way = (typeof WAYS)[string]['way'];

interface Table {
  readonly game: TestGame;
  propose(name: string, by?: Person): Promise<Matter>;
  /** Ticks while this matter can't be read. If none is given, all can be read. */
  tick(way: Way, unread?: Matter): ReturnType<TestGame['tick']>;
  enacted(): Promise<readonly string[]>;
}

async function table(): Promise<Table> {
  const game = await kernelGame();
  return {
    game,
    async propose(name, by = bo) {
      const head = await game.branch({ [rule(name)]: `---\ntitle: ${name}\n---\nIt is ${name}.\n` });
      const post = await game.table.open(by, { kind: 'proposal', title: name, text: '', head });
      for (const voter of [ana, bo, cy, dee, eli]) await game.table.comment(voter, post, ':for:');
      return { post, head };
    },
    tick: (way, unread) =>
      game.tick(unread === undefined ? {} : { forge: { ...game.forge, ...way(game.forge, unread) } }),
    enacted: async () =>
      readGame(await game.content()).ledger.flatMap(({ what }) => (what.startsWith('enact ') ? [what] : [])),
  };
}

for (const [name, { way, why }] of some(Object.entries(WAYS), 3))
  for (const taken of some(['at once', 'later'], 2))
    test(`a matter isn’t resolved while the forge ${name}, noticed ${taken}, and keeps its place in the queue`, async () => {
      const { game, propose, tick, enacted } = await table();
      const first = await propose('dawn');
      const unread = await propose('day');
      const behind = await propose('dusk', cy);
      await tick(way, taken === 'at once' ? unread : undefined);
      game.later(13);
      const { stuck } = await tick(way, unread);
      expect(stuck).toMatchObject([{ matter: unread.post, why: expect.stringMatching(why) as string }]);
      expect(await enacted()).toEqual([`enact ${first.post}`]);
      const said = (await game.said(unread.post)).join('\n');
      expect(said).toMatch(/can’t come into force yet/u);
      expect(said).toMatch(why);
      game.later(1);
      await game.table.comment(ana, unread.post, '/enact\n/why');
      await tick(way, unread);
      expect(await enacted()).toEqual([`enact ${first.post}`]);
      game.later(1);
      await tick(way);
      expect(await enacted()).toEqual([first, unread, behind].map(({ post }) => `enact ${post}`));
      const content = await game.content();
      expect(content.get(rule('day'))).toContain('It is day.');
      expect(content.has('content/engine/unread.json')).toBe(false);
      game.later(1);
      expect((await tick(way)).commits).toEqual([]);
      const { forge, content: now, mainTip: main } = game;
      const pictures = { all: () => ({}), keep: (): never => expect.unreachable() };
      const replayed = {
        forge,
        content: now,
        main,
        now: () => game.now,
        vault: memoryVault(),
        pictures,
        caches,
      };
      expect(await replay(replayed as unknown as Replayed)).toMatchObject({ same: true });
    });
