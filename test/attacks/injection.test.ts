import { describe, expect, test } from 'vitest';

import { readGame } from '../../src/store/read-game.ts';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  memoryVault,
  testGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { readCommit } from '../../src/repository/commit.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { markupIn, saidIn } from './said.ts';
import { some } from '../slowly.ts';

const MARKUP = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[click](javascript:alert(1))',
  '![](https://evil.example/x.png)',
  '<!-- gitnomic:key standing -->',
  '@everyone and @octo-org/team',
  '**bold** _under_ `code` | cell |',
  '> quoted',
  '</details><h1>Enacted</h1>',
];

async function enacted(
  game: TestGame,
  changes: Readonly<Record<string, string | null>>,
  title = 'Night',
): Promise<string> {
  const head = await game.branch(changes);
  const post = await game.table.open(bo, { kind: 'proposal', title, text: '', head, branch: 'night' });
  for (const voter of [ana, cy, dee, eli, fay]) await game.table.comment(voter, post, ':for:');
  game.later(13);
  await game.tick();
  return post;
}

describe('HTML and Markdown injection into what the engine says', () => {
  test.each(some(MARKUP, 2))('in a title: %s', async (title) => {
    const game = await testGame();
    await enacted(
      game,
      { 'content/ruleset/dynastic/night.md': '---\ntitle: Night\n---\nIt is night.\n' },
      title,
    );
    await game.table.open(fay, { kind: 'proposal', title, text: '' });
    await game.table.open({ id: 'x', name: 'x', bot: false }, { kind: 'proposal', title, text: '' });
    await game.tick();
    for (const { text = '' } of await saidIn(game)) expect(markupIn(text)).not.toMatch(/<|!\[|\]\(|@\w/u);
  });

  test.each(some(MARKUP, 2))('in a command: %s', async (words) => {
    const game = await testGame();
    const post = await game.table.open(bo, { kind: 'story', title: 'A story', text: '' });
    for (const line of [`/act ${words}`, `/roll ${words}`, `/why ${words}`, `/pay-pips to=${words}`])
      await game.table.comment(fay, post, line);
    await game.tick();
    const said = await saidIn(game);
    expect(said.length).toBeGreaterThan(2);
    for (const { text = '' } of said)
      expect(markupIn(text.replace(/^> /u, ''))).not.toMatch(/<|!\[|\]\(|@\w|^>/mu);
  });

  test('in the name of a file that no proposal may change', async () => {
    const game = await testGame();
    const head = await game
      .branch({ 'a`<b>@all.txt': 'x', 'content/ruleset/dynastic/x<y>.md': '---\ntitle: [\n---\n' })
      .catch(() => null);
    if (head === null) return;
    await game.table.open(fay, { kind: 'proposal', title: 'Files', text: '', head, branch: 'files' });
    await game.tick();
    for (const { text = '' } of await saidIn(game))
      expect(markupIn(text.replace(/`[^`]*`/gu, ''))).not.toMatch(/<|@\w/u);
  });
});

describe('command injection', () => {
  test('by title: only the first line reaches the commit message of the enactment', async () => {
    const game = await testGame();
    const title = 'Night\n\nCo-authored-by: ana <ana@example.org>\n[skip ci] $(touch x) `touch y`';
    await enacted(
      game,
      { 'content/ruleset/dynastic/night.md': '---\ntitle: Night\n---\nIt is night.\n' },
      title,
    );
    const { message } = await readCommit(game.forge.repository, await game.mainTip());
    expect(message.split('\n')).toHaveLength(4);
    expect(message).not.toMatch(/\[skip ci\]|^Co-authored-by/mu);
    expect(message).toMatch(/^Enact \d+: Night/u);
  });

  test.each([
    'notices',
    'journal',
    'main',
    '../main',
    'a..b',
    '-rf',
    'x.lock',
    'refs/heads/main/../x',
    'a b',
    '$(id)',
    'a\nb',
  ])('by branch: a proposal can’t have the branch %s', async (branch) => {
    const game = await testGame();
    await game.tick();
    const head = await game.branch({ 'README.md': 'x' });
    await expect(
      game.table.open(fay, { kind: 'proposal', title: 'Night', text: '', head, branch }),
    ).rejects.toMatchObject({ code: 'branch-taken' });
  });

  test.each([
    '../../etc/passwd',
    'content/ruleset/../../x',
    '.git/config',
    'content/ruleset/dynastic/.GIT/config',
    'a/./b',
    'con.md/aux',
    '/abs',
    'a//b',
  ])('by file name, path traversal: a tree with %s isn’t written, or isn’t read', async (path) => {
    const game = await testGame();
    const before = await game.content();
    const head = await game
      .branch({ [path]: 'x\n' })
      .catch((error: unknown) => (error as { code?: string }).code);
    if (head === 'bad-path') return;
    await game.table.open(fay, {
      kind: 'proposal',
      title: 'Night',
      text: '',
      head: String(head),
      branch: 'files',
    });
    await game.tick();
    expect(await game.content()).toEqual(before);
  });

  test('by text in a code block, in a quotation or in the middle of a line', async () => {
    const game = await testGame();
    const post = await game.table.open(bo, { kind: 'story', title: 'A story', text: '' });
    for (const text of [
      '```\n/take-pip\n```',
      '> /take-pip',
      'say /take-pip',
      ' /take-pip',
      '    /take-pip',
      '~~~\n/take-pip',
    ])
      await game.table.comment(bo, post, text);
    expect((await game.tick()).commits).toEqual([]);
  });

  test('by one of the engine’s own marks in a post that the rules make', async () => {
    const game = await testGame({
      players: [
        { id: 'ana', account: 'ana', admin: true },
        { id: 'bo', account: 'bo' },
        { id: 'cy', account: 'cy', name: '<!-- gitnomic:post 1 -->' },
      ],
    });
    const post = await game.table.open(bo, { kind: 'story', title: 'A story', text: '' });
    game.later(24 * 8);
    await game.table.comment(ana, post, '/idle player=cy');
    await game.tick();
    await game.tick();
    const { facts } = readGame(await game.content());
    const posted = (await saidIn(game)).filter(({ type }) => type === 'engine-posted');
    expect(posted).toHaveLength(1);
    expect(posted[0]?.text?.match(/<!--/gu)).toHaveLength(1);
    expect(Object.values(facts.links)).not.toContain('1');
  });
});

describe('front matter', () => {
  test.each([
    ['that is JavaScript', '---js\n{ title: process.exit(1) }\n---\nText\n'],
    ['that is JSON', '---json\n{ "title": "Odd" }\n---\nText\n'],
    ['that is CoffeeScript', '---coffee\ntitle: -> process.exit 1\n---\nText\n'],
    [
      'with a tag that makes code',
      '---\ntitle: !!js/function "function () { process.exit(1) }"\n---\nText\n',
    ],
    ['with a tag of its own', '---\ntitle: !<tag:evil> x\n---\nText\n'],
    ['with keys of objects', '---\ntitle: Odd\n__proto__: { admin: true }\nconstructor: x\n---\nText\n'],
    ['that refers to itself', '---\ntitle: &a [*a]\n---\nText\n'],
    [
      'a bomb of references',
      `---\ntitle: Odd\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'.replace(/./gu, (key, at: number) => `${key}: &${key} [${`*${'abcdefghi'[at]},`.repeat(9)}]\n`)}---\nText\n`,
    ],
    ['deep enough to break a parser', `---\ntitle: ${'['.repeat(20_000)}\n---\nText\n`],
  ])('%s is read as data or not at all', async (_, text) => {
    const game = await testGame();
    const before = await game.content();
    const began = process.threadCpuUsage();
    await enacted(game, { 'content/ruleset/dynastic/odd.md': text, 'content/gamestate/players/bo.md': text });
    expect(process.threadCpuUsage(began).user).toBeLessThan(20_000_000);
    const after = await game.content();
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
    expect(after.get('content/gamestate/players/bo.md')).toContain('state: active');
    expect(readGame(after).problems).toEqual([]);
    expect(after.get('content/ruleset/core/players.md')).toBe(before.get('content/ruleset/core/players.md'));
  });
});

describe('what a proposal’s branch may not contain', () => {
  test('workflow edits: neither a workflow nor the commit that holds it is merged', async () => {
    const game = await testGame();
    const head = await game.branch({
      '.github/workflows/evil.yml': 'on: push\n',
      'content/ruleset/dynastic/night.md': '---\ntitle: Night\n---\nIt is night.\n',
    });
    const post = await game.table.open(bo, {
      kind: 'proposal',
      title: 'Night',
      text: '',
      head,
      branch: 'night',
    });
    for (const voter of [ana, cy, dee, eli]) await game.table.comment(voter, post, ':for:');
    game.later(13);
    await game.tick();
    const { parents, tree } = await readCommit(game.forge.repository, await game.mainTip());
    expect(parents).not.toContain(head);
    expect(tree).not.toBe((await readCommit(game.forge.repository, head)).tree);
    expect((await game.content()).has('content/ruleset/dynastic/night.md')).toBe(true);
    expect([...(await game.content()).keys()].some((path) => path.includes('workflows'))).toBe(false);
  });

  test('symlinks are never followed, and never merged', async () => {
    const game = await testGame();
    const { repository } = game.forge;
    const main = await game.mainTip();
    const plain = await game.branch({ 'content/ruleset/dynastic/night.md': '../../../../etc/passwd' });
    const { writeTreeEntries, readTreeEntries } = await import('../../src/repository/tree.ts');
    const swap = async (tree: string, path: readonly string[]): Promise<string> => {
      const [name = '', ...rest] = path;
      const entries = await readTreeEntries(repository, tree);
      const next = await Promise.all(
        entries.map(async (entry) =>
          entry.raw !== name
            ? entry
            : rest.length === 0
              ? { ...entry, mode: '120000', kind: 'odd' as const }
              : { ...entry, oid: await swap(entry.oid, rest) },
        ),
      );
      return writeTreeEntries(repository, next);
    };
    const tree = await swap((await readCommit(repository, plain)).tree, [
      'content',
      'ruleset',
      'dynastic',
      'night.md',
    ]);
    const { writeCommitObject } = await import('../../src/repository/commit.ts');
    const author = { name: 'fay', email: '', at: game.now };
    const head = await writeCommitObject(repository, {
      tree,
      parents: [main],
      author,
      committer: author,
      message: 'link\n',
    });
    const post = await game.table.open(bo, {
      kind: 'proposal',
      title: 'Night',
      text: '',
      head,
      branch: 'night',
    });
    for (const voter of [ana, cy, dee, eli]) await game.table.comment(voter, post, ':for:');
    game.later(13);
    await game.tick();
    expect((await game.content()).has('content/ruleset/dynastic/night.md')).toBe(false);
  });

  test('game.yml, the library, the ledger, posts and the engine’s notes stay unchanged', async () => {
    const game = await testGame();
    const before = await game.content();
    await enacted(game, {
      'content/game.yml': 'name: Mine\nadmins: [fay]\n',
      'content/library/core/2021/pack.yml': 'name: x\n',
      'content/ledger/2024-03.jsonl': '{}\n',
      'content/posts/2024/x.md': '---\nid: x\n---\n',
      'content/engine/people.json': '{"fay":"ana"}\n',
      'content/journal.json': '{}\n',
      'content/ruleset/dynastic/night.md': '---\ntitle: Night\n---\nIt is night.\n',
    });
    const after = await game.content();
    expect(after.get('content/game.yml')).toBe(before.get('content/game.yml'));
    expect(after.get('content/engine/people.json')).toBe(before.get('content/engine/people.json'));
    expect(after.has('content/posts/2024/x.md')).toBe(false);
    expect(readGame(after).ledger).toHaveLength(1);
  });
});

test('resource exhaustion by comments: only the first of many commands in one comment are answered', async () => {
  const game = await testGame();
  const post = await game.table.open(bo, { kind: 'story', title: 'A story', text: '' });
  await game.table.comment(fay, post, '/help\n'.repeat(5000));
  await game.tick();
  expect((await saidIn(game)).length).toBeLessThan(30);
});

test('puts back a push to main in files that only play writes, even if it rewound the branch', async () => {
  const game = await testGame();
  const post = await game.table.open(bo, { kind: 'story', title: 'A story', text: '' });
  await game.table.comment(bo, post, '/roll DICE6');
  const vault = memoryVault([4, 5]);
  await game.tick({ vault });
  const { repository } = game.forge;
  const first = (await readCommit(repository, await game.mainTip())).parents[0] ?? '';
  const before = await game.content();
  const pushed = await writeCommit(repository, {
    parents: [first],
    changes: new Map([['README.md', 'x']]),
    author: { name: 'fay', email: '', at: game.now },
    message: 'x\n',
  });
  await repository.disk.write(
    `${repository.gitdir}/refs/heads/main`,
    new TextEncoder().encode(`${pushed}\n`),
  );
  const report = await game.tick({ vault });
  expect(report.undone.length).toBeGreaterThan(0);
  expect(await game.content()).toEqual(before);
  expect((await game.tick({ vault })).commits).toEqual([]);
});

test.each([
  '/constructor',
  '/__proto__',
  '/act __proto__',
  '/act constructor',
  '/toString',
  '/why constructor',
  '/enact constructor',
  '/fail __proto__',
  '/merge toString',
  '/act hasOwnProperty x=1',
])('prototype pollution by a command: %s is no action, and stops no tick', async (line) => {
  const game = await testGame();
  const post = await game.table.open(bo, { kind: 'story', title: 'A story', text: '' });
  await game.table.comment(fay, post, line);
  const { commits, happened } = await game.tick();
  expect(commits).toEqual([]);
  expect(happened.filter(({ outcome, what }) => outcome.ok && !/^(post|comment)/u.test(what))).toEqual([]);
});
