// What a run takes from its surroundings, and what it leaves and says.
import { generateKeyPairSync } from 'node:crypto';
import { expect, test, vi } from 'vitest';

import { actionsBot } from '../../../forge/github/people.ts';
import type { GitHubForge } from '../../../forge/github/github-forge.ts';
import { openMemoryForge } from '../../../forge/embedded/local-forge.ts';
import type { Forge } from '../../../forge/port.ts';
import { CodedError } from '../../../kernel/coded-error.ts';
import { IN_ENGLISH } from '../../../language/wording.ts';
import { readBranch } from '../../../repository/refs.ts';
import { writeCommit } from '../../../repository/write-commit.ts';
import { SMALL } from '../../../session/fixtures/desk.ts';
import { journalTip } from '../../../store/journal/journal-head.ts';
import { bo, kernelGame } from '../../../tick/fixtures/embedded-game.ts';
import { inputsOf, readEnvironment, seedOf, withoutSecrets } from './environment.ts';
import { engineOf, NO_NOTES, readNotes, textsOfNotes, writeNotes } from './notes.ts';
import { readBeforeTick, readSinceJournal } from './read-before-tick.ts';
import { actAsApp } from './run-tick.ts';
import { sayError, troubleFor } from './trouble.ts';
import { wakeAt } from './wake.ts';
import { describeTick } from './words.ts';

const NOW = '2024-03-01T09:00:00Z';
const least = { GITHUB_TOKEN: 'ghs_secret', GITHUB_REPOSITORY: 'ana/hall', RUNNER_TEMP: '/temp' };

test('an input of the Action becomes a variable of the engine, unless it is empty', () => {
  const given = {
    INPUT_TOKEN: 'x',
    'INPUT_APP-KEY': 'k',
    INPUT_PATH: '',
    GITNOMIC_PATH: 'pier',
    INPUT_OTHER: 'y',
  };
  expect(inputsOf(given)).toEqual({ ...given, GITHUB_TOKEN: 'x', GITNOMIC_APP_KEY: 'k' });
});

test.each([
  [undefined, ''],
  ['', ''],
  ['.', ''],
  ['/', ''],
  ['./', ''],
  ['./games/pier', 'games/pier'],
  ['/games/pier/', 'games/pier'],
  ['a'.repeat(40), 'a'.repeat(40)],
  ['a'.repeat(41), null],
  ['../pier', null],
  ['Pier', null],
  ['content/pier', null],
])('reads the path %j as the folder %j', (GITNOMIC_PATH, folder) => {
  const read = (): string => readEnvironment({ ...least, GITNOMIC_PATH }).GITNOMIC_PATH;
  if (folder === null) expect(read).toThrow('lacks GITNOMIC_PATH');
  else expect(read()).toBe(folder);
});

test('names what an environment lacks, without any value', () => {
  const read = (): unknown =>
    readEnvironment({ GITHUB_TOKEN: '', GITHUB_REPOSITORY: 'no repository', GITNOMIC_WAIT: '-1' });
  expect(read).toThrow(
    'lacks GITHUB_TOKEN, GITHUB_REPOSITORY, RUNNER_TEMP, GITNOMIC_WAIT, or has it in another form',
  );
  expect(read).not.toThrow('no repository');
  const plain = readEnvironment({ ...least, GITNOMIC_WAIT: '', GITNOMIC_NOTICES: '' });
  expect([plain.GITNOMIC_WAIT, plain.GITNOMIC_NOTICES, seedOf(plain)]).toEqual([undefined, undefined, null]);
  expect(readEnvironment({ ...least, GITNOMIC_WAIT: '0' }).GITNOMIC_WAIT).toBe(0);
});

