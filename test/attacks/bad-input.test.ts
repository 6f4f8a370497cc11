import { expect, test } from 'vitest';

import { readGame } from '../../src/store/read-game.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { readNotified } from '../../src/tick/deliver.ts';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  memoryVault,
  person,
  kernelGame,
  VOTES,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';

const BO = 'content/gamestate/players/bo.md';

/** Proposes files, has everybody vote for it, lets time pass, and ticks. */
async function enactFiles(
  game: TestGame,
  changes: Readonly<Record<string, string | null>>,
  title = '[Core] Try',
) {
  const post = await game.table.open(bo, {
    kind: 'proposal',
    title,
    text: '',
    head: await game.branch(changes),
    branch: 'try',
  });
  for (const voter of [ana, cy, dee, eli, fay]) await game.table.comment(voter, post, ':for:');
  game.later(13);
  const report = await game.tick();
  const matter = readGame(await game.content()).state?.posts[post];
  const why = matter?.status === 'failed' ? (matter.omitted[0]?.reason ?? '') : '';
  return { post, report, matter, why, ...report };
}

async function goesOn(game: TestGame): Promise<void> {
  const { problems } = readGame(await game.content());
  expect(problems).toEqual([]);
  expect((await game.tick()).commits).toEqual([]);
}

test('doesn’t enact a branch that deletes the ruleset, and the matter says why', async () => {
  const game = await kernelGame();
  const rules = [...(await game.content()).keys()].filter((path) => path.startsWith('content/ruleset/'));
  const { why, stuck } = await enactFiles(game, Object.fromEntries(rules.map((path) => [path, null])));
  expect(stuck).toEqual([]);
  expect(why).toContain('would be stuck');
  await goesOn(game);
});

test('doesn’t enact an unreadable rule, and names its line', async () => {
  const game = await kernelGame();
  const { why, stuck } = await enactFiles(game, {
    'content/ruleset/dynastic/odd.md': '---\ntitle: Odd\norder: [\n---\nText\n',
  });
  expect(stuck).toEqual([]);
  expect(why).toContain('dynastic/odd.md:');
  await goesOn(game);
});

test('never takes in a front matter that would expand without bounds', async () => {
  const game = await kernelGame();
  const bomb = `---\nname: bo\na: &a [x,x,x,x,x,x,x,x]\n${['b', 'c', 'd', 'e', 'f', 'g'].map((key, index) => `${key}: &${key} [${`*${'abcdef'[index]},`.repeat(8)}]`).join('\n')}\n---\n`;
  const { matter } = await enactFiles(game, { [BO]: bomb }, 'Bomb');
  expect(matter?.omitted).toMatchObject([
    { change: `write ${BO}`, reason: expect.stringContaining('can be read') as string },
  ]);
  const player = (await game.content()).get(BO);
  expect(player).toMatch(/^state: active$/mu);
  expect(player).not.toMatch(/^[a-g]:/mu);
  await goesOn(game);
});

test('reads Windows line endings as plain ones: only real changes count', async () => {
  const game = await kernelGame();
  const text = (await game.content()).get(VOTES) ?? '';
  const { matter } = await enactFiles(game, {
    [VOTES]: text.replace('[48 hours](#value:window)', '[72 hours](#value:window)').replaceAll('\n', '\r\n'),
  });
  expect(matter?.status).toBe('enacted');
  expect((await game.content()).get(VOTES)).toBe(
    text.replace('[48 hours](#value:window)', '[72 hours](#value:window)'),
  );
});

test('never merges what a branch changes outside ruleset and gamestate', async () => {
  const game = await kernelGame();
  const before = (await game.content()).get('content/game.yml');
  const { matter } = await enactFiles(
    game,
    {
      'content/ruleset/dynastic/night.md': '---\ntitle: Night\n---\nIt is night.\n',
      'content/game.yml': 'name: Mine\n',
      '.github/workflows/x.yml': 'x',
    },
    'Night',
  );
  expect(matter?.status).toBe('enacted');
  const content = await game.content();
  expect(content.get('content/game.yml')).toBe(before);
  expect(content.has('content/ruleset/dynastic/night.md')).toBe(true);
});

test('tells a proposal that it changes nothing', async () => {
  const game = await kernelGame();
  const head = await game.branch({ 'README.md': 'x' });
  const post = await game.table.open(bo, {
    kind: 'proposal',
    title: 'Nothing',
    text: '',
    head,
    branch: 'nothing',
  });
  await game.tick();
  const log = new TextDecoder().decode((await game.disk.read('events.jsonl')) ?? new Uint8Array());
  expect(
    log
      .split('\n')
      .filter(
        (line) => line.includes('doesn’t change any rules or values') && line.includes(`"post":"${post}"`),
      ),
  ).toHaveLength(1);
  await goesOn(game);
});

