import { beforeEach, describe, expect, test } from 'vitest';

import type { ModelDescription } from '../kernel/describe-model.ts';
import { emptyState, type State } from '../kernel/state.ts';
import type { TraceLine } from '../kernel/trace.ts';
import { MESSAGES } from '../language/catalogue.ts';
import { IN_ENGLISH, wordingIn } from '../language/wording.ts';
import type { Play } from '../session/play/play.ts';
import { ana, bo, cy, dee, Desk } from '../session/fixtures/desk.ts';
import { Naming } from './naming.ts';
import { sayCost, sayTrace, whyOfAction, whyOfMatter } from './why.ts';

const PSEUDO = wordingIn({
  tag: 'eo',
  texts: {
    ...Object.fromEntries(MESSAGES.map((text) => [text, `⟦${text}⟧`])),
    'check of {1}': 'kontrolo de {1}',
    'cost of {1}': 'kosto de {1}',
    'payment of {1}': 'pago de {1}',
    'effect of {1}': 'efiko de {1}',
  },
});

const model = {
  fields: {
    player: { puissance: { type: { kind: 'integer', title: 'Might' }, rule: 'dynastic/market' } },
  },
  collections: {},
  actions: { dig: { title: 'Dig deep' } },
  ballot: { states: [] },
  views: { popular: { title: 'Popularity', returns: { kind: 'integer' } } },
} as unknown as ModelDescription;
const state: State = { ...emptyState(), players: { ana: { name: 'Ana Byron' } } };
const play = { model, wording: IN_ENGLISH, state: () => state };
const naming = new Naming({ model, state });

const rule = { title: 'Market', number: '3.1', path: 'dynastic/market.md' };
const line = (question: string, answer: string, more: Partial<TraceLine> = {}): TraceLine => ({
  question,
  rule,
  depth: 0,
  answer,
  ...more,
});
const says = (one: TraceLine): string => sayTrace([one], play)[0]?.text ?? 'nothing';

describe('each rule’s answer', () => {
  test('names the question as the rules do, or else in plain words', () => {
    expect(says(line('may-enact', 'lets it pass'))).toBe('can be enacted: no objection (3.1 Market)');
    const counted = { ...model, ballot: { states: [{ key: 'lost', title: 'failing', means: 'failed' }] } };
    const lost = sayTrace([line('lost', 'answers false', { value: false })], {
      ...play,
      model: counted as unknown as ModelDescription,
    });
    expect(lost[0]?.text).toBe('failing: no (3.1 Market)');
    expect(says(line('popular', 'permits it'))).toBe('Popularity: yes (3.1 Market)');
    expect(says(line('check of dig', 'fails'))).toBe('check of “Dig deep”: its code fails (3.1 Market)');
    expect(says(line('cost of dig-up', 'fails'))).toBe('cost of “Dig up”: its code fails (3.1 Market)');
    expect(says(line('payment of dig', 'fails'))).toBe('payment of “Dig deep”: its code fails (3.1 Market)');
    expect(says(line('effect of dig', 'fails'))).toBe('effect of “Dig deep”: its code fails (3.1 Market)');
    expect(says(line('step "tidy" of dig', 'fails'))).toBe(
      'step "tidy" of “Dig deep”: its code fails (3.1 Market)',
    );
    expect(says(line('may-enact', 'fails', { rule: null }))).toBe(
      'can be enacted: its code fails (the game)',
    );
  });

  test('is the value, the reason of a refusal, or the answer as it is', () => {
    expect(says(line('popular', 'answers 7', { value: 7 }))).toBe('Popularity: 7 (3.1 Market)');
    expect(says(line('popular', 'refuses: it is dark'))).toBe('Popularity: no, it is dark (3.1 Market)');
    expect(says(line('popular', 'shrugs'))).toContain(': shrugs (');
    expect(says(line('tally', 'answers …', { value: { for: 1, against: 0 } }))).toContain(
      ': 1 for, 0 against (',
    );
    expect(says(line('tally', 'answers …', { value: { for: 1, by: 'ana' } }))).toContain(
      ': for 1, by Ana Byron (',
    );
    expect(says(line('tally', 'answers …', { value: {} }))).toContain(': nothing (');
  });

  test('shows the beginning of a long list and how many more there are', () => {
    expect(says(line('order', 'answers a, b and 12 more', { value: [1, 2] }))).toContain(
      ': 1, 2 and 12 more (',
    );
    expect(says(line('order', 'answers a and 12 more', { value: 'so' }))).toContain(': so (');
  });

  test('shows what a cost charges, or nothing if it’s free', () => {
    expect(says(line('cost of dig', 'answers …', { value: { puissance: 3 } }))).toContain(': 3 Might (');
    expect(says(line('cost of dig', 'answers …', { value: { puissance: 0 } }))).toContain(': nothing (');
  });

  test('is left out if it only counts heads, unless it refuses', () => {
    expect(sayTrace([line('voters', 'answers 3', { value: 3 })], play)).toEqual([]);
    expect(says(line('voters', 'refuses: nobody votes'))).toContain(': no, nobody votes (');
    expect(sayTrace([], play)).toEqual([]);
  });

  test('is listed once below the rule that asked, and indented only up to a readable depth', () => {
    const lines = [2, 3, 3, 20].map((depth) => line('quorum', `answers ${depth}`, { depth, value: depth }));
    expect(sayTrace(lines, play).map(({ depth }) => depth)).toEqual([0, 1, 6]);
  });
});