test.each([
  ['the longer of two secrets whole', 'abcdefgh-more', 'abcdefgh', 'x abcdefgh-more y', 'x *** y'],
  ['a line between spaces', 'one two\n   indented line  \n', '', 'x indented line y', 'x *** y'],
  ['eight letters', '{"a":"12345678"}', '', 'x 12345678 y', 'x *** y'],
  ['no fewer, which are words', '{"a":"1234567"}', '', 'x 1234567 y', 'x 1234567 y'],
  ['no name', '{"announcements": "12345678"}', '', 'announcements', 'announcements'],
  ['a value that is no JSON', '"a\\qbcdefgh"', '', 'x a\\qbcdefgh y', 'x *** y'],
])('hides secrets: %s', (_, GITNOMIC_NOTICES, GITNOMIC_APP_KEY, text, said) => {
  expect(withoutSecrets(text, { ...readEnvironment(least), GITNOMIC_NOTICES, GITNOMIC_APP_KEY })).toBe(said);
});

test('a group’s own App acts instead of the workflow, and its token is masked before anything is said', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const key = privateKey.export({ type: 'pkcs1', format: 'pem' });
  vi.stubGlobal('fetch', (url: string) => {
    const body = JSON.stringify(url.endsWith('/installation') ? { id: 7 } : { token: 'ghs_app' });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
  });
  try {
    const environment = readEnvironment({ ...least, GITNOMIC_APP: 'Iv1.abc', GITNOMIC_APP_KEY: key });
    let said = '';
    const options = { environment, now: () => NOW, say: (text: string) => void (said += text), paced: false };
    const asApp = await actAsApp(options);
    expect([asApp.environment.GITHUB_TOKEN, said]).toEqual(['ghs_app', '::add-mask::ghs_app\n']);
  } finally {
    vi.unstubAllGlobals();
  }
});

class Coded extends CodedError<'x'> {}

test.each([
  ['an error', new Error('It broke.\n  Badly.'), 'It broke. · Badly.'],
  ['one that says what to do', new Coded('x', 'It broke.', { next: 'Mend it.' }), 'It broke. Mend it.'],
  ['one that does not', new Coded('x', 'It broke.'), 'It broke.'],
  ['a text', 'broken', 'broken'],
])('says %s on one line', (_, error, said) => {
  expect(sayError(error)).toBe(said);
});

test('the issue about trouble mentions the owner, and nobody that an error names', () => {
  const { key, kind, title, text } = troubleFor(readEnvironment(least), 'No. @bo <b>', IN_ENGLISH);
  expect([key, kind, title]).toEqual(['trouble', 'waiting', 'The game is stuck']);
  expect(text).toMatch(/^For the admins, and @ana: .*\n\n> No\. @\u200bbo &lt;b>\n\nNothing is lost/u);
});

const nothing = { commits: [], undone: [], stuck: [], happened: [], restored: null, notified: 0 };
const outcome = (ok: boolean): never => ({ outcome: { ok } }) as never;

test.each<readonly [string, Partial<Parameters<typeof describeTick>[0]>, boolean, string]>([
  ['a commit of a trial', { commits: [{ commit: null, message: 'Enact 2\n\nx' }] }, false, '-  Enact 2\n'],
  [
    'what was undone',
    { undone: ['content/<a>'] },
    false,
    '- undid a change that only the game may make: content/&lt;a>\n',
  ],
  [
    'what was due by the clock',
    { stuck: [{ matter: 'time market-day', why: 'No.' }] },
    false,
    '- what was due can’t be done: No.\n',
  ],
  ['a deleted journal', { restored: 'deleted' }, false, '- somebody deleted the journal; it was restored\n'],
  ['another journal', { restored: 'rewritten' }, false, '- somebody rewrote the journal; it was restored\n'],
  [
    'refusals',
    { happened: [outcome(false), outcome(true), outcome(false)] },
    false,
    '- refused by the rules: 2\n',
  ],
  ['nothing but what was let', { happened: [outcome(true)] }, false, 'Everything is up to date.\n'],
  ['forms', {}, true, '- issue forms for what the rules offer\n'],
])('a run reports %s', (_, report, forms, said) => {
  expect(describeTick({ ...nothing, ...report }, IN_ENGLISH, forms)).toBe(said);
});

test('a run doesn’t wait if nothing is due', () => {
  expect(wakeAt(null, NOW, {})).toBeNull();
});

