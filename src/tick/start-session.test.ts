// A game is opened for a decision, and again where its sandbox was lost; and its files are read as they are now.
import { expect, onTestFinished, test, vi } from 'vitest';

import { kernelCaches as caches, onKernel } from '../scenario/on-kernel/fixtures/runner.ts';
import { SandboxLostError } from '../sandbox/host.ts';
import { SMALL, bo, ENGINE, type Desk } from '../session/fixtures/desk.ts';
import { sessionWith, type SessionWish } from '../session/fixtures/session.ts';
import { readShowed, showedPath } from '../session/ask/shown-at-end.ts';
import { Play } from '../session/play/play.ts';
import type { Decision } from '../session/position/decision.ts';
import type { Position } from '../session/position/position.ts';
import type { Situation } from '../session/position/situation.ts';
import { readGame } from '../store/read-game.ts';
import { currentContent, currentContentForPages } from './current-content.ts';
import {
  decide,
  openPosition,
  startOrNull,
  newAbortedCalls,
  withSession,
  withWhatItShowed,
} from './start-session.ts';

/** What a game hears before anybody has read it. */
const heard = (...texts: readonly string[]): ReturnType<typeof heardIn> => heardIn(SMALL, ...texts);

async function heardIn(
  wish: SessionWish,
  ...texts: readonly string[]
): Promise<{ readonly desk: Desk; readonly situation: Situation }> {
  const desk = await sessionWith(wish);
  desk.opens(bo, '1', 'story', 'Tea');
  for (const text of texts) desk.says(bo, '1', text);
  const { files, now } = desk;
  return { desk, situation: { ...desk.situation(), files, now, engine: ENGINE, runner: onKernel, caches } };
}
const spoilt = (situation: Situation): Situation => ({
  ...situation,
  files: new Map(situation.files).set('content/ruleset/core/players.ts', 'export default 7;'),
});
const late = (): SandboxLostError => SandboxLostError.late('take');

test('deciding twice gives the same commits', async () => {
  const { situation } = await heardIn({}, '/take-pip');
  const dispose = vi.spyOn(Play.prototype, 'dispose');
  onTestFinished(() => dispose.mockRestore());
  const once = await decide(situation);
  expect(dispose).toHaveBeenCalledOnce();
  const again = await decide(situation);
  expect(once.commits.map(({ message }) => message.split('\n')[0])).toEqual(['bo: take-pip']);
  expect(again.commits.map(({ changes }) => [...changes])).toEqual(
    once.commits.map(({ changes }) => [...changes]),
  );
});

test('for display, takes everything in and decides nothing', async () => {
  const { situation } = await heardIn({}, '/take-pip');
  const { open, rules } = await openPosition(situation);
  expect(open.play.state().posts['1']?.comments).toHaveLength(1);
  expect(rules.happened.filter(({ outcome }) => !outcome.ok)).toEqual([]);
  open.play.dispose();
});

test('if its sandbox is lost, opens the game again without the shared caches', async () => {
  const { situation } = await heard();
  const seen: boolean[] = [];
  const { done, session } = await withSession(situation, (open) => {
    seen.push(open.position.open.play.caches === caches);
    if (seen.length === 1) throw late();
    return 'done';
  });
  expect([seen, done]).toEqual([[true, false], 'done']);
  session.dispose();
  let tries = 0;
  const lost = withSession(situation, () => {
    tries += 1;
    throw late();
  });
  await expect(lost).rejects.toThrow(SandboxLostError);
  expect(tries).toBeGreaterThan(1);
});

test('throws any other error at once, and also rules that can’t be played', async () => {
  const { situation } = await heard();
  const disposed: Position[] = [];
  const failing = withSession(situation, (open) => {
    disposed.push(open.position);
    throw new TypeError('odd');
  });
  await expect(failing).rejects.toThrow('odd');
  expect(() => disposed[0]?.open.play.sandbox).toThrow('disposed of');
  await expect(startOrNull(spoilt(situation), newAbortedCalls())).rejects.toThrow('players.ts');
});

test('a commit that ends a dynasty records what its pages showed, and no other commit does', async () => {
  const { desk } = await heard();
  const commit = { message: 'x', changes: new Map([['content/a.md', 'a']]) };
  const decision = (more: object) =>
    ({ commits: [{ ...commit, message: 'first' }, commit], over: null, ...more }) as unknown as Decision;
  const over = { number: 3, content: desk.files, ended: desk.now };
  const options = { caches };
  const plain = decision({});
  expect(await withWhatItShowed(plain, options)).toBe(plain);
  const none = decision({ commits: [], over });
  expect(await withWhatItShowed(none, options)).toBe(none);
  const { commits } = await withWhatItShowed(decision({ over }), options);
  expect(commits.map(({ changes }) => [...changes.keys()])).toEqual([
    ['content/a.md'],
    ['content/a.md', showedPath(3)],
  ]);
  expect(readShowed(commits[1]?.changes.get(showedPath(3)) ?? undefined)).not.toBeNull();
});

test('current files include what isn’t committed yet, and for pages the branches; the game is closed', async () => {
  for (const read of [currentContent, currentContentForPages]) {
    const { desk } = await heard('Well.');
    desk.says(bo, '1', 'Well.');
    desk.opens(bo, '2', 'proposal', 'Look', {
      changes: [],
      pages: [{ verb: 'file', path: 'content/site.css', base: null, content: 'a\n' }],
      outside: [],
      problems: [],
    });
    desk.decide();
    const { position } = desk.session;
    const before = desk.files;
    const content = await read({
      content: () => Promise.resolve(before),
      openPosition: () => Promise.resolve(position),
    });
    expect(Object.keys(readGame(content).state?.posts ?? {})).toContain('2');
    expect(Object.keys(readGame(before).state?.posts ?? {})).not.toContain('2');
    const beside = [...content.keys()].filter((path) => !path.startsWith('content/'));
    expect(beside.length > 0).toBe(read === currentContentForPages);
    expect(() => position.open.play.sandbox).toThrow('disposed of');
  }
});
