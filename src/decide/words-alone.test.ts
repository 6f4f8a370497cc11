import { expect, test } from 'vitest';

import { caches } from '../cache/fixtures/shared-caches.ts';
import { Play } from '../play/play.ts';
import { composeRuleset } from '../ruleset/compose.ts';
import { shippedLibrary } from '../store/fixtures/shipped-library.ts';
import { stemsOf, unplayedIn } from './words-alone.ts';

test('words count by their stems, and those that say nothing of their own do not', () => {
  expect([...stemsOf('Destroys the two Sigils, or any of them')]).toEqual(['destroy', 'two', 'sigil']);
  expect(stemsOf('a berry')).toEqual(stemsOf('Berries'));
});

test('a sentence that changes what rules track is told with its name, as people know it', async () => {
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
    // It describes, and changes nothing.
    expect(namesOf('A bale of hay is heavy.')).toEqual([]);
    expect(namesOf('Whoever sings gains a crown.')).toEqual([]);
    // Any rule speaks of what core rules track.
    expect(namesOf('A Player may change their name.')).toEqual([]);
  } finally {
    play.dispose();
  }
});
