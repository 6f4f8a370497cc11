import fc from 'fast-check';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readEngineFiles } from '../../src/store/engine-files.ts';
import { readGame } from '../../src/store/read-game.ts';
import { verifyJournal } from '../../src/store/journal/verify-journal.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { PictureError, preparePicture } from '../../src/pictures/prepare-picture.ts';
import { open } from '../../src/session/secrets/open.ts';
import { SealError } from '../../src/session/secrets/seal-error.ts';
import { newEnvelope, sealEnvelope } from '../../src/session/secrets/seal.ts';
import { parseSealed } from '../../src/session/secrets/sealed-text.ts';
import { commandsIn } from '../../src/session/take/commands.ts';
import { bo, memoryVault, testGame } from '../../src/tick/fixtures/embedded-game.ts';
import { readWorded } from '../../src/wording/worded-changes.ts';
import { forgeEventSchema } from '../../src/forge/events.ts';
import { postSchema, type PostRead } from '../../src/forge/github/answers.ts';
import { readMark } from '../../src/forge/github/mark.ts';
import { eventsOfPost } from '../../src/forge/github/to-events.ts';
import { readTree } from '../../src/repository/read-tree.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { readMarkdownFile, readYamlFile } from '../../src/ruleset/front-matter.ts';
import { describeProblem } from '../../src/ruleset/problem.ts';
import { readRuleset } from '../../src/ruleset/read.ts';
import { GITHUB_POST } from './github-post.ts';
import { hasCode, stumbleIn, spoilt, spoiltJson } from './mutations.ts';

const packs = shippedLibrary;
const rules = [...packs].filter(([path]) => path.endsWith('.md')).map(([, text]) => text);

test('front matter', async () => {
  expect(
    await stumbleIn(spoilt(rules), (text) =>
      readMarkdownFile('core/votes.md', text).problems.map(describeProblem),
    ),
  ).toBeNull();
});

test('game.yml and pack.yml', async () => {
  const files = [...packs].filter(([path]) => path.endsWith('.yml')).map(([, text]) => text.slice(0, 4_000));
  expect(
    await stumbleIn(spoilt(files), (text) => readYamlFile('game.yml', text).problems.map(describeProblem)),
  ).toBeNull();
});

test('rules: their text, tables, lists and live values', async () => {
  expect(
    await stumbleIn(spoilt(rules), (text) =>
      readRuleset(
        new Map([
          ['core/votes.md', text],
          ['core/votes/inner.md', text],
        ]),
      ).problems.map(describeProblem),
    ),
  ).toBeNull();
});

test('comments and commands', async () => {
  const samples = [
    '/act light-room room=D4 name="Bone Hall" features=[fog, rats]',
    ':for: and /roll 2DICE6',
    '/ascend theme="Fog" terms={player: Sailor}',
    '```\n/x\n```\n/merge abc',
  ];
  expect(await stumbleIn(spoilt(samples), (text) => JSON.stringify(commandsIn(text)))).toBeNull();
});

test('a branch’s changes in words', async () => {
  const sample =
    '- add-rule: { section: dynastic, title: Night, text: "It is night." }\n- set: { players.ana.name: Ana }\n- repeal-rule: Night\n';
  expect(await stumbleIn(spoilt([sample]), (text) => JSON.stringify(readWorded(text)))).toBeNull();
});

test('sealed texts', async () => {
  const identity = await generateX25519Identity();
  const outside = { game: 'Harbour', dynasty: 1, sender: 'bo' };
  const envelope = newEnvelope({
    ...outside,
    submission: 'bid',
    serial: 0,
    open: { duel: 'd1' },
    params: { amount: 3 },
  });
  const { text } = await sealEnvelope(await identityToRecipient(identity), envelope);
  const known = (error: unknown): boolean => error instanceof SealError;
  expect(await stumbleIn(spoilt([text]), (sealed) => parseSealed(sealed), known)).toBeNull();
  expect(await stumbleIn(spoilt([text]), (sealed) => open([identity], sealed, outside), known)).toBeNull();
});