test('describes a cost by the rules’ name of each part, without free parts', () => {
  expect(sayCost({ puissance: 3, bloodMana: 1, tin: 0 }, model, naming)).toEqual(['3 Might', '1 Blood mana']);
  expect(sayCost(null, model, naming)).toEqual([]);
  expect(sayCost({ tin: 2, throws: 1 }, { fields: {} }, naming)).toEqual(['2 Tin', '1 Throw']);
  expect(sayCost({ throws: 2, wishes: 1n }, { fields: {} }, naming)).toEqual(['2 Throws', '1 Wish']);
  const inPseudo = new Naming({ model, state, wording: PSEUDO });
  expect(sayCost({ throws: 1 }, { fields: {} }, inPseudo)).toEqual(['1 Throws']);
});

test('uses the game’s language, and doesn’t look up names if nothing was answered', () => {
  const said = (question: string, answer: string): string | undefined =>
    sayTrace([line(question, answer, { rule: null })], { ...play, wording: PSEUDO })[0]?.text;
  expect(['check', 'cost', 'payment', 'effect'].map((part) => said(`${part} of dig`, 'fails'))).toEqual([
    'kontrolo de “Dig deep”: ⟦its code fails⟧ (⟦the game⟧)',
    'kosto de “Dig deep”: ⟦its code fails⟧ (⟦the game⟧)',
    'pago de “Dig deep”: ⟦its code fails⟧ (⟦the game⟧)',
    'efiko de “Dig deep”: ⟦its code fails⟧ (⟦the game⟧)',
  ]);
  const answers = ['lets it pass', 'permits it', 'refuses: only an admin can do this', 'shrugs'];
  expect(answers.map((answer) => said('popular', answer))).toEqual([
    'Popularity: ⟦no objection⟧ (⟦the game⟧)',
    'Popularity: ⟦yes⟧ (⟦the game⟧)',
    'Popularity: ⟦no, ⟦only an admin can do this⟧⟧ (⟦the game⟧)',
    'Popularity: shrugs (⟦the game⟧)',
  ]);
  const lost = (): never => {
    throw new Error('the rules did not come back');
  };
  expect(sayTrace([], { ...play, state: lost })).toEqual([]);
});

const COUNTING = new Map([
  ['dynastic/counting.md', '---\ntitle: Counting\norder: 95\n---\nPlayers count.\n'],
  [
    'dynastic/counting.ts',
    `import { action, derive, integer, rule } from 'gitnomic/rules';
export default rule(({ view, refuse }) => ({
  views: { step: derive({ of: 'text', returns: integer(), value: (n) => Number(n) }) },
  actions: {
    count: action({
      with: { steps: integer() },
      check({ steps }) { for (let n = 1; n <= steps; n++) view('step', String(n)); },
      effect() {},
    }),
    sulk: action({ check() { refuse(null, 'nobody sulks here'); }, effect() {} }),
    gamble: action({ effect({ dice }) { dice(6); } }),
  },
}));
`,
  ],
]);

describe('on a desk', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await Desk.open({ ruleset: COUNTING });
    desk.opens(bo, '1', 'proposal', 'A place to talk');
    desk.decide();
  });
  const real = (): Play => desk.session.position.open.play;
  const why = (action: string, words = {}): string =>
    whyOfAction(real(), { at: desk.now, by: 'bo', action }, words);

  test('says rule by rule that an action could be taken now, even if it only waits for dice', () => {
    const said = why('count', { steps: 2 });
    expect(said).toMatch(/^bo could do that now\.\n\nRule by rule:\n\n- can be done: /u);
    expect(said).toContain(
      [
        '- check of “Count”: no objection (2.2 Counting)',
        '  - step: 1 (2.2 Counting)',
        '  - step: 2 (2.2 Counting)',
        '- effect of “Count”: no objection (2.2 Counting)\n',
      ].join('\n'),
    );
    expect(said).not.toContain('more');
    expect(why('gamble')).toMatch(/^bo could do that now\.\n\nRule by rule:/u);
  });

  test('says why an action is refused, and lists no rules if none was asked', () => {
    expect(why('sulk')).toMatch(
      /^Not now: nobody sulks here \(rule 2\.2 Counting\)\.\n\nRule by rule:\n\n[^]*- check of “Sulk”: no, nobody sulks here \(2\.2 Counting\)\n$/u,
    );
    expect(why('leap')).toMatch(/^Not now: [^\n]+\n\n$/u);
  });

  test('lists all of sixty answers, and the first sixty of more', () => {
    const answers = (steps: number): readonly string[] =>
      why('count', { steps })
        .split('\n')
        .filter((one) => /^ *- /u.test(one));
    const around = answers(1).length - 1;
    const sixty = answers(60 - around);
    expect([sixty.length, sixty.at(-1)]).toEqual([60, '- effect of “Count”: no objection (2.2 Counting)']);
    const more = answers(63 - around);
    expect([more.length, more.at(-1)]).toEqual([61, '- …and 3 more']);
    expect(more.slice(0, 58)).toEqual(sixty.slice(0, 58));
  });

  test('answers for a matter’s enactment and its failing, each with its rules', () => {
    const [said = '', rules = ''] = (whyOfMatter(real(), desk.now, '1') ?? '').split('\n\nRule by rule:\n\n');
    expect(said).toMatch(
      /^Enacted: no, A place to talk needs 3 more votes in favour; [^\n]+\.\nFailed: no, [^\n]+\.$/u,
    );
    expect(rules).toMatch(/^- can be enacted: [^]*^- can fail: /mu);
    for (const voter of [ana, cy, dee]) desk.says(voter, '1', ':for:');
    desk.decide();
    desk.later(13);
    expect(whyOfMatter(real(), desk.now, '1')).toMatch(/^Enacted: yes, now\.\nFailed: no, /u);
  });

  test('has no answer for what isn’t being voted on', () => {
    desk.opens(cy, '2', 'story', 'Tea');
    desk.decide();
    expect(['2', '9'].map((id) => whyOfMatter(real(), desk.now, id))).toEqual([null, null]);
  });
});
