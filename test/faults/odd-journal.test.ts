// Anything at all in a line of the journal: whoever looks for what does not hold is told which line it is, and the next tick puts it back.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import { anyLetter } from '../../src/kernel/fixtures/any-letter.ts';
import { bo, cy, testGame, type TestGame } from '../../src/tick/fixtures/embedded-game.ts';
import { readFileText } from '../../src/repository/read-file.ts';
import { advance, readBranch } from '../../src/repository/refs.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { listSegments } from '../../src/store/journal/segments.ts';
import { replayOf } from './begin-with.ts';

const NUMBER_OF_LINES = Number(process.env['GITNOMIC_FUZZ'] ?? '40');

let game: TestGame;
let tip = '';
let path = '';
let rows: readonly string[] = [];

beforeAll(async () => {
  game = await testGame();
  const thread = await game.table.open(cy, { kind: 'story', title: 'Here', text: 'Once.' });
  for (const line of ['/act take-pip', 'Aye.', '/act take-crate']) await game.table.comment(bo, thread, line);
  await game.tick();
  const { repository } = game.forge;
  tip = (await readBranch(repository, 'journal')) ?? '';
  [{ path } = { path: '' }] = await listSegments(repository, tip);
  rows = ((await readFileText(repository, tip, path)) ?? '').trimEnd().split('\n');
});

const replayed = (): ReturnType<typeof replayOf> => replayOf(game);

/** Puts another journal in its place, as somebody with access to the repository could. */
async function tamper(place: number, row: string | Uint8Array): Promise<void> {
  const { repository } = game.forge;
  const text = (some: readonly string[]): Uint8Array => Buffer.from(some.map((one) => `${one}\n`).join(''));
  const whole = [
    text(rows.slice(0, place)),
    Buffer.from(row),
    Buffer.from('\n'),
    text(rows.slice(place + 1)),
  ];
  const commit = await writeCommit(repository, {
    parents: [tip],
    changes: new Map([[path, Buffer.concat(whole)]]),
    author: { name: 'Eve', email: '', at: game.now },
    message: 'Nothing to see',
  });
  await advance(repository, 'journal', await readBranch(repository, 'journal'), commit);
}

const parsed = (row: string): Record<string, unknown> => JSON.parse(row) as Record<string, unknown>;
/** What a row says of what happened: neither a field that is null nor up to where the engine had read the forge. */
const meant = (row: string): object =>
  Object.fromEntries(
    Object.entries(parsed(row)).filter(
      ([field, value]) =>
        value !== null && !(field === 'read' && (value === true || typeof value === 'string')),
    ),
  );
const FIELDS = [
  'n',
  'id',
  'at',
  'seen',
  'event',
  'words',
  'digest',
  'hash',
  'prev',
  'read',
  'after',
  'salt',
  '__proto__',
  'constructor',
];
const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    null,
    -1,
    1e308,
    '9'.repeat(400),
    [],
    {},
    { type: 7 },
    { type: 'commented' },
    { type: '__proto__' },
  ),
  fc.constantFrom<unknown>(
    { type: 'journal-restored' },
    { type: 'journal-restored', lost: null },
    { redacted: true },
  ),
);
const deep = fc.constantFrom('[', '{"a":').map((open) => {
  const close = open === '[' ? ']' : '}';
  return `${open.repeat(20_000)}0${close.repeat(20_000)}`;
});

/** A line made from the one that stood there: another value, one too few, one twice, one nested too deep; or no line at all. */
function oddRow(row: string): fc.Arbitrary<string | Uint8Array> {
  const with1 = (field: string, text: string): string =>
    `${JSON.stringify({ ...parsed(row), [field]: undefined }).slice(0, -1)},${JSON.stringify(field)}:${text}}`;
  return fc.oneof(
    fc.tuple(fc.constantFrom(...FIELDS), odd).map(([field, value]) => with1(field, JSON.stringify(value))),
    fc.tuple(fc.constantFrom(...FIELDS), deep).map(([field, text]) => with1(field, text)),
    fc.constantFrom(...FIELDS).map((field) => JSON.stringify({ ...parsed(row), [field]: undefined })),
    fc
      .tuple(fc.constantFrom(...FIELDS), odd)
      .map(([field, value]) => `${row.slice(0, -1)},${JSON.stringify(field)}:${JSON.stringify(value)}}`),
    odd.map((value) => JSON.stringify(value)),
    deep,
    fc.string({ unit: anyLetter }).filter((text) => !text.includes('\n')),
    fc.uint8Array({ minLength: 1, maxLength: 60 }).filter((bytes) => !bytes.includes(10)),
    fc.nat(row.length - 1).map((length) => row.slice(0, length)),
  );
}

test('replay names the odd line of the journal and doesn’t throw, whatever the line is', async () => {
  const places = fc
    .nat(rows.length - 1)
    .chain((place) => oddRow(rows[place] ?? '').map((row) => ({ place, row })));
  await fc.assert(
    fc.asyncProperty(places, async ({ place, row }) => {
      fc.pre(typeof row !== 'string' || row !== rows[place]);
      await tamper(place, row);
      const verdict = await replayed();
      // One that says the same in other words is the same line.
      if (verdict.same) expect(meant(String(row))).toEqual(meant(rows[place] ?? ''));
      else {
        expect(verdict).toMatchObject({
          line: null,
          why: expect.stringMatching(/^the journal is not intact: /u) as string,
        });
        const [, named] = /:(\d+) of the journal$/u.exec(verdict.path ?? '') ?? [];
        // A first row that is none makes the next one the first that does not hold, or the file as a whole.
        expect(Math.abs(Number(named) - (place + 1))).toBeLessThanOrEqual(place === 0 ? rows.length : 1);
      }
    }),
    { numRuns: NUMBER_OF_LINES },
  );
  // The last of them may say the same in other words, which nothing needs to put back.
  await tamper(0, '{}');
  const report = await game.tick();
  expect(report.restored).toBe('rewritten');
  expect(await replayed()).toMatchObject({ same: true });
}, 3_600_000);
