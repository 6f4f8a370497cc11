import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../scenario/on-kernel/fixtures/runner.ts';
import { Play } from '../session/play/play.ts';
import { composeRuleset } from '../ruleset/compose.ts';
import { shippedLibrary } from '../store/fixtures/shipped-library.ts';
import { isCoveredBy, stemsOf, unplayedIn } from './words-alone.ts';

test('counts words by their stems, and skips words that carry no meaning of their own', () => {
  expect([...stemsOf('Destroys the two Sigils, or any of them')]).toEqual(['destroy', 'two', 'sigil']);
  expect(stemsOf('a berry')).toEqual(stemsOf('Berries'));
});

test('all forms of a regular word share one stem, even short words', () => {
  const forms = [
    'shed sheds',
    'key keys keyed',
    'bid bids',
    'die dies',
    'try tries tried',
    'use uses',
    'bed beds',
    'city cities',
    'box boxes',
    'stop stops stopped stopping',
    'pay pays paying',
    'die dies',
    'cache caches',
    'axe axes',
    'toy toys',
    'egg eggs',
    'pass passes passed',
    'rise rises rising',
    'plan plans planned',
    'need needs',
    'king kings',
    'bus buses',
    'spy spies',
    'ring rings',
    'seed seeds',
  ];
  const uneven = forms.filter(
    (all) => new Set(all.split(' ').flatMap((word) => [...stemsOf(word)])).size > 1,
  );
  expect(uneven).toEqual([]);
  const different = ['shed', 'key', 'bid', 'bed', 'bus', 'box', 'egg', 'king', 'ring', 'plan'];
  expect(new Set(different.flatMap((word) => [...stemsOf(word)])).size).toBe(different.length);
});

test('a sentence that changes tracked values is reported with the names that people know', async () => {
  const { files, terms } = composeRuleset(shippedLibrary, { core: '2021' });
  const rules = new Map(files)
    .set('dynastic/goats.md', '---\ntitle: Goats\norder: 5\n---\nThere are goats.\n')
    .set(
      'dynastic/goats.ts',
      `import { action, integer, rule, text } from 'gitnomic/rules';
export default rule(() => ({
  player: { hay: integer({ title: 'Bales of hay' }) },
  things: { pens: { title: 'Goat pens', fields: { breed: text() } } },
  actions: { milk: action({ title: 'Milk a goat', effect() {} }) },
}));
`,
    );
  const draw = (): never => {
    throw new Error('nothing is drawn');
  };
  const play = await Play.start({ files: rules, terms, state: null, draw, caches });
  try {
    const namesOf = (sentence: string): readonly string[] =>
      unplayedIn([sentence], play.model).flatMap(({ names }) => names);
    expect(namesOf('Each Player gains a bale of hay.')).toEqual(['Bales of hay']);
    expect(namesOf('Nobody may milk their goat twice.')).toEqual(expect.arrayContaining(['Milk a goat']));
    expect(namesOf('Each goat pen costs a coin.')).toEqual(['Goat pens']);
    // This sentence describes something but changes nothing.
    expect(namesOf('A bale of hay is heavy.')).toEqual([]);
    expect(namesOf('Whoever sings gains a crown.')).toEqual([]);
    // Code that deals with it may carry it out; other code does not.
    const alone = (code: string): number =>
      unplayedIn(['Each Player gains a bale of hay.'], play.model, code).length;
    expect(alone('one.balesOfHay += 1')).toBe(0);
    expect(alone('one.coins += 1')).toBe(1);
    // A rule without code carries nothing out, but one with other code may.
    const saysSo = (sentence: string, code = ''): boolean =>
      unplayedIn([sentence], play.model, code).length > 0;
    expect(saysSo('Each Player who is an Admin may vote twice.')).toBe(true);
    expect(saysSo('The Emperor must roll a die every Monday.')).toBe(true);
    expect(saysSo('No Player may own more than three crowns.')).toBe(true);
    expect(saysSo('Each Player who is an Admin may vote twice.', 'votes += 1')).toBe(false);
    expect(saysSo('This rule is named after a seagull.')).toBe(false);
    expect(saysSo('Players are asked to be polite.')).toBe(false);
    expect(saysSo('It can be cold at sea.')).toBe(false);
    // Every rule may mention values of core rules.
    expect(namesOf('A Player may change their name.')).toEqual([]);
  } finally {
    play.dispose();
  }
});

const field = (title: string | undefined, rule = 'dynastic/x', more: object = {}) => ({
  rule,
  type: { kind: 'integer', ...(title === undefined ? {} : { title }), ...more },
});
const model = {
  fields: {
    player: { hay: field('Bales of hay'), oats: field(undefined), stars: field('Stars', 'core/stars') },
    game: { of: field('of'), secret: field('Secrets', 'dynastic/x', { shown: false }) },
  },
  collections: {
    pens: { rule: 'dynastic/x', title: 'Goat pens' },
    docks: { rule: 'core/x', title: null },
  },
  actions: { milk: { rule: 'dynastic/x', title: null }, jump: { rule: 'appendix/x', title: 'Jump high' } },
} as unknown as Parameters<typeof unplayedIn>[1];

test.each([
  ['A goat is an animal.', [], true],
  ['Each Player gains a crown.', [], false],
  ['Each Player gains two bales of hay.', ['When it rains, hay bales are given.'], true],
  ['Each Player gains two bales of straw.', ['When it rains, hay bales are given.'], false],
  ['Whoever climbs up the old tower gains a star.', ['Stars shine.'], true],
  ['Whoever climbs up the old tower gains a docks view.', ['Docks open.'], true],
  ['Whoever climbs up the old tower may jump high.', ['Jump high, all.'], true],
  ['Whoever climbs up the old tower may jump.', ['Jump, all.'], false],
  ['Whoever climbs up the old tower gains secrets.', ['Secrets are kept.'], false],
  ['A player gains crowns, coins.', ['A player has crowns.'], false],
  ['A player gains crowns, coins.', ['A player gains crowns.'], true],
])('“%s” given %j is covered: %s', (sentence, lines, isCovered) => {
  expect(isCoveredBy(sentence, lines, model)).toBe(isCovered);
});

test('a sentence names nothing that is hidden or that the core keeps', () => {
  const namesIn = (sentence: string, code?: string): unknown =>
    unplayedIn([sentence], model, code).map(({ names }) => names);
  expect(namesIn('Each Player may milk and jump high for stars, secrets and goat pens.')).toEqual([
    ['Goat pens', 'Milk'],
  ]);
  expect(namesIn('Docks cost hay.')).toEqual([]);
  expect(namesIn('Docks cost a bale of hay.', 'hay()')).toEqual([['Bales of hay']]);
  expect(namesIn('Docks cost oats.', 'oats()')).toEqual([]);
});
