import { describe, expect, test } from 'vitest';

import type { ModelDescription } from '../kernel/describe-model.ts';
import { emptyState, type State } from '../kernel/state.ts';
import type { TraceLine } from '../kernel/trace.ts';
import { IN_ENGLISH } from '../language/wording.ts';
import { Naming } from './naming.ts';
import { sayCost, sayTrace } from './why.ts';

const model = {
  fields: {
    player: { puissance: { type: { kind: 'integer', title: 'Might' }, rule: 'dynastic/market' } },
  },
  collections: {},
  actions: { dig: { title: 'Dig deep' } },
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
  test('names the question as the rules do, and in plain words where they have no name for it', () => {
    expect(says(line('may-enact', 'lets it pass'))).toBe('may enact: 3.1 Market lets it pass');
    expect(says(line('popular', 'permits it'))).toBe('Popularity: 3.1 Market permits it');
    expect(says(line('check of dig', 'fails'))).toBe('check of “Dig deep”: 3.1 Market fails');
    expect(says(line('cost of dig-up', 'fails'))).toBe('cost of “Dig up”: 3.1 Market fails');
    expect(says(line('payment of dig', 'fails'))).toBe('payment of “Dig deep”: 3.1 Market fails');
    expect(says(line('effect of dig', 'fails'))).toBe('effect of “Dig deep”: 3.1 Market fails');
    expect(says(line('step "tidy" of dig', 'fails'))).toBe('step "tidy" of “Dig deep”: 3.1 Market fails');
    expect(says(line('may-enact', 'fails', { rule: null }))).toBe('may enact: the engine fails');
  });

  test('is the value that was answered, the reason of a refusal, or the answer as it stands', () => {
    expect(says(line('popular', 'answers 7', { value: 7 }))).toContain('Market answers 7');
    expect(says(line('popular', 'refuses: it is dark'))).toContain('Market refuses: it is dark');
    expect(says(line('popular', 'shrugs'))).toContain('Market shrugs');
    expect(says(line('tally', 'answers …', { value: { for: 1, against: 0 } }))).toContain(
      'answers 1 for, 0 against',
    );
    expect(says(line('tally', 'answers …', { value: { for: 1, by: 'ana' } }))).toContain(
      'answers for 1, by Ana Byron',
    );
    expect(says(line('tally', 'answers …', { value: {} }))).toContain('answers nothing');
  });

  test('of a long list is its beginning and the number of the rest', () => {
    expect(says(line('order', 'answers a, b and 12 more', { value: [1, 2] }))).toContain(
      'answers 1, 2 and 12 more',
    );
    expect(says(line('order', 'answers a and 12 more', { value: 'so' }))).toMatch(/answers so$/u);
  });

  test('of a cost is what is paid, and nothing where it is free', () => {
    expect(says(line('cost of dig', 'answers …', { value: { puissance: 3 } }))).toContain('answers 3 Might');
    expect(says(line('cost of dig', 'answers …', { value: { puissance: 0 } }))).toContain('answers nothing');
  });

  test('that only counts heads is left out, unless it refuses', () => {
    expect(sayTrace([line('voters', 'answers 3', { value: 3 })], play)).toEqual([]);
    expect(says(line('voters', 'refuses: nobody votes'))).toContain('refuses: nobody votes');
    expect(sayTrace([], play)).toEqual([]);
  });

  test('stands once under the rule that asked, and no deeper than can be read', () => {
    const lines = [2, 3, 3, 20].map((depth) => line('may-enact', 'fails', { depth }));
    expect(sayTrace(lines, play).map(({ depth }) => depth)).toEqual([0, 1, 6]);
  });
});

test('a cost is told by what the rules call each part, without those that are free', () => {
  expect(sayCost({ puissance: 3, bloodMana: 1, tin: 0 }, model, naming)).toEqual(['3 Might', '1 Blood mana']);
  expect(sayCost(null, model, naming)).toEqual([]);
  expect(sayCost({ tin: 2 }, { fields: {} }, naming)).toEqual(['2 Tin']);
});
