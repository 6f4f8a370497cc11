// Numbers that a computer takes for others, or that only look like numbers, in whole games: over GitHub, at home, sealed and in a ranking. What is on record is what was
// written, and the game is played again to the same state.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makePaint } from '../../src/cli/terminal.ts';
import { commandsIn } from '../../src/session/take/commands.ts';
import { commandOfForm, changesOfForm } from '../../src/forge/github/form-body.ts';
import { homeIn } from '../../src/host/host.ts';
import { hosts } from '../../src/host/registry.ts';
import { scripted } from '../../src/addons/programs/read-policy.ts';
import { readTypedValue } from '../../src/ruleset/parse-yaml.ts';
import { readDisplay } from '../../src/site/prepare/display.ts';
import { newGameOfSix } from '../../src/store/fixtures/new-game.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { GAME_FILE } from '../../src/store/paths.ts';
import { readGame } from '../../src/store/read-game.ts';
import { readScenario } from '../../src/rehearse/scenarios/format.ts';
import { ana, bo, cy, dee, eli, playOnGitHub } from '../github/action-game.ts';

const LONG = '7'.repeat(10_000);
/** None of them is a number as the game writes it: of a text every letter is kept, and no number is made of them. */
const FIGURES: readonly string[] = [
  [
    '9007199254740993',
    '-9007199254740993',
    '-0',
    '1e400',
    '1e21',
    '0x10',
    '1_000',
    '١٢',
    '007',
    '1.50',
    '+5',
  ],
  ['4.9999999999999999999', 'Infinity', 'NaN', LONG],
].flat();

const CLAUSE = `import { action, data, integer, list, rule, text } from 'gitnomic/rules';

export default rule(() => ({
  player: { words: list(text()), numbers: list(integer({ min: null })), any: data(), below: data(), sign: text() },
  game: { sold: list(data()) },
  submissions: { bid: { with: { amount: integer({ min: null }), words: text(), any: data() } } },
  actions: {
    say: action({ by: 'anybody', with: { words: text() }, effect({ actor, words }) { actor.words = [...actor.words, words]; } }),
    count: action({ by: 'anybody', with: { number: integer({ min: null }) }, effect({ actor, number }) { actor.numbers = [...actor.numbers, number]; } }),
    keep: action({ by: 'anybody', with: { any: data() }, effect({ actor, any }) { actor.any = any; } }),
    sink: action({ by: 'anybody', effect({ actor }) { actor.below = [-0, { n: -0 }]; } }),
    weigh: action({ by: 'anybody', effect({ actor }) { actor.sign += ' ' + 1 / ((actor.below as readonly number[])[0] ?? 1); } }),
    sell: action({
      by: 'emperor',
      private: true,
      reveals: ['game'],
      effect({ game, submissions }) {
        for (const bid of submissions('bid')) {
          game.sold = [...game.sold, bid.values === null ? bid.problem : { ...bid.values }];
          bid.use();
        }
      },
    }),
  },
}));
`;
const RULE = '---\ntitle: Odd\norder: 90\n---\nPeople have numbers.\n';

