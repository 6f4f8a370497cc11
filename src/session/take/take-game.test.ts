import { beforeAll, describe, expect, test } from 'vitest';

import { parse } from 'yaml';

import { GAME_FILE } from '../../store/paths.ts';
import { SMALL, ana, bo, Desk, SEALED } from '../fixtures/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open(SMALL);
  desk.opens(ana, '1', 'proposal', 'A place to talk');
  desk.decide();
});

/** The answer to a command, and the resulting value of a key in game.yml. */
function said(by: typeof ana, words: string, key: string): readonly [answer: string, value: unknown] {
  desk.says(by, '1', `/game ${words}`);
  const decision = desk.decide();
  const [, answer = ''] = /\n\n(.+)/su.exec(desk.answers(decision).at(-1) ?? '') ?? [];
  const file = parse(desk.files.get(GAME_FILE) ?? '') as Record<string, unknown>;
  return [answer.split('\n')[0] ?? '', file[key]];
}

const HASH = `sha256:${'0123456789abcdef'.repeat(4)}`;
const DONE = '**Done.**';

describe('an Admin changes', () => {
  test.each<[string, string, unknown]>([
    ['resolution=by-admin', 'resolution', 'by-admin'],
    ['resolution=automatic', 'resolution', 'automatic'],
    ['practice=on', 'practice', true],
    ['practice=off', 'practice', false],
    ['name="Second Harbour"', 'name', 'Second Harbour'],
    ['dice=drand', 'dice', { source: 'drand' }],
    [`dice=${HASH}`, 'dice', { source: 'committed', hash: HASH }],
    ['core=2019', 'core', '2019'],
    ['pack=gallery', 'pack', 'gallery'],
    [
      'sign-in="https://sign-in.example Iv23li"',
      'sign-in',
      { service: 'https://sign-in.example', client: 'Iv23li' },
    ],
    [
      'sign-in="https://sign-in.example Iv23li read:user"',
      'sign-in',
      { service: 'https://sign-in.example', client: 'Iv23li', scope: 'read:user' },
    ],
    ['sign-in=none', 'sign-in', null],
    [
      'notices="chat opened enacted, list enacted failed week"',
      'notices',
      { chat: { tell: ['opened', 'enacted'] }, list: { tell: ['enacted', 'failed'], every: 'week' } },
    ],
    ['notices="list enacted day"', 'notices', { list: { tell: ['enacted'], every: 'day' } }],
    ['notices=none', 'notices', null],
  ])('%s', (words, key, value) => {
    expect(said(ana, words, key)).toEqual([DONE, value]);
  });

  test('several settings at once, in one line of the ledger', () => {
    const before = desk.session.read.ledger.length;
    expect(said(ana, 'practice=on resolution=automatic', 'practice')).toEqual([DONE, true]);
    const { ledger } = desk.session.read;
    expect(ledger.length).toBe(before + 1);
    expect(ledger.at(-1)).toMatchObject({
      by: 'ana',
      what: 'set game.yml',
      with: { practice: true, resolution: 'automatic' },
      draws: [],
      changes: [],
    });
  });
});

describe('nothing changes', () => {
  test.each([
    ['resolution=sometimes'],
    ['practice=perhaps'],
    ['name=""'],
    ['name=" Harbour"'],
    [`name="${'x'.repeat(101)}"`],
    ['name=7'],
    ['dice=loaded'],
    [`dice=${HASH}0`],
    [`dice=x${HASH}`],
    [`dice=[${HASH}]`],
    ['core="two words"'],
    ['core=.hidden'],
    ['sign-in="https://sign-in.example"'],
    ['sign-in="https://sign-in.example Iv23li read:user more"'],
    ['sign-in="ftp://sign-in.example Iv23li"'],
    ['notices="chat gossip"'],
    ['notices="chat"'],
    ['constructor=x', 'there is no setting constructor.'],
    ['forge=elsewhere', 'there is no setting forge. '],
    ['practice=on forge=elsewhere', 'there is no setting forge. '],
    ['practise=on', 'there is no setting practise; did you mean practice?'],
    ['practice=onn', 'practice can’t be “onn”;'],
    [''],
  ])('on %s, which is refused with the valid settings', (words, slip = '') => {
    const before = desk.files.get(GAME_FILE);
    const lines = desk.session.read.ledger.length;
    const [answer] = said(ana, words, 'name');
    expect(answer).toMatch(
      /^\*\*Refused\*\*: (?:.+[.?;] )?say resolution=automatic or resolution=by-admin, practice=on/iu,
    );
    expect(answer).toContain(slip);
    expect(desk.files.get(GAME_FILE)).toBe(before);
    expect(desk.session.read.ledger).toHaveLength(lines);
  });

  test.each([['on'], ['off']])('if someone who isn’t an Admin asks for practice=%s', (practice) => {
    said(ana, `practice=${practice === 'on' ? 'off' : 'on'}`, 'practice');
    const before = desk.files.get(GAME_FILE);
    const lines = desk.session.read.ledger.length;
    expect(said(bo, `practice=${practice}`, 'name')[0]).toBe('**Refused**: only an admin can do this.');
    expect(said(bo, 'practice=perhaps', 'name')[0]).toBe('**Refused**: only an admin can do this.');
    expect(desk.files.get(GAME_FILE)).toBe(before);
    expect(desk.session.read.ledger).toHaveLength(lines);
  });
});

const MARKET = new Map([
  ['dynastic/market.md', '---\ntitle: Market\norder: 95\n---\nPlayers bid.\n'],
  [
    'dynastic/market.ts',
    `import { action, integer, rule } from 'gitnomic/rules';
export default rule(() => ({
  actions: { award: action({ effect({ submissions }) { for (const bid of submissions('bid')) bid.use(); } }) },
  submissions: { bid: { with: { amount: integer() } } },
}));
`,
  ],
]);

test('a game with sealed submissions pending keeps its name until they are used', async () => {
  desk = await Desk.open({ ...SMALL, ruleset: MARKET });
  desk.opens(ana, '1', 'proposal', 'A place to talk');
  const comment = desk.says(bo, '1', SEALED);
  const bid = { ok: true, submission: 'bid', words: {}, opened: false, key: 'k1', commitment: 'c1' } as const;
  desk.decide({ sealed: new Map([[comment, bid]]) });
  const [answer, name] = said(ana, 'name="Second Harbour"', 'name');
  expect([answer, name]).toEqual([
    expect.stringContaining('name can’t be “Second Harbour”; say '),
    'Harbour',
  ]);
  expect(desk.answered(bo, '1', '/act award')).toContain('**Done.**');
  expect(said(ana, 'name="Second Harbour"', 'name')).toEqual([DONE, 'Second Harbour']);
});
