// A game's rules in play, in memory: what actions change in the text, and clauses that fail.
import { beforeEach, describe, expect, test } from 'vitest';

import type { Input } from '../../kernel/inputs.ts';
import type { RulesetChange } from '../../kernel/manifest.ts';
import type { PostData } from '../../kernel/state.ts';
import { sessionWith } from '../fixtures/session.ts';
import type { FailingClause } from './failing-clause.ts';
import type { Play } from './play.ts';
import { Stuck } from './stuck.ts';

const LATER = '2024-03-01T10:00:00Z';
const TEXT = '---\ntitle: Quill\norder: 95\n---\nThe ink is black.\n';
const QUILL = {
  'dynastic/quill.md': TEXT,
  'dynastic/quill.ts': `import { action, integer, rule, text } from 'gitnomic/rules';
export default rule(({ game, ruleset }) => ({
  game: { drops: integer({ min: 0 }) },
  actions: {
    write: action({
      with: { replace: text(), words: text() },
      effect({ replace, words }) {
        game.drops += 1;
        ruleset.amend({ type: 'edit-rule', path: 'dynastic/quill', replace, with: words });
      },
    }),
    rename: action({
      with: { words: text() },
      effect({ words }) { ruleset.amend({ type: 'set-terms', terms: { emperor: words } }); },
    }),
    strike: action({
      with: { path: text() },
      effect({ path }) { game.drops += 1; ruleset.amend({ type: 'repeal-rule', path }); },
    }),
    alter: action({
      with: { words: text() },
      effect({ words }) { ruleset.amend(JSON.parse(words)); },
    }),
    drip: action({ effect({ game }) { game.drops += 1; } }),
    spill: action({ effect() { game.drops = -1; } }),
    smash: action({ effect({ dice }) { dice(6); throw new Error('it breaks'); } }),
  },
}));
`,
};

let play: Play;
beforeEach(async () => {
  play = (await sessionWith({ rules: QUILL, rolls: [4] })).session.position.open.play;
});
const act = (action: string, words: object = {}): Input =>
  ({ type: 'act', at: LATER, by: 'bo', action, with: words }) as unknown as Input;
/** Without this rule nothing could be enacted. */
const NEEDED = 'core/votable-matters/enacting-and-failing';
const drops = (): unknown => play.state().game['drops'];
const why = (outcome: ReturnType<Play['take']>): string => (outcome.ok ? '' : outcome.refusal.reason);

describe('an action that amends the rules', () => {
  test('changes values and text together, and is recorded in the ledger', () => {
    expect(why(play.take(act('write', { replace: 'black', words: 'blue' })))).toBe('');
    expect(play.files.get('dynastic/quill.md')).toContain('The ink is blue.');
    expect([drops(), play.ledger.map(({ what }) => what)]).toEqual([1, ['write']]);
    expect(play.manifest.rules.find(({ path }) => path === 'dynastic/quill')?.title).toBe('Quill');
  });

  test('changes neither if it can’t be applied', () => {
    const files = play.files;
    expect(why(play.take(act('write', { replace: 'green', words: 'blue' })))).toContain('green');
    expect(why(play.take(act('strike', { path: 'dynastic/none' })))).toBe(
      'the repeal of “None”: the rule isn’t there any more',
    );
    expect([drops(), play.files, play.ledger]).toEqual([0, files, []]);
  });

  test('is refused if nothing could be resolved afterwards, and the rules stay in force', () => {
    const files = play.files;
    expect(why(play.take(act('strike', { path: NEEDED })))).toContain('the game would be stuck');
    expect([drops(), play.files]).toEqual([0, files]);
    expect(why(play.take(act('drip')))).toBe('');
  });

  test('can change the game’s terms if they are valid', () => {
    expect(why(play.take(act('rename', { words: 'Scribe' })))).toBe('');
    expect(play.terms.emperor).toBe('Scribe');
    expect(why(play.take(act('rename', { words: 'a\nb' })))).not.toBe('');
    expect(play.terms.emperor).toBe('Scribe');
  });
});

