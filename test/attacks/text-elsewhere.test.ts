import { describe, expect, test } from 'vitest';
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
import { code, inert, inertInLine, inertWords, inHtml } from '../../src/wording/inert.ts';
import { formsOf } from '../../src/host/github/action/forms.ts';
import { labelsFor, tame } from '../../src/host/github/action/labels-for.ts';
import { describeTick } from '../../src/host/github/action/words.ts';
import { finalVerdict } from '../../src/host/github/summary/say-summary.ts';
import { defuse, defuseMessage, givesOrders } from '../../src/kernel/defuse.ts';
import { IN_ENGLISH } from '../../src/language/wording.ts';
import { readCommit } from '../../src/repository/commit.ts';
import { writeCompressed } from '../../src/repository/objects.ts';
import { type Act, actedOn, ALL, CLOSING_KEYWORDS, REFERENCES, SKIP_MARKERS } from './text-elsewhere.ts';
import { saidIn } from './said.ts';
import { slowTest, some } from '../slowly.ts';

const READ: readonly Act[] = ['references', 'mentions', 'addresses', 'turning'];
const MARKDOWN: readonly Act[] = [...READ, 'markup'];
const MESSAGE: readonly Act[] = [...READ, 'skips'];

const model = (words: string): Parameters<typeof formsOf>[0] =>
  ({
    kinds: { story: { title: words, engineOnly: false } },
    ballot: { votes: [], counts: [], states: [{ key: 'sunk', title: words, means: 'failed' }] },
    actions: { go: { title: words, about: words, by: [], with: {}, private: false } },
  }) as unknown as Parameters<typeof formsOf>[0];

/** Every place where a text of people's ends on a forge: what is acted on there, and how the engine writes it there. */
const PLACES: readonly (readonly [place: string, acts: readonly Act[], write: (words: string) => string])[] =
  [
    ['the message of a commit', MESSAGE, defuseMessage],
    ['the title of a post of the rules', READ, defuse],
    ['a comment, a line', MARKDOWN, inert],
    ['a comment, in a line', MARKDOWN, inertInLine],
    ['a comment, lines', MARKDOWN, inertWords],
    ['a comment, between tags', MARKDOWN.filter((act) => act !== 'markup'), inHtml],
    ['a comment, in code', ['turning'], code],
    ['a comment of a tick on GitHub', READ, tame],
    ['the title of a check', READ, (words) => finalVerdict(words, '', IN_ENGLISH).title],
    [
      'a label',
      READ,
      (words) =>
        JSON.stringify(labelsFor(model(words), '', IN_ENGLISH).map(({ description }) => description)),
    ],
    ['an issue form', READ, (words) => [...formsOf(model(words), '', IN_ENGLISH).values()].join('\n')],
    [
      'the summary of a run',
      READ,
      (words) =>
        describeTick(
          {
            commits: [{ commit: null, message: words }],
            undone: [words],
            stuck: [{ matter: words, why: words }],
            happened: [],
            restored: null,
            notified: 0,
          },
          IN_ENGLISH,
        ),
    ],
  ];

describe('no text is acted on elsewhere', () => {
  test.each(some(PLACES, 2))('in %s', (_, acts, write) => {
    for (const words of ALL) {
      expect(actedOn(write(words), acts), JSON.stringify(words)).toEqual([]);
      expect(actedOn(write(`x ${words} ${words}`), acts), JSON.stringify(words)).toEqual([]);
    }
  });

  test('the table itself detects each of them', () => {
    for (const words of ALL)
      expect(actedOn(words, [...MESSAGE, 'markup']).length, JSON.stringify(words)).toBeGreaterThan(0);
  });

  test('defusing a text twice is the same as defusing it once', () => {
    for (const words of ALL) expect(defuseMessage(defuseMessage(words))).toBe(defuseMessage(words));
  });
});

/** A title of everything, in two halves, since no title is longer than 250 letters. */
const TITLE = `Night ${SKIP_MARKERS.slice(0, 5).join(' ')} fixes #7 @eli @\u200cbo \u202eturned &lt;b&gt; https://evil.example GH-7`;

