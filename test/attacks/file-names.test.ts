// What people name becomes a file of the game: whatever they call it, the engine can write it, every system can hold it, and nothing that was there is lost.
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
import { whyBadName } from '../../src/ruleset/file-names.ts';
import { WORDED } from '../../src/store/paths.ts';

const LONG = 'x'.repeat(300);
/** Letters of Hangul, which make other letters together. */
const TOGETHER = '\u1100\u1161'.repeat(3);
const NAMES: readonly string[] = [
  'con',
  'AUX',
  'nul.x',
  'Com1',
  '.git',
  'git~1',
  '.',
  '..',
  '...',
  '',
  ' ',
  'a/b',
  'a\\b',
  'a:b',
  '-',
  'A',
  'a',
  'votes',
  'Votes',
  'helpers',
  'constructor',
  '__proto__',
  'a.',
  'a\u0000b',
  '\u200b',
  '\ud800',
  TOGETHER,
  'e\u0301',
  'é',
  'É',
  's',
  'ſ',
  'straße',
  'strasse',
  'σ',
  'ς',
  'com¹',
  'nul .x',
  'conin$',
  'gitmod~1',
  '\u202ea',
  LONG,
  '漢'.repeat(60),
  '漢'.repeat(100),
  '!'.repeat(60),
  '!'.repeat(100),
];

/** Of such a title no rule may be. */
// eslint-disable-next-line no-control-regex
const UNSEEN = /[\u0000\u200b\u202a-\u202e\ud800]/u;

const ROOMS = `import { action, integer, rule, text } from 'gitnomic/rules';

export default rule(() => ({
  things: { rooms: { open: true, fields: { size: integer() } } },
  actions: {
    'add-room': action({ by: 'anybody', with: { name: text() }, effect: ({ rooms, name }) => void rooms.add(name) }),
    'add-somebody': action({
      by: 'anybody',
      with: { name: text() },
      effect: ({ setPath, name }) => setPath(\`players.\${name}.name\`, 'x'),
    }),
  },
}));
`;

let game: TestGame;
beforeAll(async () => {
  game = await testGame();
  await enact([{ 'add-rule': { title: 'Rooms', text: 'There are rooms.', clause: ROOMS } }]);
});

async function enact(changes: readonly unknown[]): Promise<void> {
  const head = await game.branch({ [WORDED]: JSON.stringify(changes) });
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
}

/** What lies where some system can’t hold it, or not beside another, what is gone that was there, and whether nothing is decided any more. */
async function wrongSince(before: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const paths = [...(await game.content()).keys()];
  const wrong = paths.filter((path) => path.split('/').some((name) => whyBadName(name) !== null));
  const places = new Map<string, string>();
  for (const path of paths)
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const place = path.slice(0, end);
      const folded = place.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
      const other = places.get(folded) ?? place;
      if (other !== place) wrong.push(`${place} and ${other}`);
      places.set(folded, place);
    }
  const own = [...before.keys()].filter((path) => !path.startsWith('content/engine/'));
  wrong.push(...own.filter((path) => !paths.includes(path)).map((path) => `${path} is gone`));
  const post = await game.table.open(bo, { kind: 'story', title: 'On', text: '' });
  await game.table.comment(bo, post, '/add-room name=next');
  await game.tick();
  return (await game.said(post)).length > 0 ? wrong : [...wrong, 'nobody is answered'];
}

test('rules with any title', async () => {
  const before = await game.content();
  const [seen, unseen] = [true, false].map((is) => NAMES.filter((title) => UNSEEN.test(title) !== is));
  for (const titles of [seen, ...(unseen ?? []).map((title) => [title])])
    await enact((titles ?? []).map((title) => ({ 'add-rule': { title, text: 'It is so.' } })));
  expect([...(await game.content()).keys()].length).toBeGreaterThan(before.size + 20);
  expect(await wrongSince(before)).toEqual([]);
});

test('ruleset files at any path', async () => {
  const before = await game.content();
  const content = '---\ntitle: X\norder: 90\n---\nIt is so.\n';
  const paths = [
    'core',
    'dynastic',
    'core/votable-matters',
    'core/players.md/x.md',
    'core/Players.md',
    'CORE/x.md',
  ];
  const file = (path: string): object => ({ file: { path: `content/ruleset/${path}`, content } });
  for (const path of paths) await enact([file(path)]);
  for (const folder of ['dynastic', 'core/players'])
    await enact(NAMES.map((name) => file(`${folder}/${name}.md`)));
  expect(await wrongSince(before)).toEqual([]);
});

test('things and people with any name', async () => {
  const before = await game.content();
  const post = await game.table.open(bo, { kind: 'story', title: 'x', text: '' });
  const twice = ['X'.repeat(150), 'x'.repeat(150), `${'x'.repeat(149)}X`];
  const asked = [
    ...[...NAMES, ...twice].map((name) => ['add-room', name] as const),
    ...['con', TOGETHER, LONG].map((name) => ['add-somebody', name] as const),
  ].map(([action, name]) => `/${action} name=${JSON.stringify(name)}`);
  for (let at = 0; at < asked.length; at += 20)
    await game.table.comment(bo, post, asked.slice(at, at + 20).join('\n'));
  await game.tick();
  expect(await wrongSince(before)).toEqual([]);
});

test('collections with any name', async () => {
  const before = await game.content();
  for (const name of ['con', LONG, TOGETHER]) {
    const clause = `import { integer, rule } from 'gitnomic/rules';
      export default rule(() => ({ things: { [${JSON.stringify(name)}]: { ids: ['one'], fields: { n: integer() } } } }));`;
    await enact([{ 'add-rule': { title: 'Things', text: 'x', clause } }]);
  }
  expect(await wrongSince(before)).toEqual([]);
});
