// Sites of small games as groups begin them: rules that know no dynasties, rules played by hand, and a theme that was invented
// by a proposal. Whoever comes by reads words, and no word of what this game does not have.
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import { buildSite } from '../../src/site/prepare/build-site.ts';
import { idsOf } from './built-site.ts';
import { findBrokenLinks } from './find-broken-links.ts';
import { readHtml, wordsOn } from './read-html.ts';
import { peopleById, rawMarkdown, unreadable } from './unreadable.ts';

const NAMES = ['Ana', 'Bo', 'Cy', 'Dee', 'Eli'];
const ORCHARD = {
  'content/ruleset/dynastic/orchard.md': `---
title: Orchard
order: 20
---

There are Trees, each with an Owner and a kind of fruit. Each Player has Coins, [3](#value:purse) to begin with. A Player may plant a Tree for [1](#value:price) Coin, and once a day pick the fruit of a Tree of theirs, for [2](#value:yield) Coins. A Player with [10](#value:enough) Coins has achieved victory.
`,
  'content/ruleset/dynastic/orchard.ts': `import { action, boolean, choice, daily, derive, integer, list, map, player, record, rule, text, thing } from 'gitnomic/rules';

const fruits = ['golden-delicious', 'quince'];

export default rule(({ value }) => ({
  player: { coins: integer({ start: value('purse') }), basket: map(integer()), ripeFruitLover: boolean() },
  things: { trees: { title: 'Trees', fields: { name: text(), owner: player(), fruit: choice(fruits), pruned: boolean(), picks: list(record({ player: text(), fruit: text() })) } } },
  views: { row: derive({ of: 'trees', title: 'Trees in the row', returns: list(thing('trees')), value: (tree) => [tree] }) },
  actions: {
    'plant-tree': action({
      title: 'Plant a tree',
      with: { fruit: choice(fruits), name: text({ filled: true }) },
      cost: { coins: value('price') },
      effect({ actor, fruit, name, trees }) {
        trees.addNumbered('tree-', { name, owner: actor, fruit });
      },
    }),
    'pick-fruit': daily({
      title: 'Pick fruit',
      sentence: 'picked the fruit of {tree}',
      with: { tree: thing('trees') },
      effect({ actor, tree }) {
        tree.picks = [...tree.picks, { player: actor.id, fruit: tree.fruit }];
        actor.basket = { ...actor.basket, [tree.fruit]: 1 };
        actor.gain('coins', value('yield'));
      },
    }),
  },
  on: {
    changed({ players }) {
      for (const one of players) if (one.coins >= value('enough') && !one.victory) one.victory = true;
    },
  },
}));
`,
  'content/site.yml': `pages:
  - { id: trees, title: Trees, kit: timeline, of: trees, fields: [fruit, picks] }
`,
};

const everybody = (vote: string, matter: string, names = NAMES): readonly string[] =>
  names.map((name) => `vote ${vote} ${matter} --as ${name}`);

interface Small {
  readonly title: string;
  readonly core: string;
  readonly players: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** After `+` the hours that go by first. */
  readonly moves: readonly string[];
  /** What stands on the front page. */
  readonly front: readonly (string | RegExp)[];
  /** What stands on other pages, by their paths. */
  readonly elsewhere?: Readonly<Record<string, readonly (string | RegExp)[]>>;
  /** What is said of no game like this one. */
  readonly never: RegExp | null;
}

const OF_DYNASTIES = /\b(?:dynast|emperor|ascen|interregnum|declarations? of victory)\w*/giu;
const GAMES: readonly Small[] = [
  {
    title: 'turns and points, without dynasties',
    core: 'suber',
    players: ['Ana', 'Bo', 'Cy'],
    moves: [
      'propose --as Ana --add-rule Lamps --text Lamps-are-lit.',
      ...everybody('for', 'Lamps', ['Ana', 'Bo', 'Cy']),
      '+1 act throw-die --as Ana',
      'propose --as Bo --rule 202 --replace [6] --with [12] --title Dice',
      ...everybody('against', 'Dice', ['Bo', 'Ana', 'Cy']),
      '+1 act throw-die --as Bo',
    ],
    front: ['Ana threw the die', 'Who leads', '−', '“Lamps” passed'],
    never: OF_DYNASTIES,
  },
  {
    title: 'rules that people play by hand',
    core: 'prose',
    players: NAMES,
    moves: [
      'act write-down of=Cy what=Hats is=3 reason=Given --as Bo',
      'propose --as Bo --add-rule Hats --text Hats-are-worn.',
      ...everybody('for', 'Hats', ['Cy', 'Dee', 'Eli']),
      'resolve Hats enacted --as Ana',
    ],
    front: ['Bo wrote down for Cy: “Hats” 3', 'Ana enacted “Hats”'],
    never: OF_DYNASTIES,
  },
  {
    title: 'a theme that a proposal invented',
    core: '2021',
    players: NAMES,
    files: ORCHARD,
    moves: [
      'propose --as Bo --title Orchards',
      ...everybody('for', 'Orchards', ['Ana', 'Cy', 'Dee', 'Eli']),
      '+13 tick',
      'act plant-tree fruit=golden-delicious name=Molly --as Bo',
      'act request-mentor --as Cy',
      'act roll roll=DICE6 --as Dee',
      '+1 act pick-fruit tree=tree-1 --as Bo',
    ],
    front: [
      'Bo took the action “Plant a tree” with golden delicious, “Molly”: Coins 3 → 2',
      'Bo picked the fruit of Molly: Basket, golden delicious 1, Coins 2 → 4',
      'Cy asked for a mentor',
      /Dee rolled DICE6, with [1-6] on the die/u,
      'Ranked by Coins, as Orchard counts it.',
    ],
    elsewhere: {
      'show/trees/index.html': [
        'Molly Bo took the action “Plant a tree” with golden delicious',
        'Picks Bo · fruit golden delicious',
      ],
      'things/trees/tree-1/index.html': ['Trees in the row Molly'],
      'posts/index.html': ['It added Orchard.'],
      'matters/index.html': [/2030 Jun\b/u],
    },
    never: null,
  },
];
/** What the rules say stands there as they say it. */
const OF_THE_LAW = /^(ruleset|rules|first|then)\//u;