test('a failing action is refused with its reason, records its rolls, and changes nothing', () => {
  const outcome = play.take(act('smash'));
  expect(outcome).toMatchObject({ ok: false, refusal: { reason: expect.stringContaining('it breaks') } });
  expect(play.ledger).toMatchObject([{ what: 'smash', draws: [{ size: 6, result: 4 }] }]);
  expect(why(play.take(act('spill')))).not.toBe('');
  expect([drops(), play.ledger.length]).toEqual([0, 1]);
});

test('trying an action out reports its changes and undoes them', () => {
  expect(play.tryOut(act('drip'))).toContainEqual({ path: ['game', 'drops'], before: 0, after: 1 });
  expect(play.tryOut(act('spill'))).toBeNull();
  expect([drops(), play.ledger]).toEqual([0, []]);
});

test('has no private or coming events by default, and can’t be used once disposed', () => {
  expect([play.runsInPrivate('time tide'), play.isByHand(), play.toKnow('1')]).toEqual([false, false, []]);
  expect([play.coming(LATER), play.nextTime(LATER)]).toEqual([[], null]);
  play.dispose();
  play.dispose();
  expect(() => play.state()).toThrow('must not be used again');
});

/** The rules of a game in which everybody has voted for this change of its rules. */
async function passing(...all: readonly Readonly<Record<string, string | null>>[]): Promise<Play> {
  const votes = Object.fromEntries(['ana', 'cy', 'dee', 'eli', 'fay'].map((by) => [by, 'FOR']));
  const posts = all.map((changes) => ({ by: 'bo', title: 'A change', changes, votes }));
  return (await sessionWith({ rules: QUILL, posts })).session.position.open.play;
}
const DARK = "import { dark, rule } from 'gitnomic/rules';\nexport default rule(() => dark());\n";
const DUE = '2024-03-04T09:00:00Z';

describe('a matter that has to fail', () => {
  const SULKS = {
    'dynastic/sulk.md': '---\ntitle: Sulk\norder: 97\n---\nIt hates to fail.\n',
    'dynastic/sulk.ts': `import { rule } from 'gitnomic/rules';
export default rule(() => ({ on: { failed() { throw new Error('it sulks'); } } }));
`,
  };
  const SULK = { module: 'dynastic/sulk.ts', reason: 'it took too long' };

  test.each<readonly [what: string, known: readonly FailingClause[]]>([
    ['though a clause fails at it', []],
    ['though a clause is known to fail at it', [SULK]],
    ['with no clause heard, if leaving one out didn’t help', [SULK, SULK]],
  ])('fails %s', async (_, known) => {
    const posts = [{ by: 'bo', title: 'A change', changes: { 'dynastic/quill.md': TEXT } }];
    const own = (await sessionWith({ rules: { ...QUILL, ...SULKS }, posts })).session.position.open.play;
    expect(own.resolveNext(DUE, new Stuck(), () => known)?.outcome).toMatchObject({ ok: true });
    expect(own.state().posts['1']?.status).toBe('failed');
    expect(own.ledger.map(({ what }) => what)).toEqual(['fail 1']);
  });
});

const GONE = 'the rule isn’t there any more';
const THERE = 'dynastic/quill';
test.each<[change: RulesetChange, why: string]>([
  [
    { type: 'add-rule', section: 'dynastic', title: '', text: 'x' },
    'the new rule “”: "" can’t be a title. Expected a few words on one line, for example Idle Players',
  ],
  [
    { type: 'add-rule', section: 'dynastic', title: 'Ink', text: 'x', parent: 'dynastic/old-inks' },
    `the new rule “Ink”: ${GONE}`,
  ],
  [
    { type: 'edit-rule', path: THERE, replace: 'red', with: 'x' },
    'the text of “Quill”: The rule doesn’t say "red". Expected words that are in the rule exactly once, for example a whole sentence of it',
  ],
  [
    { type: 'edit-rule', path: 'dynastic/old-inks', replace: 'x', with: 'y' },
    `the text of “Old inks”: ${GONE}`,
  ],
  [{ type: 'write-file', path: 'dynastic/old-inks.md', content: null }, `the repeal of “Old inks”: ${GONE}`],
  [{ type: 'write-file', path: 'dynastic/old-inks.ts', content: null }, `the code of “Old inks”: ${GONE}`],
  [{ type: 'repeal-rule', path: 'dynastic/old-inks' }, `the repeal of “Old inks”: ${GONE}`],
  [
    { type: 'set-status', path: THERE, status: 'active' },
    'the text of “Quill”: Only special-case rules are active or inactive. Expected a special-case rule, for example special-case/dormancy',
  ],
  [
    { type: 'set-entrenched', path: 'dynastic/old-inks', entrenched: true },
    `the text of “Old inks”: ${GONE}`,
  ],
  [
    { type: 'write-list', path: 'dynastic/old-inks', list: 'x', items: [] },
    `the text of “Old inks”: ${GONE}`,
  ],
])('the reason why an amendment can’t be made uses titles: %j', (change, why) => {
  const taken = play.take({ ...act('alter', { words: JSON.stringify(change) }) });
  expect(taken.ok ? '' : taken.refusal.reason).toBe(why);
});

