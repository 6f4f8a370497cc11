// Ticks, clocks, journals and ledgers in unusual states, as somebody types commands for them in a game in memory.
import { expect, test } from 'vitest';

import { FAIR, LIGHTS, ODD } from './fixtures/games.ts';
import { placedGames } from './fixtures/placed.ts';
import { Typed } from '../../src/cli/commands/fixtures/typed.ts';
import { CodedError } from '../../src/kernel/coded-error.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { readFileText } from '../../src/repository/read-file.ts';
import { readTree } from '../../src/repository/read-tree.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { somebody } from '../../src/session/fixtures/desk.ts';
import { addCheckpoint, CHECKPOINTS } from '../../src/store/checkpoints.ts';
import { journalBranch } from '../../src/store/journal/part.ts';

const { place } = placedGames();
const golden = (name: string): string => `./__golden__/${name}.txt`;

test('ticks: what is due, what would be refused, and a clock that may be wrong', async () => {
  const typed = await place();
  const { game } = typed;
  game.forward(20 * 60_000);
  await game.people.comment(somebody('bo'), '1', '/visit stall-9');
  await game.people.comment(somebody('bo'), '1', '/wave');
  const said = [
    await typed.transcript(
      'tick --dry-run',
      'tick --dry-run --json',
      'start --once',
      'tick',
      'tick --dry-run',
    ),
  ];
  await game.say(somebody('bo'), await game.thread(), '/visit stall-9');
  said.push(await typed.transcript('tick'));
  const { tick, forward } = game;
  let confirmed = false;
  Object.assign(game, {
    tick: (...asked: Parameters<typeof tick>) =>
      confirmed
        ? tick(...asked)
        : Promise.reject(new CodedError('clock-leaps', 'It is 2090.', { next: 'Mend it.' })),
    forward: (ms: number) => {
      confirmed = true;
      forward(ms);
    },
  });
  said.push(await typed.transcript('tick', 'tick --yes --json', 'tick'));
  Object.assign(game, { tick: () => Promise.reject(new CodedError('moved', 'It moved.')) });
  said.push(await typed.transcript('tick --yes'));
  await expect(said.join('\n')).toMatchFileSnapshot(golden('ticks'));
});

test('the journal: every kind of event, and a journal that somebody changed or removed', async () => {
  const typed = await Typed.in(FAIR);
  const { people, forge, main } = typed.game;
  const comment = await people.comment(somebody('bo'), '1', 'One\nTwo');
  await people.editComment(somebody('bo'), '1', comment, 'Three');
  await people.removeComment(somebody('bo'), '1', comment);
  await people.edit(somebody('ana'), '2', { title: 'Coffee too' });
  await people.close(somebody('ana'), '2');
  await people.comment(somebody('gus'), '1', '');
  const said = [
    await typed.transcript('log journal', 'tick', 'show 1', 'show 2', 'status', 'log journal verify'),
  ];
  const tip = (await readBranch(forge.repository, journalBranch)) ?? '';
  const { files } = await readTree(forge.repository, tip);
  const [path = ''] = [...files.keys()].filter((one) => one.endsWith('.log'));
  const text = (await readFileText(forge.repository, tip, path)) ?? '';
  const author = { name: 'x', email: '', at: typed.game.now() };
  const write = async (changes: Readonly<Record<string, string | null>>, from = tip): Promise<void> => {
    const head = await readBranch(forge.repository, journalBranch);
    const commit = await writeCommit(forge.repository, {
      parents: [from],
      changes: new Map(Object.entries(changes)),
      author,
      message: 'x\n',
    });
    await forge.advance(journalBranch, head, commit);
  };
  await write({ [path]: text.replace('Tea at four', 'Tea at five') });
  said.push(await typed.transcript('log journal verify', 'replay'));
  // Shorter than main had read it.
  await write({ [path]: `${text.split('\n')[0]}\n` });
  said.push(
    await typed.transcript('log journal verify', 'log journal verify --json', 'tick', 'log journal verify'),
  );
  await expect(said.join('\n')).toMatchFileSnapshot(golden('journal'));
  expect(await main()).toMatch(/^[0-9a-f]{40}$/u);
});

test('the ledger: checkpoints appear in their place, unless only one player or the end is asked for', async () => {
  const typed = await Typed.in(FAIR);
  for (const line of [
    'act wave --as bo',
    'tick --forward 1h',
    'act wave --as ana',
    'tick --forward 1h',
    'act nod --as bo',
  ])
    await typed.type(line);
  const files = new Map(await typed.game.content());
  for (const at of [
    '2024-03-01T08:00:00Z',
    '2024-03-01T10:00:00Z',
    '2024-03-01T10:30:00Z',
    '2024-03-01T12:00:00Z',
  ])
    files.set(CHECKPOINTS, addCheckpoint(files.get(CHECKPOINTS), { kind: 'new-seed', at, before: null }));
  Object.assign(typed.game, { content: () => Promise.resolve(files) });
  await expect(
    await typed.transcript(
      'log',
      'log --last 2',
      'log --last 3',
      'log --last 1 --json',
      'log --by Bo',
      'log --by bo --json',
    ),
  ).toMatchFileSnapshot(golden('ledger'));
});

