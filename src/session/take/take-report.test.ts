import { beforeEach, expect, test } from 'vitest';

import type { Disclosure } from '../../kernel/disclosure.ts';
import type { Pictures } from '../../kernel/pictures.ts';
import { linesIn } from '../../store/ledger-line.ts';
import { SMALL, bo, dee, Desk, ENGINE } from '../fixtures/desk.ts';
import { Outbox } from '../position/outbox.ts';
import { positionIn } from '../position/position.ts';
import { decideReported } from './take-comment.ts';
import { writeReport } from '../../wording/action-report.ts';

const PEEK = new Map([
  ['dynastic/peek.md', '---\ntitle: Peek\norder: 95\n---\nEach Player may have the Emperor peek.\n'],
  [
    'dynastic/peek.ts',
    `import { action, boolean, data, rule, text } from 'gitnomic/rules';
export default rule(() => ({
  game: { seen: data(), waved: boolean() },
  actions: {
    peek: action({ title: 'Peek', private: true, reveals: ['game'], effect() {} }),
    peer: action({ private: true, with: { at: text(), hint: text({ private: true }) }, effect() {} }),
    wave: action({ effect({ game }) { game.waved = true; } }),
  },
}));
`,
  ],
]);

let desk: Desk;
let call = '';
beforeEach(async () => {
  desk = await Desk.open({ ...SMALL, ruleset: PEEK });
  desk.opens(bo, '1', 'proposal', 'A place to talk');
  call = desk.says(dee, '1', '/act peek');
  desk.decide();
});

const lines = (): number => linesIn(desk.session.position.open.play.ledger);
const nothing: Disclosure = { changes: [], used: [], rolls: [], result: null };
interface More {
  readonly call?: string;
  readonly lines?: number;
  readonly disclosed?: Disclosure;
}

/** The answer to somebody's report of the action. */
function said(by: typeof bo, more: More = {}): string {
  desk.says(by, '1', writeReport({ call, lines: lines(), disclosed: nothing, pictures: null, ...more }));
  return desk.answers(desk.decide()).at(-1) ?? '';
}

test('only the caller of an action on the emperor’s side can report its result, and only once', () => {
  expect(said(bo)).toContain('dee called for it');
  expect(desk.session.position.calls.open).toEqual([call]);
  expect(said(dee)).toContain('**Done.**');
  expect(desk.session.read.ledger.at(-1)).toMatchObject({ by: 'dee', what: 'peek' });
  expect(said(dee)).toContain('there is no call for it');
});

test('a report for another call, or for another state of the game, doesn’t count', () => {
  expect(said(dee, { call: 'c99' })).toContain('there is no call for it');
  expect(said(dee, { lines: lines() + 1 })).toContain('something else has happened meanwhile');
  expect(desk.session.position.calls.open).toEqual([call]);
});

test('an unreadable report doesn’t count, and the call stays open', () => {
  desk.says(dee, '1', `/told ${call}`);
  const decision = desk.decide();
  expect(desk.answers(decision).at(-1)).toBe('The message does not count: it can’t be read.\n');
  expect(decision.happened.at(-1)).toMatchObject({ by: 'dee', what: 'told', outcome: { ok: false } });
  expect(desk.session.position.calls.open).toEqual([call]);
});

test('a report after something else happened doesn’t count, even if it says so itself', () => {
  desk.says(bo, '1', '/act wave');
  desk.decide();
  expect(said(dee, { lines: lines() })).toContain('something else has happened meanwhile');
  expect(desk.session.position.calls.open).toEqual([call]);
});

test('a call stays open if the rules refuse the report, and an accepted one is recorded with its line', () => {
  const { calls } = desk.session.position;
  const changes = [{ path: ['players', 'dee', 'name'], after: 'Dee the Great' }];
  expect(said(dee, { disclosed: { ...nothing, changes } })).toContain(
    '**Refused**: the reported result can’t be right: players.dee.name isn’t part of this report.',
  );
  expect(calls.open).toEqual([call]);
  call = desk.says(dee, '1', '/act peek');
  desk.decide();
  expect(said(dee)).toContain('> /act peek …');
  expect(calls.reportOf(lines() - 1)).toBe(call);
});

test('an action is recorded with the words of its call, except those for the emperor’s side', () => {
  call = desk.says(dee, '1', '/act peer at=north hint=cellar');
  desk.decide();
  expect(said(dee)).toContain('**Done.**');
  expect(desk.session.read.ledger.at(-1)).toMatchObject({ what: 'peer', with: { at: 'north' } });
  expect(JSON.stringify(desk.session.read.ledger.at(-1))).not.toContain('cellar');
});

const [HERE, ELSEWHERE] = ['0123456789abcdef', 'fedcba9876543210'];
const shownAt = (copy: string): string => `pictures/art/one.${copy}.webp`;
const SAVED: Pictures = {
  'https://a.example/gone': { problem: 'it is not there' },
  'https://a.example/x': { copy: HERE },
  'https://a.example/y': { copy: '0000000000000000' },
};

test.each<[string, unknown, Pictures | undefined, boolean]>([
  ['a picture that came with it', shownAt(HERE), SAVED, true],
  ['a picture that did not come with it', shownAt(ELSEWHERE), SAVED, false],
  ['a picture, where none came', shownAt(HERE), {}, false],
  ['a picture, where nobody fetches any', shownAt(HERE), undefined, false],
  ['words that are no picture', 'a dark cellar', undefined, true],
  ['a number', 7, {}, true],
  ['pictures within it that came', { north: [shownAt(HERE), 'a wall'], south: null }, SAVED, true],
  ['pictures within it of which one did not', { north: [shownAt(HERE), shownAt(ELSEWHERE)] }, SAVED, false],
])('a report counts only if its pictures came with it: %s', (_, seen, pictures, isHere) => {
  const { files, now, session } = desk;
  const situation = { files, now, events: [], heads: new Map(), engine: ENGINE, notified: 0 };
  const { rules } = positionIn(
    { ...situation, ...(pictures === undefined ? {} : { pictures }) },
    session.position.open,
  );
  const outbox = new Outbox();
  const changes = [{ path: ['game', 'seen'], after: seen }];
  const text = writeReport({ call, lines: lines(), disclosed: { ...nothing, changes }, pictures: null });
  const { calls } = session.position;
  decideReported({ rules, calls, outbox }, '1', 'c9', text, { at: now, by: 'dee' });
  const missing = 'The message does not count: the picture of game.seen did not come with it.\n';
  expect(outbox.handOn()).toEqual([
    {
      tell: 'comment',
      post: '1',
      key: 't-c9',
      text: isHere ? expect.stringContaining('> /act peek …\n\n**Done.**') : missing,
    },
  ]);
  expect(calls.open).toEqual(isHere ? [] : [call]);
  expect(rules.play.state().game['seen']).toEqual(isHere ? seen : expect.not.objectContaining({ north: 1 }));
});