/** All of them take minutes on a busy machine: rules played by hand are for the long suite. */
const whole = process.env['GITNOMIC_SAMPLE'] === 'whole';

describe.each(GAMES.filter(({ core }) => whole || core !== 'prose'))(
  '$title',
  ({ core, players, files = {}, moves, front, elsewhere = {}, never }) => {
    const root = mkdtempSync(join(tmpdir(), 'gitnomic-small-'));
    const folder = join(root, 'game');
    const out = join(root, 'site');
    let now = Date.parse('2030-06-03T09:00:00Z');
    let game: ReadonlyMap<string, string> = new Map();
    const pages = new Map<string, string>();

    async function gitnomic(...words: readonly string[]): Promise<void> {
      let said = '';
      const environment = {
        GITNOMIC_NOW: new Date(now).toISOString().replace('.000', ''),
        GITNOMIC_GAME: folder,
        CI: '1',
      };
      const write = (text: string): void => void (said += text);
      const terminal = makeTerminal({ write }, { write }, environment, () => 0);
      expect({
        code: await runCli({ words, folder: root, environment, terminal, caches }),
        said,
      }).toMatchObject({
        code: 0,
      });
    }

    beforeAll(async () => {
      await gitnomic(
        'init',
        folder,
        '--name',
        'Harbour',
        '--core',
        core,
        ...players.flatMap((one) => ['--player', one]),
      );
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      for (const move of moves) {
        const [, hours = '0', words = ''] = /^(?:\+(\d+) )?(.*)$/u.exec(move) ?? [];
        now += Number(hours) * 3_600_000 + 60_000;
        await gitnomic(...words.split(' '));
      }
      const at = new Date(now).toISOString().replace('.000', '');
      game = await (await openLocalGame(folder, { now: at, caches })).content();
      const problems = await buildSite(game, { now: at, out, cacheFolder: join(root, 'kept') });
      if (problems.length > 0) throw new Error(problems.join('\n'));
      for (const path of readdirSync(out, { recursive: true, encoding: 'utf8' }))
        if (path.endsWith('.html'))
          pages.set(path.replaceAll('\\', '/'), readFileSync(join(out, path), 'utf8'));
    }, 300_000);
    afterAll(() => rmSync(root, { recursive: true, force: true }));

    test('the front page says what happened, and how to take part', () => {
      const words = wordsOn(pages.get('index.html') ?? '');
      for (const one of front) expect(words).toMatch(one);
      expect(words).toContain('To take part, post “Request to join” and wait to be let in.');
      expect(words).not.toMatch(/dynasties played|now mentor asked/u);
    });

    test('each page says whom and what it’s about', () => {
      for (const [path, told] of Object.entries(elsewhere))
        for (const one of told) expect(wordsOn(pages.get(path) ?? ''), path).toMatch(one);
    });

    test('pages contain only words to read, and none about what this game doesn’t have', () => {
      const ids = idsOf(game);
      const people = new Map(players.map((name) => [name.toLowerCase(), name]));
      const found = [...pages].flatMap(([path, html]) => {
        const ofLaw = OF_THE_LAW.test(path);
        return [
          ...unreadable(html, ids, ofLaw ? ['prose'] : []),
          ...(ofLaw ? [] : peopleById(html, people)),
          ...rawMarkdown(html),
          ...((never !== null && wordsOn(html).match(never)) || []),
          ...(wordsOn(html).match(/no longer passes/gu) ?? []),
          ...readHtml(html).faults,
        ].map((what) => `${path}: ${what}`);
      });
      expect(found).toEqual([]);
      const beginning = wordsOn(pages.get('players/index.html') ?? '').split('the beginning').length - 1;
      expect(beginning).toBe(players.length);
    });

    test('every link and anchor leads somewhere', () => {
      const files = new Set(
        readdirSync(out, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/')),
      );
      const read = new Map([...pages].map(([path, html]) => [path, readHtml(html)] as const));
      expect(findBrokenLinks(read, files, '/')).toEqual([]);
    });
  },
);
