import { expect, test } from 'vitest';

import { SandboxGoneError, SandboxLostError } from '../../sandbox/host.ts';
import { SMALL, Desk } from '../fixtures/desk.ts';
import type { Play } from '../play/play.ts';
import { askRules, CallGuard, unlessAborted } from './call-guard.ts';

const rule = (text: string, clause = 'export default rule(() => ({}));'): ReadonlyMap<string, string> =>
  new Map([
    ['dynastic/glare.md', `---\ntitle: Glare\norder: 95\n---\n${text}\n`],
    ['dynastic/glare.ts', `import { derive, integer, rule } from 'gitnomic/rules';\n${clause}\n`],
  ]);
let games = 0;
/** A game with rules of its own, since it is remembered of rules what they don't finish. */
async function open(ruleset = rule(`It is day ${games++}.`)): Promise<Play> {
  return (await Desk.open({ ...SMALL, ruleset })).session.position.open.play;
}
const late = SandboxLostError.late('query');
const endless = (): never => {
  throw late;
};

test('doesn’t repeat a question that the rules didn’t finish, about any subject, but asks others', async () => {
  const guard = new CallGuard(await open());
  const path = ['view', 'score', 'ana'];
  expect(guard.isAsked(path)).toBe(false);
  expect(guard.ask(path, () => 7, 0)).toBe(7);
  expect(guard.ask(path, endless, 0)).toBe(0);
  let asked = 0;
  const again = (): number => {
    asked += 1;
    return 7;
  };
  expect([guard.ask(['view', 'score', 'bo'], again, 0), asked]).toEqual([0, 0]);
  expect(guard.ask(['view', 'rank', 'ana'], again, 0)).toBe(7);
  expect(() => guard.askOrThrow(path, again)).toThrow(late);
  expect(guard.askOrThrow(['view', 'rank'], again)).toBe(7);
});

test('after three unfinished questions, the rules aren’t asked at all', async () => {
  const guard = new CallGuard(await open());
  for (const view of ['one', 'two']) guard.add(['view', view]);
  expect(guard.ask(['view', 'four'], () => 4, 0)).toBe(4);
  guard.add(['view', 'three']);
  expect(guard.ask(['view', 'four'], () => 4, 0)).toBe(0);
  expect(guard.askOrThrow(['view', 'four'], () => 4)).toBeUndefined();
});

test('one game’s unfinished questions don’t count against another', async () => {
  const [play, other] = [await open(), await open()];
  for (const view of ['one', 'two', 'three']) new CallGuard(play).add(['view', view]);
  expect(new CallGuard(other).isAsked(['view', 'one'])).toBe(false);
  expect(new CallGuard(play).isAsked(['view', 'nine'])).toBe(true);
});

test('falls back only if a question was stopped, and lets other errors through', () => {
  const notes: Error[] = [];
  expect(unlessAborted(endless, 'otherwise', (error) => notes.push(error))).toBe('otherwise');
  expect(unlessAborted(endless, 'otherwise')).toBe('otherwise');
  expect(notes).toEqual([late]);
  const faults = [new TypeError('a fault'), new SandboxGoneError()];
  for (const fault of faults)
    expect(() =>
      unlessAborted(() => {
        throw fault;
      }, 'otherwise'),
    ).toThrow(fault);
});

const FAILS = `export default rule(() => ({
  views: { glare: derive({ of: 'players', returns: integer(), value: () => { throw new Error('too bright'); } }) },
}));`;

test('for display, a failing view gives no answer, and disposed rules throw', async () => {
  const play = await open(rule('It is bright.', FAILS));
  const ask = askRules(play, '2024-03-01T10:00:00Z');
  expect([ask('players', 'ana', 'name'), ask('views', 'glare', 'ana')]).toEqual(['ana', undefined]);
  play.dispose();
  expect(() => ask('players', 'ana', 'name')).toThrow('must not be used again');
});
