import { cpSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Patience } from '../../src/forge/github/client.ts';
import type { Forge } from '../../src/forge/port.ts';
import { ana, bo, cy, dee, eli, fay, playAt, playOnGitHub, type ActionGame } from './action-game.ts';
import { openAt, startWithEngine } from './game-at.ts';
import { handsAt } from './stand-in/hands.ts';
import { GIT_FAULTS, type GitFault } from './stand-in/git-http.ts';
import { startStandIn, type StandIn } from './stand-in/server.ts';
import type { Post } from './stand-in/world.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';

const NIGHT = 'content/ruleset/dynastic/night.md';
vi.setConfig({ testTimeout: 400_000, hookTimeout: 300_000 });

const all = process.env['GITNOMIC_FAULTS'] === 'all';
const KINDS = Object.entries(GIT_FAULTS);

/** How Git puts it that an answer broke off depends on how much of it had come. */
function toldAs(words: string, fault: GitFault): RegExp {
  return 'breaksOff' in fault ? /disconnect|EOF|hung up|closed|RPC failed|packfile/u : new RegExp(words, 'u');
}

describe('a requested commit', () => {
  let standIn: StandIn;
  let forge: Forge;
  let head: string;
  beforeEach(async () => {
    standIn = await startWithEngine();
    const { repository } = await openAt(standIn, `${standIn.folder}/player`);
    const table = handsAt(standIn, { repository }, `${standIn.folder}/player`);
    const author = { name: 'x', email: '', at: standIn.world.now };
    head = await writeCommit(repository, {
      parents: [],
      changes: new Map([['a', '1']]),
      author,
      message: 'x',
    });
    await table.open(bo, { kind: 'proposal', title: 'One', text: '', head });
    forge = await openAt(standIn);
  });
  afterEach(() => standIn.close());

  const failing = (times: number, fault: GitFault): void => {
    let left = times;
    standIn.world.gitWeather = (_path, body) => (body.includes(head) && left-- > 0 ? fault : null);
  };

  test.each(KINDS)('arrives at the third try if Git fails with “%s”', async (_words, fault) => {
    failing(2, fault);
    expect(await forge.bring(head)).toBe(true);
  });

  test.each(KINDS)(
    'isn’t taken for missing if Git fails three times with “%s”, and the error says so',
    async (words, fault) => {
      failing(3, fault);
      await expect(forge.bring(head)).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(toldAs(words, fault)) as string,
      });
      expect(await forge.bring(head)).toBe(true);
    },
  );

  test('is missing if Git says so, after a single request', async () => {
    standIn.world.gitRequests.length = 0;
    expect(await forge.bring('0123456789'.repeat(4))).toBe(false);
    expect(standIn.world.gitRequests.filter((path) => path.endsWith('info/refs'))).toHaveLength(1);
  });
});

describe('patience', () => {
  /** Each try takes so long by a clock of its own; gives what was tried, and how long all of it took. */
  async function tried(
    tryMs: number,
    things: number,
    isNeeded = false,
  ): Promise<{ tries: number; ms: number }> {
    let now = 0;
    let tries = 0;
    const patience = new Patience(async (ms) => void (now += ms), { clock: () => now });
    for (let thing = 0; thing < things; thing++)
      await patience
        .tryAgain(
          (leftMs) => {
            tries += 1;
            now += Math.min(tryMs, leftMs);
            return Promise.reject(new Error('no'));
          },
          () => false,
          { isNeeded },
        )
        .catch(() => undefined);
    return { tries, ms: now };
  }

  test('tries three times, with growing pauses', async () => {
    expect(await tried(0, 1)).toEqual({ tries: 3, ms: 5000 });
  });

  test.each([0, 10, 1000, 20_000])('ends within a minute if tries take %i ms', async (ms) => {
    expect((await tried(ms, 30)).ms).toBeLessThanOrEqual(60_000);
  });

  test('keeps retrying a push for a second', async () => {
    const { tries, ms } = await tried(20_000, 30, true);
    expect(tries).toBeGreaterThanOrEqual(30);
    expect(ms).toBeLessThanOrEqual(60_000 + 30_000);
  });
});

