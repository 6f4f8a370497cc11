// Proposals that freeze a game some time after they are enacted, played by commands: voters hear of it beforehand, everybody hears of it
// afterwards, with the rule and the ways out, and the way that is offered frees the game.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { newsSince, standAt } from '../../src/addons/notices/news.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import { hoursAfter } from '../../src/kernel/time.ts';
import { runIn } from '../../src/main/fixtures/run-in.ts';
import { readStatus } from '../../src/tick/read-status.ts';
import { quickCaches as caches } from '../quick-caches.ts';
import { slowTest } from '../slowly.ts';

const ALL = process.env['GITNOMIC_FUZZ'] !== undefined;
const WHO = ['ana', 'bo', 'cy', 'dee', 'fay', 'eli'];
const root = mkdtempSync(join(tmpdir(), 'frozen-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const refusing = (condition: string, more = ''): string =>
  `{ ${more} hooks: { 'may-enact'({ refuse }, next) { if (${condition}) refuse('the gulls do not like it'); return next(); } } }`;

interface Freeze {
  readonly body: string;
  /** What people do until nothing can be changed any more. */
  readonly until?: (game: Game) => Promise<unknown>;
  /** What people are told, if it isn't that the gulls do not like it. Then any next matter takes minutes to be refused. */
  readonly why?: RegExp;
}

const FREEZES: Readonly<Record<string, Freeze>> = {
  'after two enactments': {
    body: refusing("[...g.posts].filter((post) => post.status === 'enacted').length > 1"),
    until: (game) => game.pass('Horns'),
  },
  'with a second post': { body: refusing('g.posts.size > 1') },
  'by a number that each day counts up': {
    body: refusing(
      'g.game.tides >= 5',
      `game: { tides: integer({ min: 0, max: 5 }) },
       times: { tide: { title: 'Tide', at: ({ from }) => hoursAfter(from, 24), effect() { if (g.game.tides < 5) g.game.tides += 1; } } },`,
    ),
    until: (game) => game.tick(24 * 6),
  },
  'by what an action sets and nothing sets back': {
    body: refusing(
      'g.game.asleep',
      "game: { asleep: boolean() }, actions: { sing: action({ title: 'Sing', effect() { g.game.asleep = true; } }) },",
    ),
    until: (game) => game.run('act', 'sing', '--as', 'bo'),
  },
  'by a date that it computes': {
    body: refusing('Number(g.now.slice(0, 4)) - 2030 > 1'),
    until: async (game) => [await game.tick(24 * 300), await game.tick(24 * 300), await game.tick(24 * 60)],
  },
  'by refusing whatever happens beside a second post': {
    body: `{ on: { changed({ refuse }) { if (g.posts.size > 1) refuse('the gulls do not like it'); } } }`,
  },
  'with fewer than six players': {
    body: refusing('g.players.size < 6'),
    until: (game) => game.dropEli(),
  },
  'by a loop that grows with the posts': {
    body: refusing(
      '(() => { let n = 0; for (let i = 0; i < 200 ** g.posts.size; i++) n += i % 7; return n < 0; })()',
    ),
    until: (game) => game.pass('Horns'),
    why: /the code of the rules took too long and was stopped/u,
  },
  'by calls that go deeper with the posts': {
    body: refusing(
      '(() => { const deep = (n: number): number => (n === 0 ? 0 : 1 + deep(n - 1)); return deep(20 ** g.posts.size) < 0; })()',
    ),
    until: (game) => game.pass('Horns'),
    why: /calls itself too deeply/u,
  },
  'by what each enactment uses up': {
    body: `{ game: { grains: integer({ min: 0, start: 2 }) }, on: { enacted() { if (g.game.grains > 0) g.game.grains -= 1; } }, hooks: { 'may-enact'({ refuse }, next) { if (g.game.grains < 1) refuse('the gulls do not like it'); return next(); } } }`,
    until: async (game) => [await game.pass('Horns'), await game.pass('Drums')],
  },
};

/** A real game of six in a folder, with a clock that the test moves. */
class Game {
  readonly core: string;
  readonly folder: string;
  now = '2030-06-03T09:00:00Z';
  #turn = 0;

  constructor(core: string, name: string) {
    this.core = core;
    this.folder = join(root, `${core} ${name}`);
  }

  async begin(): Promise<void> {
    const players = WHO.flatMap((name) => ['--player', name]);
    const words = ['init', this.folder, '--practice', '--core', this.core, ...players];
    const { code, said } = await runIn(root, this.now, words, caches);
    if (code !== 0) throw new Error(said);
  }

  async run(...words: readonly string[]): Promise<string> {
    return (await runIn(this.folder, this.now, words, caches)).said;
  }

  async tick(hours = 0): Promise<string> {
    this.now = hoursAfter(this.now, hours);
    return this.run('tick', '--yes');
  }

  write(path: string, text: string): void {
    const file = join(this.folder, 'content/ruleset', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Proposes it, and everybody votes for it until it has passed or can't. Returns what the proposer was told. */
  async pass(title: string, ...how: readonly string[]): Promise<string> {
    const author = WHO[this.#turn % WHO.length] ?? '';
    const change = how.length > 0 ? how : ['--add-rule', title, '--text', `There are ${title}.`];
    const told = await this.run(
      'propose',
      '--as',
      author,
      '--title',
      title,
      ...(how[0] === '' ? [] : change),
    );
    const id = /^Post (\d+)/u.exec(told)?.[1];
    if (id === undefined) return told;
    for (const name of WHO) await this.run('vote', 'for', id, '--as', name);
    await this.tick();
    await this.tick(60);
    if (this.core === 'prose') await this.run('resolve', id, 'enacted', '--as', 'ana');
    // There players take turns.
    const threw = this.core === 'suber' && (await this.run('act', 'throw-die', '--as', author));
    if (typeof threw === 'string' && threw.includes('threw the die')) this.#turn++;
    return told;
  }

  async dropEli(): Promise<unknown> {
    if (this.core === 'suber') return this.run('act', 'forfeit', '--as', 'eli');
    await this.run('act', 'ask-idle', '--as', 'eli');
    return this.run('admin', 'idle', 'eli', '--as', 'ana');
  }

  /** What the front page and receivers of notices get. */
  async told(): Promise<{ readonly failing: readonly string[]; readonly news: readonly string[] }> {
    const game = await openLocalGame(this.folder, { now: this.now, caches });
    const position = await game.openPosition();
    const status = readStatus(position, this.now);
    const seen = { ...status, position, files: await game.content() };
    const news = newsSince(seen, standAt({ ...seen, queue: [], failing: [] }));
    if (newsSince(seen, standAt(seen)).length > 0) throw new Error('the same would be told again');
    position.open.play.dispose();
    return { failing: status.failing, news: news.map(({ text }) => text) };
  }
}

const CORES = ['2008', '2019', '2021', 'fireside', 'suber', 'prose'];
/** Nobody leaves under these rules but by a matter, which is refused. */
const NOT_IN: Readonly<Record<string, readonly string[]>> = {
  'with fewer than six players': ['fireside', 'prose'],
  // What is refused meanwhile comes in when the rule is gone, so that it is another's turn.
  'by refusing whatever happens beside a second post': ['suber'],
};
const cases = CORES.flatMap((core, nth) =>
  Object.entries(FREEZES).flatMap(([name, freeze], n) =>
    (ALL && NOT_IN[name]?.includes(core) !== true) || (nth === 3 && n === 1)
      ? [[core, name, freeze] as const]
      : [],
  ),
);
const passed = (title: string): RegExp => new RegExp(`“${title}” passed|enacted “${title}”`, 'u');
const GULLS = /the gulls do not like it/u;

test.each(cases)(
  '%s: everybody hears of a rule that freezes the game %s, and recovering repeals it',
  async (core, name, { body, until, why: reason }) => {
    const WHY = reason ?? GULLS;
    const game = new Game(core, name);
    await game.begin();
    const rule = `${['2008', '2019', '2021'].includes(core) ? 'dynastic' : 'core'}/gulls`;
    game.write(`${rule}.md`, '---\ntitle: Gulls\norder: 95\n---\nGulls watch over the harbour.\n');
    const words = 'import { action, boolean, hoursAfter, integer, rule }';
    game.write(`${rule}.ts`, `${words} from 'gitnomic/rules';\n\nexport default rule((g) => (${body}));\n`);
    expect(await game.pass('Gulls', '')).toMatch(
      /nothing could be changed any more: .*Gulls|in the end too many/u,
    );
    expect(await game.run('log')).toMatch(passed('Gulls'));
    await until?.(game);
    await game.tick(1);

    // While nothing is pending, only the game itself can say so.
    const frozen = new RegExp(
      `Nothing can be changed any more: .*(?:${WHY.source}).*${rule}.*doctor recover`,
      'u',
    );
    expect(await game.run('status')).toMatch(frozen);
    const { failing, news } = await game.told();
    expect(failing).toEqual([expect.stringMatching(frozen)]);
    expect(news.filter((text) => WHY.test(text))).toEqual(failing);
    expect(await game.run('doctor')).toMatch(/problem  The game can’t go on: [^]*\[stopped\]/u);
    const dry = await game.run('doctor', 'recover', '--dry-run', '--as', 'ana');
    expect(dry).toContain(`${rule} would be repealed, and nothing else changed.`);

    // A matter that everybody is for says so itself, once.
    const told = reason === undefined ? await game.pass('Bells') : '';
    if (reason === undefined) expect(told).toMatch(/^Post \d+: Bells|gulls do not like it[^]*Gulls/u);
    const id = /^Post (\d+)/u.exec(told)?.[1];
    if (id !== undefined) {
      const still = await game.told();
      expect(still.failing).toEqual([expect.stringMatching(WHY)]);
      expect(await game.run('status')).toMatch(WHY);
      const why = await game.run('why', id);
      expect(why).toMatch(WHY);
      expect(`${why}${await game.run('show', id)}`).not.toMatch(
        /it works|it can be, now|comes into force from/u,
      );
    }
    expect(await game.run('doctor', 'recover', '--as', 'ana')).toContain(`Repealed: ${rule}.`);
    await game.tick(1);
    if (id === undefined) await game.pass('Bells again');
    else if (core === 'prose') await game.run('resolve', id, 'enacted', '--as', 'ana');
    expect(await game.run('log')).toMatch(passed('Bells(?: again)?'));
    expect(await game.told()).toMatchObject({ failing: [] });
    expect(await game.run('replay')).toContain('the game is the same');
    expect(await game.run('doctor', 'recover', '--dry-run', '--as', 'ana')).toContain('The game can go on');
  },
);

slowTest('a matter that would leave too few players for a rule is refused, with the rule', async () => {
  const game = new Game('fireside', 'of five');
  await game.begin();
  game.write('core/gulls.md', '---\ntitle: Gulls\norder: 95\n---\nGulls watch over the harbour.\n');
  const body = refusing('g.players.size < 6');
  game.write(
    'core/gulls.ts',
    `import { rule } from 'gitnomic/rules';\n\nexport default rule((g) => (${body}));\n`,
  );
  await game.pass('Gulls', '');
  expect(await game.pass('Eli goes', '--set', 'players.eli.state=left')).toMatch(
    /would fail[^]*gulls do not like it/u,
  );
  expect(await game.run('show', 'eli')).toContain('State: active');
});