test('recover: repeals a rule that doesn’t load, for an Admin only', async () => {
  const typed = await Typed.in(FAIR);
  const { forge, main, now } = typed.game;
  const tip = await main();
  const changes = new Map([
    ['content/ruleset/dynastic/gulls.md', '---\ntitle: Gulls\norder: 10\n---\nGulls.\n'],
    ['content/ruleset/dynastic/gulls.ts', 'export default 1 +;\n'],
  ]);
  const author = { name: forge.engine.name, email: '', at: now() };
  await forge.advance(
    'main',
    tip,
    await writeCommit(forge.repository, { parents: [tip], changes, author, message: 'Gulls\n' }),
  );
  await expect(
    await typed.transcript(
      'doctor recover --as bo',
      'doctor recover --as ana --dry-run',
      'doctor recover --as ana --why "Gulls did not load" --json',
      'doctor recover --as ana',
      'log',
      'show Gulls',
      'replay',
    ),
  ).toMatchFileSnapshot(golden('recover-repeal'));
  expect(JSON.parse((await typed.game.content()).get(CHECKPOINTS) ?? '')).toMatchObject([
    { kind: 'recovery', by: 'ana', why: 'Gulls did not load', repealed: 'dynastic/gulls' },
  ]);
});

test('a record that doesn’t match the game: an older journal, or other lines or values than were played', async () => {
  const typed = await Typed.in(FAIR);
  const { forge, main, now } = typed.game;
  const { repository } = forge;
  await typed.type('act wave --as bo');
  const before = await readBranch(repository, journalBranch);
  await typed.type('act nod --as bo');
  const tip = await readBranch(repository, journalBranch);
  await forge.advance(journalBranch, tip, before ?? '');
  const said = [await typed.transcript('log journal verify', 'log journal verify --json')];
  await forge.advance(journalBranch, before, tip ?? '');
  said.push(await typed.transcript('log journal verify', 'replay'));
  const plant = async (path: string, from: string, to: string): Promise<void> => {
    const parent = await main();
    const text = (await typed.game.content()).get(path) ?? '';
    expect(text).toContain(from);
    const author = { name: forge.engine.name, email: '', at: now() };
    const changes = new Map([[path, text.replace(from, to)]]);
    const commit = await writeCommit(repository, { parents: [parent], changes, author, message: 'Plant\n' });
    await forge.advance('main', parent, commit);
  };
  const [ledger = ''] = [...(await typed.game.content()).keys()].filter((path) =>
    path.startsWith('content/ledger/'),
  );
  await plant(ledger, '"what":"nod"', '"what":"bow"');
  said.push(await typed.transcript('replay'));
  await plant(ledger, '"what":"bow"', '"what":"nod"');
  await plant('content/gamestate/players/bo.md', 'luck: 2', 'luck: 9');
  said.push(await typed.transcript('replay'));
  await expect(said.join('\n')).toMatchFileSnapshot(golden('misfits'));
});

test('a game played elsewhere: what can be done from here, and what only there', async () => {
  const typed = await place({ home: null });
  const me = { id: 'bo', name: 'Bo', bot: false };
  Object.assign(typed.game, { played: 'elsewhere', me });
  await expect(
    (
      await typed.transcript(
        'act wave',
        'act wave --as bo',
        'act wave --as ana',
        'act wave --new',
        'act',
        'vote for 2',
        'comment 1 Well.',
        'resolve 1',
        'resolve 1 failed',
        'resolve 1 --take proposed',
        'admin moderation',
        'admin moderation mute ana --why so',
        'admin moderation ban 192.168.1.7 --why so',
        'propose --set players.bo.luck=3 --dry-run',
        'propose --set players.bo.luck=3',
        'post plain Hello',
        'rehearse act wave',
        'links',
        'doctor recover --moments',
        'tick',
        'tick --forward 1h',
        'status --as bo',
      )
    ).replaceAll(typed.folder, 'ROOT'),
  ).toMatchFileSnapshot(golden('elsewhere'));
});

test('status: rules without a head, special cases, and shares of a count', async () => {
  const prose = await Typed.in({
    core: 'prose',
    players: FAIR.players,
    posts: [{ by: 'bo', title: 'Tea at four o’clock, with bread and milk', votes: { ana: 'FOR' } }],
  });
  const cases = await Typed.in({ core: '2019', players: ODD.players });
  await expect(
    [
      await prose.transcript(
        'status',
        'status --as ana',
        'admin overview',
        'vote for 1 --as bo',
        'why 1',
        'resolve 1 enacted --as ana',
        'resolve 1 enacted --as bo',
        'status',
        'why 1',
      ),
      await cases.transcript('status', 'show Tags', 'show "Dynastic Distance"'),
    ].join('\n'),
  ).toMatchFileSnapshot(golden('other-cores'));
  expect(LIGHTS.core).toBe('fireside');
});