test('a rebase pushed after the votes doesn’t count, and the matter is enacted as it was voted on', async () => {
  const game = await kernelGame();
  const text = (await game.content()).get(VOTES) ?? '';
  const head = await game.branch({
    [VOTES]: text.replace('[48 hours](#value:window)', '[72 hours](#value:window)'),
  });
  const post = await game.table.open(bo, {
    kind: 'proposal',
    title: '[Core] Longer',
    text: '',
    head,
    branch: 'longer',
  });
  for (const voter of [ana, cy, dee, eli]) await game.table.comment(voter, post, ':for:');
  game.later(6);
  await game.table.push(
    bo,
    post,
    await game.branch({ [VOTES]: text.replace('[48 hours](#value:window)', '[1 hours](#value:window)') }),
  );
  game.later(13);
  await game.tick();
  expect((await game.content()).get(VOTES)).toContain('[72 hours](#value:window)');
});

test('a stranger’s vote doesn’t count', async () => {
  const game = await kernelGame();
  const head = await game.branch({
    'content/ruleset/dynastic/night.md': '---\ntitle: Night\n---\nIt is night.\n',
  });
  const post = await game.table.open(bo, {
    kind: 'proposal',
    title: 'Night',
    text: '',
    head,
    branch: 'night',
  });
  for (const name of ['x1', 'x2', 'x3', 'x4', 'x5']) await game.table.comment(person(name), post, ':for:');
  game.later(13);
  expect((await game.tick()).commits).toEqual([]);
});

test('an event that claims to be from the future happened when it was seen', async () => {
  const game = await kernelGame();
  game.later(24 * 365);
  await game.table.open(bo, { kind: 'story', title: 'From afar', text: 'Hello.' });
  game.later(-24 * 365);
  await game.tick();
  await game.table.comment(bo, '1', '/help');
  const { happened } = await game.tick();
  expect(happened.find(({ what }) => what.startsWith('post'))?.at).toBe(game.now);
});

test('an account named like a built-in property is a person like any other', async () => {
  const game = await kernelGame();
  const post = await game.table.open(bo, { kind: 'story', title: 'One', text: '' });
  for (const id of ['__proto__', 'constructor', 'toString'])
    await game.table.comment(person(id), post, 'Hello.');
  await game.table.comment(bo, post, '/roll DICE6');
  await game.tick({ vault: memoryVault([1]) });
  const { state, ledger, facts } = readGame(await game.content());
  expect(ledger.map(({ by }) => by)).toEqual(['bo']);
  expect(Object.keys(facts.people)).toContain('__proto__');
  expect(Object.keys(state?.players ?? {})).toEqual(
    expect.arrayContaining(['proto', 'a-constructor', 'tostring']),
  );
  await goesOn(game);
});

test('a spoilt notices branch stops no tick, and the notices are told again', async () => {
  const game = await kernelGame();
  const post = await game.table.open(bo, { kind: 'story', title: 'One', text: '' });
  await game.table.comment(bo, post, '/roll DICE6');
  await game.tick({ vault: memoryVault([1]) });
  const told = await readNotified(game.forge);
  expect(told).toBeGreaterThan(0);
  const { repository } = game.forge;
  const { disk, gitdir } = repository;
  for (const text of ['{', '[]', '{"told":"x"}', '{"told":1e999}']) {
    const spoilt = await writeCommit(repository, {
      parents: [],
      changes: new Map([['told.json', text]]),
      author: { name: 'gus', email: '', at: game.now },
      message: 'x\n',
    });
    await disk.write(`${gitdir}/refs/heads/notices`, new TextEncoder().encode(`${spoilt}\n`));
    expect(await readNotified(game.forge)).toBe(0);
    expect((await game.tick()).stuck).toEqual([]);
    expect(await readNotified(game.forge)).toBe(told);
    await goesOn(game);
  }
});

test('tries out a rule against what has happened, so one that would get stuck on it isn’t enacted', async () => {
  const game = await kernelGame();
  await enactFiles(game, { 'content/ruleset/dynastic/lamp.md': '---\ntitle: Lamp\n---\nIt is lit.\n' });
  const { why, stuck } = await enactFiles(game, {
    'content/ruleset/dynastic/ambush.md': '---\ntitle: Ambush\n---\nIt waits.\n',
    'content/ruleset/dynastic/ambush.ts':
      "import { rule } from 'gitnomic/rules';\nexport default rule(({ game }) => ({ hooks: { 'resolution-order': ({ ledger, matters }, next) => (ledger.length > 0 ? [] : next()) } }));\n",
  });
  expect(stuck).toEqual([]);
  expect(why).toContain('would be stuck');
  await goesOn(game);
});

test('doesn’t enact a rule under which no matter would ever be resolved', async () => {
  const game = await kernelGame();
  const { why, stuck } = await enactFiles(game, {
    'content/ruleset/dynastic/silence.md': '---\ntitle: Silence\n---\nNothing is in line.\n',
    'content/ruleset/dynastic/silence.ts':
      "import { rule } from 'gitnomic/rules';\nexport default rule(() => ({ hooks: { 'resolution-order': () => [] } }));\n",
  });
  expect(stuck).toEqual([]);
  expect(why).toContain('would be stuck');
  await goesOn(game);
});