test('images', async () => {
  const shape = { width: 40, height: 30, channels: 3 as const, background: { r: 200, g: 10, b: 10 } };
  const samples = await Promise.all(
    (['png', 'jpeg', 'webp', 'gif'] as const).map(
      async (format) => new Uint8Array(await sharp({ create: shape }).toFormat(format).toBuffer()),
    ),
  );
  samples.push(
    new TextEncoder().encode(
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="9" height="9"/></svg>',
    ),
  );
  const bytes = fc
    .tuple(
      fc.constantFrom(...samples),
      fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 12 }),
      fc.nat(3),
    )
    .map(([sample, changes, cut]) => {
      const copy = sample.slice(0, cut === 0 ? Math.floor(sample.length / 2) : sample.length);
      for (const [at, byte] of changes) copy[at % copy.length] = byte;
      return copy;
    });
  expect(
    await stumbleIn(
      bytes,
      (picture) => preparePicture(picture),
      (error) => error instanceof PictureError,
    ),
  ).toBeNull();
});

test('ledgers, posts, gamestate and the engine’s own notes', async () => {
  const game = await testGame();
  const post = await game.table.open(bo, { kind: 'story', title: 'A story', text: 'Once.' });
  await game.table.comment(bo, post, '/roll 2DICE6');
  await game.tick({ vault: memoryVault([1, 2]) });
  const files = await game.content();
  const paths = [...files.keys()].filter((path) => !path.startsWith('content/ruleset/'));
  const broken = fc
    .constantFrom(...paths)
    .chain((path) => spoilt([files.get(path) ?? '']).map((text) => [path, text] as const));
  expect(
    await stumbleIn(broken, ([path, text]) => {
      const spoiltFiles = new Map(files).set(path, text);
      return [readGame(spoiltFiles).problems.map(describeProblem), readEngineFiles(spoiltFiles).problems];
    }),
  ).toBeNull();
}, 300_000);

test('journals', async () => {
  const game = await testGame();
  const post = await game.table.open(bo, { kind: 'story', title: 'A story', text: 'Once.' });
  for (const text of [':for:', '/help', 'x']) await game.table.comment(bo, post, text);
  await game.tick();
  const { repository } = game.forge;
  const tip = (await readBranch(repository, 'journal')) ?? '';
  const { files } = await readTree(repository, tip);
  const texts = [...files]
    .filter(([path]) => path !== 'README.md')
    .map(([path, { text }]) => [path, text ?? ''] as const);
  const broken = fc
    .constantFrom(...texts)
    .chain(([path, text]) => spoilt([text]).map((changed) => [path, changed] as const));
  const verdicts = new Set<boolean>();
  const author = { name: 'x', email: '', at: game.now };
  expect(
    await stumbleIn(broken, async ([path, text]) => {
      const commit = await writeCommit(repository, {
        parents: [tip],
        changes: new Map([[path, text]]),
        author,
        message: 'x\n',
      });
      const { ok } = await verifyJournal(repository, commit);
      if (text !== files.get(path)?.text && path.endsWith('.log')) verdicts.add(ok);
    }),
  ).toBeNull();
  expect(verdicts.has(false)).toBe(true);
}, 300_000);

test('GitHub’s answers', async () => {
  expect(
    eventsOfPost(GITHUB_POST as unknown as PostRead, new Map(), { head: null, since: null }).length,
  ).toBeGreaterThan(2);
  expect(
    await stumbleIn(spoiltJson(GITHUB_POST), (post) => {
      const { data } = postSchema.safeParse(post);
      if (data !== undefined)
        for (const event of eventsOfPost(data, new Map(), { head: null, since: null }))
          forgeEventSchema.safeParse(event);
    }),
  ).toBeNull();
  expect(
    await stumbleIn(spoilt(['{"v":2,"since":"2024-03-01T00:00:00Z"}']), (mark) => readMark(mark), hasCode()),
  ).toBeNull();
});