test('the next run reads notes as they were written, and anything else as none', async () => {
  const { forge } = await openMemoryForge({ clock: () => NOW });
  expect([await readNotes(forge), await textsOfNotes(forge.repository)]).toEqual([NO_NOTES, []]);
  expect(await engineOf(forge.repository)).toEqual(actionsBot);
  const engine = { id: '7', name: 'hall-engine', bot: true };
  const notes = { ...NO_NOTES, forms: 'abc', engine };
  await writeNotes(forge, notes, NOW);
  expect([await readNotes(forge), await engineOf(forge.repository)]).toEqual([notes, engine]);
  expect(await textsOfNotes(forge.repository)).toHaveLength(1);
  // Somebody may push there, and earlier engines wrote less.
  const wrote = async (changes: ReadonlyMap<string, string>): Promise<Forge> => {
    const author = { name: 'x', email: '', at: NOW };
    const commit = await writeCommit(forge.repository, { parents: [], changes, author, message: 'x' });
    await forge.advance('standing', await readBranch(forge.repository, 'standing'), commit);
    return forge;
  };
  const older = { version: 1, matters: {}, forms: null, quiet: { main: 'a', journal: null, until: NOW } };
  expect(await readNotes(await wrote(new Map([['notes.json', JSON.stringify(older)]])))).toEqual({
    ...NO_NOTES,
    quiet: { ...older.quiet, due: null },
  });
  for (const text of ['{', '{}', '{"version":2}'])
    expect(await readNotes(await wrote(new Map([['notes.json', text]])))).toBe(NO_NOTES);
  expect(await readNotes(await wrote(new Map([['other.json', '{}']])))).toBe(NO_NOTES);
});

test('notes a finding about a promise only if its moves are objects', async () => {
  const { forge } = await openMemoryForge({ clock: () => NOW });
  const noted = async (moves: readonly unknown[]): Promise<boolean> => {
    const way = { lines: [], turn: null, why: '', wasSoBefore: false, isSmall: true, moves };
    const promise = {
      path: 'a',
      rule: 'A',
      line: 1,
      says: '',
      at: NOW,
      moves: 1,
      states: 1,
      way,
    };
    const trial = { ok: true, problems: [], promises: [promise], omitted: [], typed: true };
    const matter = { post: '3', head: null, check: null, tried: null, trial, workflows: false };
    await writeNotes(forge, { ...NO_NOTES, matters: { 3: matter } } as never, NOW);
    return (await readNotes(forge)) !== NO_NOTES;
  };
  expect([await noted([{}]), await noted(['x'])]).toEqual([true, false]);
});

test('a run without news ends before any rules are loaded, until something is due, moved or said', async () => {
  const game = await kernelGame(SMALL);
  const forge = game.forge as GitHubForge;
  const look = (now = game.now): ReturnType<typeof readBeforeTick> => readBeforeTick(forge, now);
  expect(await look()).toEqual({ quiet: false, seen: null });
  expect(await readSinceJournal(forge)).toBeNull();
  const post = await game.table.open(bo, { kind: 'proposal', title: 'One', text: '' });
  await game.tick();
  const [main, journal] = [await game.mainTip(), await journalTip(forge.repository)];
  const until = '2099-01-01T00:00:00Z';
  const quiet = { main, journal, until, due: null };
  const noted = async (more: object, publishing = NO_NOTES.publishing): Promise<unknown> => {
    await writeNotes(forge, { ...NO_NOTES, quiet: { ...quiet, ...more }, publishing }, NOW);
    return (await look()).quiet;
  };
  expect(await noted({})).toBe(true);
  expect((await look(until)).quiet).toBe(false);
  for (const other of [{ main: 'x' }, { journal: 'x' }, { journal: null }, { until: game.now }])
    expect(await noted(other)).toBe(false);
  expect(await noted({}, { at: [], pending: true })).toBe(false);
  expect(await noted({})).toBe(true);
  await game.table.comment(bo, post, 'Hm.');
  const { quiet: isQuiet, seen } = await look();
  expect([isQuiet, seen?.observation.events.map(({ type }) => type)]).toEqual([false, ['commented']]);
  expect(await readSinceJournal(forge)).toEqual(seen);
});
