// What Git can hold and a game can't, in a proposal and in a push: links, other repositories, files that give Git orders, texts in other encodings.
import { beforeAll, expect, test } from 'vitest';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  testGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { readCommit, writeCommitObject } from '../../src/repository/commit.ts';
import { writeObject } from '../../src/repository/objects.ts';
import { advance } from '../../src/repository/refs.ts';
import { whyBadName } from '../../src/ruleset/file-names.ts';
import { kindOf, type TreeEntry } from '../../src/repository/tree-bytes.ts';
import { readTreeEntries, writeTreeEntries } from '../../src/repository/tree.ts';
import { readGame } from '../../src/store/read-game.ts';

interface Odd {
  readonly path: string;
  readonly mode?: string;
  readonly bytes: Uint8Array | string;
}

const RULE = '---\ntitle: Night\norder: 90\n---\nIt is night.\n';
const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le');
const LFS = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
const MANY = Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`).join('\n');
const front = (yaml: string): string => `---\ntitle: Night\norder: 90\n${yaml}\n---\nIt is night.\n`;
const PLACES = [
  'content/ruleset/dynastic',
  'content/ruleset/core',
  'content/gamestate/players',
  'content/gamestate',
];

/** By what they are. */
const ODD: Readonly<Record<string, readonly Odd[]>> = {
  'a symlink': PLACES.flatMap((place) => [
    { path: `${place}/link.md`, mode: '120000', bytes: '../../../../../../etc/passwd' },
    { path: `${place}/folder`, mode: '120000', bytes: '/' },
  ]),
  'another repository': PLACES.map((place) => ({ path: `${place}/other`, mode: '160000', bytes: 'x' })),
  'files that give Git orders': ['', 'content/', ...PLACES.map((place) => `${place}/`)].flatMap((place) => [
    {
      path: `${place}.gitattributes`,
      bytes: '* filter=lfs diff=lfs merge=lfs -text\n* ident export-ignore\n',
    },
    {
      path: `${place}.gitmodules`,
      bytes: '[submodule "x"]\n\tpath = content\n\turl = ext::sh -c touch% /tmp/x\n',
    },
    { path: `${place}.gitignore`, bytes: '*\n' },
    { path: `${place}.mailmap`, bytes: 'Ana <ana> <bo>\n' },
  ]),
  'names that are the game’s own to some systems': [
    { path: 'content/RULESET/core/x.md', bytes: RULE },
    { path: 'content/Game.yml', bytes: 'name: Other\n' },
    { path: 'content/LEDGER/2024-03.jsonl', bytes: '' },
    { path: 'content/gamestate/Players/bo.md', bytes: RULE },
  ],
  // After the tests of Git's core.protectHFS and core.protectNTFS (t0060-path-utils.sh), and of fsck.
  'names that are Git’s own to some systems': [
    [
      '.GIT',
      '.Git',
      '.git\u200c',
      '.g\u200dit',
      '\u206a.git',
      '.git ',
      '.git...',
      '.git . .',
      'git~1',
      'GIT~1',
    ],
    ['.git::$INDEX_ALLOCATION', '.gitmodules ', '.GITMODULES', '.gitmodules\u200c', 'GITMOD~1', 'gitmod~4'],
    ['gi7eba~1', 'GI7EBA~9', '.GitAttributes', 'gitatt~1', 'gi7d29~1', '.GITIGNORE', 'gitign~1', 'gi250a~1'],
    [
      '.MAILMAP',
      'mailma~1',
      'maba30~1',
      '.gitmodules.',
      '.gitmodules:x',
      'GI7EB~10',
      'gi7e~100',
      '~1000000',
      'gi7d2~10',
      'maba~100',
    ],
  ]
    .flat()
    .flatMap((name) =>
      ['content/ruleset/dynastic/', 'content/gamestate/', 'content/'].map((place) => ({
        path: `${place}${name}`,
        bytes: '[core]\n\thooksPath = content\n* filter=x\n',
      })),
    ),
  'names that Windows keeps for itself': [
    [
      'con',
      'CON',
      'Aux',
      'nul',
      'prn',
      'com1',
      'LPT9',
      'com\u00b9',
      'LPT\u00b3',
      'conin$',
      'CONOUT$',
      'con ',
    ],
    ['nul.x', 'com1 .x', 'a\\b', '..\\x', 'c:x', 'x:y', 'a?', 'a*', 'a|b', 'a<b', '"a"', 'x.', 'x '],
  ]
    .flat()
    .flatMap((name) =>
      [`${name}.md`, name].map((path) => ({ path: `content/ruleset/dynastic/${path}`, bytes: RULE })),
    ),
  'names that lead elsewhere': [
    [
      '..',
      '.',
      '...',
      '\u200b',
      '..\u200b',
      '-',
      '~',
      '%2e%2e',
      '\ud800x',
      ' ',
      '\t',
      'a\nb',
      '\u007f',
      '\u202ea',
    ],
  ]
    .flat()
    .map((name) => ({ path: `content/ruleset/dynastic/${name}`, bytes: RULE })),
  'names that fold to one': [
    [
      's',
      '\u017f',
      'k',
      '\u212a',
      '\u00b5',
      '\u03bc',
      '\u03c3',
      '\u03c2',
      '\u03a3',
      'i',
      '\u0131',
      '\u0130',
      '\u00df',
      '\u1e9e',
    ],
    ['\u00e5', '\u212b', '\ufb00', 'ff', 'FF', '\uff41', 'a'],
  ]
    .flat()
    .map((name) => ({ path: `content/ruleset/dynastic/${name}.md`, bytes: RULE })),
  'another folder of the game’s own name': [
    { path: 'CONTENT/game.yml', bytes: 'name: Other\n' },
    { path: 'Content/ruleset/core/x.md', bytes: RULE },
  ],
  'a pointer to LFS': [
    { path: 'content/ruleset/dynastic/pointer.md', bytes: LFS },
    { path: 'content/ruleset/dynastic/pointer.ts', bytes: LFS },
    { path: 'content/gamestate/players/bo.md', bytes: LFS },
  ],
  'a text in UTF-16': [
    { path: 'content/ruleset/dynastic/wide.md', bytes: utf16(RULE) },
    { path: 'content/gamestate/players/dee.md', bytes: utf16('---\npips: 7\n---\n') },
  ],
  'a text with a mark of its encoding': [
    { path: 'content/ruleset/dynastic/marked.md', bytes: `\ufeff${RULE}` },
  ],
  'lines of Windows': [{ path: 'content/ruleset/dynastic/lines.md', bytes: RULE.replaceAll('\n', '\r\n') }],
  'lines of old Macs': [{ path: 'content/ruleset/dynastic/old.md', bytes: RULE.replaceAll('\n', '\r') }],
  'bytes that are no text': [
    { path: 'content/ruleset/dynastic/bytes.md', bytes: Buffer.from([0xff, 0xfe, 0, 1, 2, 0xc3, 0x28]) },
    { path: 'content/ruleset/dynastic/nul.md', bytes: `${RULE}\u0000` },
  ],
  'two names that one folder can’t hold': [
    { path: 'content/ruleset/dynastic/Twin.md', bytes: RULE },
    { path: 'content/ruleset/dynastic/twin.md', bytes: RULE },
    { path: 'content/ruleset/dynastic/\u00e9tude.md', bytes: RULE },
    { path: 'content/ruleset/dynastic/e\u0301tude.md', bytes: RULE },
  ],
  'front matter that multiplies': [
    { path: 'content/ruleset/dynastic/laughs.md', bytes: front(`a0: &a0 [x, x]\n${MANY}`) },
  ],
  'front matter that is deep': [
    {
      path: 'content/ruleset/dynastic/deep.md',
      bytes: front(`a: ${'['.repeat(20_000)}${']'.repeat(20_000)}`),
    },
    {
      path: 'content/ruleset/dynastic/deeper.md',
      bytes: front(`a: ${'{a: '.repeat(20_000)}${'}'.repeat(20_000)}`),
    },
    {
      path: 'content/ruleset/dynastic/indented.md',
      bytes: front(Array.from({ length: 2_000 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')),
    },
  ],
  'keys that objects have': [
    {
      path: 'content/ruleset/dynastic/proto.md',
      bytes: front('__proto__: { order: 1 }\nconstructor: { prototype: { order: 1 } }'),
    },
    { path: 'content/ruleset/dynastic/twice.md', bytes: front('order: 91\norder: 92') },
    { path: 'content/ruleset/dynastic/merged.md', bytes: front('<<: { order: 93 }') },
    { path: 'content/ruleset/dynastic/number.md', bytes: '---\ntitle: 1e400\norder: 1e400\n---\nx\n' },
    { path: 'content/ruleset/dynastic/far.md', bytes: '---\ntitle: Far\norder: 9007199254740993\n---\nx\n' },
  ],
};

let game: TestGame;
beforeAll(async () => {
  game = await testGame();
});

/** Of main with these entries, as no tool of Git's would check them in. */
async function commitOf(odd: readonly Odd[]): Promise<string> {
  const { repository } = game.forge;
  const main = await game.mainTip();
  const { tree } = await readCommit(repository, main);
  const put = async (
    at: string | null,
    parts: readonly string[],
    { mode = '100644', bytes }: Odd,
  ): Promise<string> => {
    const before: readonly TreeEntry[] = at === null ? [] : await readTreeEntries(repository, at);
    const [name = '', ...rest] = parts;
    const old = before.find((one) => one.name === name);
    const oid =
      rest.length > 0
        ? await put(old?.kind === 'folder' ? old.oid : null, rest, { path: '', mode, bytes })
        : mode === '160000'
          ? main
          : await writeObject(repository, 'blob', Buffer.from(bytes as string));
    const own = rest.length > 0 ? '40000' : mode;
    const raw = Buffer.from(name).toString('latin1');
    const entry: TreeEntry = { name, raw, mode: own, kind: kindOf(own), oid };
    const all = [...before.filter((one) => one.name !== name), entry];
    const key = (one: TreeEntry): string => one.raw + (one.kind === 'folder' ? '/' : '');
    return writeTreeEntries(
      repository,
      all.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)),
    );
  };
  let made = tree;
  for (const one of odd) made = await put(made, one.path.split('/'), one);
  const author = { name: 'x', email: '', at: game.now };
  return writeCommitObject(repository, {
    tree: made,
    parents: [main],
    author,
    committer: author,
    message: 'x',
  });
}

async function enact(head: string): Promise<readonly string[]> {
  const post = await game.table.open(bo, {
    kind: 'proposal',
    title: 'P',
    text: '',
    branch: `b-${head}`,
    head,
  });
  for (const by of [ana, cy, dee, eli, fay]) await game.table.comment(by, post, ':for:');
  game.later(60);
  await game.tick();
  return game.said(post);
}

/** All that stands on main: nothing but folders and files, and nothing in `content/` that gives Git orders. */
async function entriesAt(oid: string, place = ''): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { name, kind, oid: own } of await readTreeEntries(game.forge.repository, oid)) {
    if (kind === 'folder') found.push(...(await entriesAt(own, `${place}${name}/`)));
    else found.push(`${kind} ${place}${name}`);
  }
  return found;
}

const OF_GIT = /\/(?:\.(?:git|mailmap)|(?:git(?:mod|att|ign)?|gi7eba|gi7d29|gi250a|mailma|maba30)~\d)/iu;

/** As a system tells names apart that takes capitals, and letters in parts, for the same. */
function folded(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase().replaceAll('\u03c2', '\u03c3');
}

async function isWell(): Promise<void> {
  const { tree } = await readCommit(game.forge.repository, await game.mainTip());
  const all = await entriesAt(tree);
  const inContent = all.filter((one) => one.includes(' content/'));
  expect(inContent.filter((one) => !one.startsWith('file ') || OF_GIT.test(one))).toEqual([]);
  expect(
    inContent.filter((one) =>
      one
        .slice(5)
        .split('/')
        .some((name) => whyBadName(name) !== null),
    ),
  ).toEqual([]);
  const content = await game.content();
  expect(readGame(content).problems).toEqual([]);
  const names = inContent.map((path) => folded(path));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  const post = await game.table.open(bo, { kind: 'story', title: 'On', text: '' });
  await game.table.comment(bo, post, '/roll DICE6');
  await game.tick({ draw: () => 1 });
  expect((await game.said(post)).join('')).toContain('Done.');
}

test.each(Object.keys(ODD))('%s, proposed', async (what) => {
  const said = await enact(await commitOf(ODD[what] ?? []));
  expect(said).not.toEqual([]);
  await isWell();
});

test.each(Object.keys(ODD))('%s, pushed to main', async (what) => {
  const before = await game.content();
  await advance(game.forge.repository, 'main', await game.mainTip(), await commitOf(ODD[what] ?? []));
  await game.tick();
  const after = await game.content();
  for (const place of ['content/ruleset/', 'content/gamestate/'])
    expect([...after].filter(([path]) => path.startsWith(place))).toEqual(
      [...before].filter(([path]) => path.startsWith(place)),
    );
  await isWell();
});