async function enacted(game: TestGame, head: string, title: string): Promise<string> {
  const post = await game.table.open(bo, { kind: 'proposal', title, text: '', head, branch: 'night' });
  for (const voter of [ana, cy, dee, eli, fay]) await game.table.comment(voter, post, ':for:');
  game.later(13);
  await game.tick();
  return post;
}

const night = {
  'content/ruleset/dynastic/night.md': `---\ntitle: Night fixes GH-7\n---\nIt is night.\n`,
};

slowTest('in a whole game: every commit, every comment, every label that came of it', async () => {
  const game = await testGame({
    players: [
      { id: 'ana', account: 'ana', admin: true },
      ...['bo', 'cy', 'dee', 'eli'].map((id) => ({ id, account: id, name: `${id} fixes #7 @all` })),
      { id: 'fay', account: 'fay' },
    ],
  });
  await enacted(game, await game.branch(night), TITLE);
  const story = await game.table.open(bo, { kind: 'story', title: TITLE, text: '' });
  for (const line of [
    `/act ${TITLE}`,
    `/why ${TITLE}`,
    `/roll ${TITLE}`,
    `/idle player=${TITLE}`,
    `/enact ${TITLE}`,
  ])
    await game.table.comment(fay, story, line);
  await game.table.open({ id: 'x', name: TITLE, bot: false }, { kind: 'proposal', title: TITLE, text: '' });
  await game.tick();
  const { repository } = game.forge;
  const messages: string[] = [];
  for (let oid: string | undefined = await game.mainTip(); oid !== undefined;) {
    const { message, author, parents } = await readCommit(repository, oid);
    messages.push(`${author.name}\n${message}`);
    oid = parents[0];
  }
  expect(messages.join('\n')).toContain('Night');
  for (const message of messages) expect(actedOn(message, MESSAGE), message).toEqual([]);
  const said = await saidIn(game);
  expect(said.length).toBeGreaterThan(4);
  for (const { text = '', title = '', type } of said) {
    const own = text
      .replace(/<!-- gitnomic:\S+ \S+ -->|<\/?(?:details|summary|p|ins|del|br)>/gu, '')
      .replace(/`[^`]*`/gu, '');
    expect(actedOn(type === 'engine-said' ? own : title, MARKDOWN), text).toEqual([]);
  }
});

describe('somebody’s own commit that gives orders is no parent of main, but its changes come into force', () => {
  test.each(some(['Fixes #7', '[skip ci] Night', 'Night'], 3))('%s', async (message) => {
    const game = await testGame();
    const { repository } = game.forge;
    const { tree } = await readCommit(repository, await game.branch(night));
    // The engine itself writes no such message; somebody's own Git does.
    const lines = [
      `tree ${tree}`,
      `parent ${await game.mainTip()}`,
      'author bo <> 1 +0000',
      'committer bo <> 1 +0000',
    ];
    const head = await writeCompressed(
      repository,
      'commit',
      Buffer.from(`${lines.join('\n')}\n\n${message}\n`),
    );
    await enacted(game, head, 'Night');
    expect((await game.content()).has('content/ruleset/dynastic/night.md')).toBe(true);
    expect((await readCommit(repository, await game.mainTip())).parents.includes(head)).toBe(
      !givesOrders(message),
    );
  });

  test('detects every keyword with every reference, and every marker', () => {
    for (const keyword of CLOSING_KEYWORDS)
      for (const reference of REFERENCES)
        for (const message of [`${keyword} ${reference}`, `Night\n\n${keyword.toUpperCase()}: ${reference}`])
          expect(givesOrders(message), message).toBe(true);
    for (const marker of SKIP_MARKERS) expect(givesOrders(`Night ${marker}`), marker).toBe(true);
    for (const plain of [
      'Fix the lanterns',
      'Close rooms 7 to 9',
      'See #7',
      'Skip the third',
      'A [dark] room',
    ])
      expect(givesOrders(plain), plain).toBe(false);
  });
});
