import { expect, test } from 'vitest';

import { replay, type Replayed } from '../care/replay/replay.ts';
import { ForgeError } from '../forge/forge-error.ts';
import type { Person } from '../forge/events.ts';
import type { Oid } from '../repository/oid.ts';
import { readGame } from '../store/read-game.ts';
import { ana, bo, cy, dee, eli, kernelGame, memoryVault, type TestGame } from './fixtures/embedded-game.ts';

const rule = (name: string): string => `content/ruleset/dynastic/${name}.md`;
const unavailable = (): never => {
  throw new ForgeError('unavailable', 'The repository could not be read: 502', { why: '502' });
};
/** The ways in which a head may not be read. */
const WAYS: Readonly<Record<string, () => boolean>> = {
  'does not answer': unavailable,
  'says it is gone': () => false,
};

interface Table {
  readonly game: TestGame;
  propose(name: string, by?: Person): Promise<{ readonly post: string; readonly head: Oid }>;
  /** Ticks while this head can't be read; all can where none is given. */
  tick(head?: Oid, way?: () => boolean): ReturnType<TestGame['tick']>;
  enacted(): Promise<readonly string[]>;
}

async function table(): Promise<Table> {
  const game = await kernelGame();
  const { bring } = game.forge;
  return {
    game,
    async propose(name, by = bo) {
      const head = await game.branch({ [rule(name)]: `---\ntitle: ${name}\n---\nIt is ${name}.\n` });
      const post = await game.table.open(by, { kind: 'proposal', title: name, text: '', head });
      for (const voter of [ana, bo, cy, dee, eli]) await game.table.comment(voter, post, ':for:');
      return { post, head };
    },
    tick(unread, way = unavailable) {
      return game.tick({
        forge: { ...game.forge, bring: async (commit) => (commit === unread ? way() : bring(commit)) },
      });
    },
    enacted: async () =>
      readGame(await game.content()).ledger.flatMap(({ what }) => (what.startsWith('enact ') ? [what] : [])),
  };
}

for (const [name, way] of Object.entries(WAYS))
  for (const taken of ['at once', 'later'])
    test(`a matter is not resolved where the forge ${name}, be it ${taken}, and keeps its place in the queue`, async () => {
      const { game, propose, tick, enacted } = await table();
      const first = await propose('dawn');
      const unread = await propose('day');
      const behind = await propose('dusk', cy);
      await tick(taken === 'at once' ? unread.head : undefined, way);
      game.later(13);
      const { stuck } = await tick(unread.head, way);
      expect(stuck).toMatchObject([
        { matter: unread.post, why: expect.stringMatching(/^Its changes can’t be read/u) as string },
      ]);
      expect(await enacted()).toEqual([`enact ${first.post}`]);
      expect((await game.said(unread.post)).join('\n')).toMatch(
        /can’t come into force yet[^]*Its changes can’t be read/u,
      );
      game.later(1);
      await game.table.comment(ana, unread.post, '/enact\n/why');
      await tick(unread.head, way);
      expect(await enacted()).toEqual([`enact ${first.post}`]);
      game.later(1);
      await tick();
      expect(await enacted()).toEqual([first, unread, behind].map(({ post }) => `enact ${post}`));
      const content = await game.content();
      expect(content.get(rule('day'))).toContain('It is day.');
      expect(content.has('content/engine/unread.json')).toBe(false);
      game.later(1);
      expect((await tick()).commits).toEqual([]);
      const { forge, content: now, mainTip: main } = game;
      const pictures = { all: () => ({}), keep: (): never => expect.unreachable() };
      const replayed = { forge, content: now, main, now: () => game.now, vault: memoryVault(), pictures };
      expect(await replay(replayed as unknown as Replayed)).toMatchObject({ same: true });
    });