const folder = mkdtempSync(join(tmpdir(), 'odd-numbers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let now = '2030-06-03T09:00:00Z';
async function gitnomic(...words: string[]): Promise<{ code: number; json: Record<string, unknown> }> {
  let text = '';
  const code = await runCli({
    words: [...words, '--json'],
    folder: join(folder, 'game'),
    environment: { GITNOMIC_NOW: now },
    terminal: {
      out: (more) => void (text += more),
      err: () => {},
      progress: () => {},
      paint: makePaint(false),
      paintErr: makePaint(false),
    },
    hosts,
    caches,
  });
  return { code, json: JSON.parse(text) as Record<string, unknown> };
}

async function done(...words: string[]): Promise<Record<string, unknown>> {
  const { code, json } = await gitnomic(...words);
  expect(code, JSON.stringify(json).slice(0, 2000)).toBe(0);
  return json;
}

test('at home, by votes, actions, rankings and sealed, and replaying gives the same state', async () => {
  const ids = ['ana', 'bo', 'cy', 'dee', 'eli'];
  const players = ids.map((id) => ({ id, admin: id === 'ana', emperor: id === 'cy' }));
  const ruleset = new Map([
    ['dynastic/odd.md', RULE],
    ['dynastic/odd.ts', CLAUSE],
  ]);
  const wish = { name: 'Odd', core: '2021', dynasty: 'ways-to-decide', players, ruleset };
  const game = await homeIn(hosts).begin(join(folder, 'game'), shippedLibrary, wish, {
    now: () => now,
    caches,
  });

  for (const figures of FIGURES) {
    await done('act', 'say', `words=${figures}`, '--as', 'ana');
    expect((await gitnomic('act', 'count', `number=${figures}`, '--as', 'ana')).code, figures).not.toBe(0);
  }
  await done('act', 'count', 'number=9007199254740991', '--as', 'ana');
  await done('act', 'keep', `any=[${FIGURES.join(', ')}, 9007199254740992, 1e+21]`, '--as', 'ana');
  // A zero below zero would be another to a clause of the same command than to the next one, which reads it from a file.
  await done('act', 'sink', '--as', 'bo');
  await done('act', 'weigh', '--as', 'bo');
  const thread = await game.thread();
  await game.say({ id: 'dee', name: 'dee', bot: false }, thread, '/sink\n/weigh');
  await done('tick');
  await done('act', 'weigh', '--as', 'dee');

  const options = FIGURES.slice(0, -1);
  await done(
    'act',
    'ask',
    'question=Which',
    'way=ranked choice',
    `options=[${options.join(', ')}]`,
    '--as',
    'ana',
  );
  for (const [at, by] of ids.filter((id) => id !== 'cy').entries()) {
    const answer = [options[at % 2], options[2], options.at(-1 - at)].join(', ');
    await done('act', 'answer', 'question=question-1', `answer=[${answer}]`, '--as', by);
  }
  const near = ['act', 'answer', 'question=question-1', 'answer=[9007199254740992]', '--as', 'bo'];
  expect((await gitnomic(...near)).code).not.toBe(0);
  await done('act', 'close-question', 'question=question-1', '--as', 'ana');

  await done('seal', 'keys', 'publish', '--as', 'cy');
  const any = `any=[${options.join(', ')}]`;
  for (const figures of FIGURES) {
    await done('seal', 'bid', 'amount=-9007199254740991', `words=${figures}`, any, '--as', 'dee');
    // Nobody but the emperor can look at it, so it is found to be no number when it is opened.
    await done('seal', 'bid', `amount=${figures}`, `words=${figures}`, any, '--as', 'eli');
  }
  await done('act', 'sell', '--as', 'cy', '--yes');

  const set = [
    'players.cy.any=9007199254740993',
    'players.dee.any=1.50',
    'players.eli.any=[-0, 007, 9007199254740992]',
  ];
  await done('propose', 'Numbers', '--as', 'bo', ...set.flatMap((one) => ['--set', one]));
  const [matter] = (await game.status()).queue;
  for (const by of ['ana', 'cy', 'dee', 'eli']) await done('vote', 'for', matter?.id ?? '', '--as', by);
  now = '2030-06-06T09:00:00Z';
  await done('tick');
  await done('act', 'keep', 'any=1.5', '--as', 'dee');

  const { state, problems } = readGame(await game.content());
  expect(problems).toEqual([]);
  const { players: people, things, game: ours } = state ?? expect.fail();
  expect(people['ana']).toMatchObject({
    words: FIGURES,
    numbers: [Number.MAX_SAFE_INTEGER],
    any: [...FIGURES, 2 ** 53, 1e21],
  });
  expect([people['bo']?.['sign'], people['dee']?.['sign']]).toEqual([' Infinity', ' Infinity Infinity']);
  expect([people['cy']?.['any'], people['dee']?.['any']]).toEqual(['9007199254740993', 1.5]);
  expect(people['eli']?.['any']).toEqual(['-0', '007', 2 ** 53]);
  expect(things['questions']?.['question-1']).toMatchObject({ options, outcome: [options[0]] });
  const sold = (ours['sold'] as readonly unknown[]).toSorted((a, b) => (typeof a).localeCompare(typeof b));
  expect(sold).toEqual([
    ...FIGURES.map((words) => ({ amount: -Number.MAX_SAFE_INTEGER, words, any: options })),
    ...FIGURES.map(() => expect.stringContaining('must be a whole number')),
  ]);
  expect(await done('replay')).toMatchObject({ same: true });
  expect(await done('log', 'journal', 'verify')).toMatchObject({ ok: true });
  await done('doctor');
}, 600_000);

test('over GitHub, in comments and in issue forms', async () => {
  const game = await playOnGitHub();
  const { world } = game.standIn;
  const files = {
    'content/ruleset/dynastic/odd.md': RULE,
    'content/ruleset/dynastic/odd.ts': CLAUSE,
  };
  const proposal = await game.propose(bo, 'Odd', files);
  await game.tick();
  for (const by of [ana, cy, dee, eli]) await game.table.comment(by, String(proposal.number), ':for:');
  world.now = '2021-06-22T22:30:00Z';
  await game.tick();
  expect(proposal.labels).toContain('game/enacted');

  const open = (by: string, label: string, body: string): void =>
    void world.open(world.account(by), { title: 'Act', body, labels: [label], branch: null });
  const story = await game.table.open(ana, { kind: 'story', title: 'Story', text: '' });
  for (const one of FIGURES) {
    const lines = [`/say words=${one}`, `/act say "${one}"`, `/say ${one}`, `/count number=${one}`];
    await game.table.comment(ana, story, lines.join('\n'));
  }
  await game.table.comment(dee, story, `/keep any=[${FIGURES.join(', ')}]`);
  for (const one of FIGURES) {
    open('bo', 'act/say', `### Words\n\n${one}`);
    open('bo', 'act/form', `### Action\n\nSay (say)\n\n### With\n\nwords: ${one}`);
    open('bo', 'act/count', `### Number\n\n${one}`);
  }
  open('eli', 'act/keep', `### Any\n\n[${FIGURES.join(', ')}]`);
  await game.tick();
  await game.tick();
  const { state, problems } = readGame(await game.content());
  expect(problems).toEqual([]);
  const { players } = state ?? expect.fail();
  const sorted = (value: unknown): readonly string[] => (value as readonly string[]).toSorted();
  expect(players['ana']?.['words']).toEqual(FIGURES.flatMap((one) => [one, one, one]));
  expect(sorted(players['bo']?.['words'])).toEqual(sorted(FIGURES.flatMap((one) => [one, one])));
  expect([players['ana']?.['numbers'], players['bo']?.['numbers']]).toEqual([[], []]);
  expect([players['dee']?.['any'], players['eli']?.['any']]).toEqual([FIGURES, FIGURES]);
  expect(world.failures).toEqual([]);
  await game.standIn.close();
}, 600_000);

test.each(FIGURES.map((figures) => [figures.slice(0, 30), figures]))(
  'keeps %s in a form on GitHub that sets a value',
  (_, figures = '') => {
    expect(commandOfForm('say', `### Words\n\n${figures}`)).toMatch(/^\/act say words=/u);
    const changes = changesOfForm(`### Value\n\nplayers.ana.any\n\n### What it is to be\n\n${figures}`);
    expect(readTypedValue(changes)).toEqual({ value: [{ set: { 'players.ana.any': figures } }], faults: [] });
  },
);

test('a form on GitHub loses no text with a character that ends a line elsewhere', () => {
  const body = '### Action\n\nSay (say)\n\n### With\n\nwords: one\u2028two';
  expect(commandsIn(commandOfForm('form', body))).toMatchObject([{ words: { words: 'one\u2028two' } }]);
});

test('game.yml, site.yml, scripts and scenarios', async () => {
  const files = await newGameOfSix();
  const text = (files.get(GAME_FILE) ?? '').replace(/^(?:core|dice):.*\n(?: .*\n)*/gmu, '');
  const read = (more: string) => readGame(new Map([...files, [GAME_FILE, `${text}${more}\n`]]));
  for (const figures of FIGURES) {
    expect(read(`core: ${figures}`).game.core).toBe(figures);
    const { problems } = read(`dice: { source: fixed, values: [${figures}] }`);
    expect(problems.length > 0, figures).toBe(figures !== '-0');
    const display = readDisplay({ path: 'site.yml', text: `pages: ${figures}\n` });
    expect(display.problems).toHaveLength(1);
    const script = `- { day: 1, by: ana, do: act, action: keep, with: { any: ${figures} } }`;
    expect(() => scripted(script)).not.toThrow();
    expect(() => scripted(script.replace('day: 1', `day: ${figures}`))).toThrow(/step 1, day/u);
    const scenario = `title: A\nstart: 2024-03-01T09:00:00Z\nplayers: { ana: {} }\nsteps:\n  - { by: ana, act: keep, with: { any: ${figures} }, then: { any: ${figures} } }\n`;
    const [step] = readScenario('a.yml', scenario).steps;
    expect([step?.with, step?.then]).toEqual([{ any: figures }, { any: figures }]);
  }
  for (const figures of ['9007199254740993', '1e400', '4.9999999999999999999'])
    for (const { problems } of [
      read(`sandbox: { steps: ${figures} }`),
      read(`dice: { source: fixed, values: [${figures}] }`),
    ])
      expect(problems.map(({ message }) => message).join()).toMatch(/number/u);
});