describe('a matter', () => {
  test('that adds a failing clause is enacted without it, and people play the rule by hand', async () => {
    const lamp = '---\ntitle: Lamp\norder: 96\n---\nIt burns.\n';
    const own = await passing({ 'dynastic/lamp.md': lamp, 'dynastic/lamp.ts': DARK });
    expect(own.tick(DUE)).toMatchObject([{ matter: '1', outcome: 'enacted' }]);
    expect(own.files.get('dynastic/lamp.md')).toContain('clause: off');
    expect(own.state().posts['1']?.omitted).toMatchObject([
      { change: 'run the code of Lamp', reason: expect.stringContaining('you play the rule by hand') },
    ]);
  });

  test.each<[what: string, changes: Readonly<Record<string, string | null>>, left: string, why: RegExp]>([
    ['a rule', { 'dynastic/quill.md': null }, 'the repeal of “Quill”', /^the rule isn’t there any more$/u],
    ['its code', { 'dynastic/quill.ts': null }, 'the code of “Quill”', /^the rule isn’t there any more$/u],
    ['an odd name', { 'dynastic/con.md': TEXT }, 'the text of “Con”', /^"con.md" .*\. Expected /u],
  ])('that can’t change %s says so by title', async (_, changes, left, why) => {
    const own = await passing({ 'dynastic/quill.md': null, 'dynastic/quill.ts': null }, changes);
    own.tick(DUE);
    const { omitted = [] } = own.state().posts['2'] ?? {};
    expect(omitted).toEqual([{ change: left, reason: expect.stringMatching(why) as string }]);
  });

  test('whose clause is known to fail is resolved without that clause', async () => {
    const own = await passing({ 'dynastic/quill.md': TEXT.replace('black', 'red') });
    const known = [{ module: 'dynastic/quill.ts', reason: 'it took too long' }];
    expect(own.resolveNext(DUE, new Stuck(), () => known)?.outcome.ok).toBe(true);
    expect(own.files.get('dynastic/quill.md')).toMatch(/clause: off[^]*The ink is red\./u);
  });

  test('that rewrites a failing clause is tried with the new one once, and then without it', async () => {
    for (const [times, isOff] of [
      [1, false],
      [2, true],
    ] as const) {
      const own = await passing({ 'dynastic/quill.ts': `// Mended.\n${QUILL['dynastic/quill.ts']}` });
      const known = Array.from({ length: times }, () => ({ module: 'dynastic/quill.ts', reason: 'slow' }));
      expect(own.resolveNext(DUE, new Stuck(), () => known)?.outcome.ok).toBe(true);
      expect(own.files.get('dynastic/quill.md')?.includes('clause: off')).toBe(isOff);
    }
  });

  test('at which an unknown clause fails is resolved without the clauses it adds', async () => {
    const own = await passing({ 'dynastic/quill.ts': `// Mended.\n${QUILL['dynastic/quill.ts']}` });
    own.resolveNext(DUE, new Stuck(), () => [{ module: '', reason: 'it took too long' }]);
    expect(own.files.get('dynastic/quill.md')).toContain('clause: off');
  });

  test('reports a clash with the current text, if there is one', async () => {
    const own = await passing({ 'dynastic/quill.md': TEXT.replace('black', 'red') });
    const clash = (): string | null => own.clashOf(own.state().posts['1'] as PostData);
    expect(clash()).toBeNull();
    expect(why(own.take(act('write', { replace: 'black', words: 'blue' })))).toBe('');
    expect(clash()).toContain('blue');
  });
});