describe('a matter whose head can’t be read', () => {
  let game: ActionGame;
  beforeEach(async () => {
    game = await playOnGitHub();
  });
  afterEach(() => game.standIn.close());

  const night = (text: string): Record<string, string> => ({ [NIGHT]: `---\ntitle: Night\n---\n${text}\n` });
  const voteFor = async (post: Post): Promise<void> => {
    for (const voter of [ana, cy, dee, eli, fay])
      await game.table.comment(voter, String(post.number), ':for:');
  };
  const headOf = (post: Post): string => game.standIn.world.headOf(post);
  const failFor = (oid: string, fault: GitFault): void => {
    game.standIn.world.gitWeather = (_path, body) => (body.includes(oid) ? fault : null);
  };
  const later = (time: string): void => void (game.standIn.world.now = time);
  const enactments = async (): Promise<string[]> =>
    [...(await game.content())].flatMap(([path, text]) =>
      path.startsWith('content/ledger/')
        ? text
            .split('\n')
            .filter((line) => line.includes('"enact '))
            .map((line) => (JSON.parse(line) as { what: string }).what)
        : [],
    );

  const kinds = all ? KINDS : KINDS.slice(0, 1);
  test.each(kinds)(
    'waits while Git fails with “%s”, and is then enacted with its content',
    async (words, fault) => {
      const post = await game.propose(bo, 'Night', night('It is night.'));
      await voteFor(post);
      later('2021-06-18T22:30:00Z');
      failFor(headOf(post), fault);
      await game.tick();
      expect(await enactments()).toEqual([]);
      expect(post).toMatchObject({ closed: false, merged: false, locked: false });
      expect(post.labels).toContain('game/stuck');
      expect(game.comments(post, 'standing').join('')).toMatch(toldAs(words, fault));
      game.standIn.world.gitWeather = () => null;
      await game.tick();
      expect(await enactments()).toEqual([`enact ${post.number}`]);
      expect((await game.content()).get(NIGHT)).toContain('It is night.');
      expect(post.labels).not.toContain('game/stuck');
      expect(post).toMatchObject({ closed: true, merged: true, locked: true });
    },
  );
});

describe('a tick in which Git fails from some request on', () => {
  let due: ActionGame;
  beforeAll(async () => {
    due = await playOnGitHub();
    const post = await due.propose(bo, 'Night', { [NIGHT]: '---\ntitle: Night\n---\nIt is night.\n' });
    for (const voter of [ana, cy, dee, eli, fay])
      await due.table.comment(voter, String(post.number), ':for:');
    await due.tick();
    due.standIn.world.now = '2021-06-18T22:30:00Z';
  });
  afterAll(() => due.standIn.close());

  /** A tick takes some twenty requests of Git’s; those beyond are never made, and then nothing fails. */
  const places = Array.from({ length: 24 }, (_, n) => n);
  const cases = places.flatMap((from) => KINDS.map(([words, fault]) => ({ from, words, fault })));
  const some = all ? cases : cases.filter((_, index) => index % 41 === 7);

  test.each(some)('request $from, “$words”: the next tick finishes it', async ({ from, fault }) => {
    const standIn = await startStandIn();
    try {
      cpSync(due.standIn.world.gitdir, standIn.world.gitdir, { recursive: true, force: true });
      standIn.world.goOnFrom(due.standIn.world);
      const game = await playAt(standIn);
      let asked = 0;
      // Once is tried again; three times in a row is not.
      for (const lasting of [false, true]) {
        asked = 0;
        standIn.world.gitWeather = () => {
          asked += 1;
          return (lasting ? asked > from : asked === from + 1) ? fault : null;
        };
        await game.run();
        standIn.world.gitWeather = () => null;
        const content = await game.content();
        const ledger = [...content].filter(([path]) => path.startsWith('content/ledger/'));
        expect(content.has(NIGHT)).toBe(ledger.some(([, text]) => text.includes('"enact ')));
      }
      await game.tick();
      await game.tick();
      const content = await game.content();
      expect(content.get(NIGHT)).toContain('It is night.');
      const ledger = [...content].flatMap(([path, text]) =>
        path.startsWith('content/ledger/') ? text.split('\n') : [],
      );
      expect(ledger.filter((line) => line.includes('"enact '))).toHaveLength(1);
    } finally {
      await standIn.close();
    }
  });
});
