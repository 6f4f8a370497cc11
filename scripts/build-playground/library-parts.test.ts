// A browser loads the part that all games share, one core and one dynasty: with these a game is the same as with the whole library.
import { expect, test } from 'vitest';

import { partsOfLibrary, SHARED } from '../../src/store/library-parts.ts';
import { composeRuleset } from '../../src/ruleset/compose.ts';
import { readRuleset } from '../../src/ruleset/read.ts';
import { readyAt } from '../../src/sandbox/ready-clauses.ts';
import { readLibrary } from '../../src/store/library.ts';
import { choicesOf } from '../build-package/clauses.ts';
import { choicesIn } from './choices.ts';
import { libraryParts } from './library-parts.ts';

const library = readLibrary();
const parts = libraryParts(library);

test.each(choicesOf(library))(
  'the parts of $core and $dynasty have everything, and need no new clause',
  (choice) => {
    const { core, dynasty: pack = '' } = choice;
    const loaded = [SHARED, ...partsOfLibrary({ core, pack })].map(
      (name) => parts.get(name) ?? expect.fail(name),
    );
    const here = composeRuleset(new Map(loaded.flatMap(({ texts }) => Object.entries(texts))), choice);
    expect(here).toEqual(composeRuleset(library, choice));
    const clauses = new Map(loaded.flatMap((part) => Object.entries(part.clauses)));
    const { tables } = readRuleset(here.files, here.terms);
    const code = [...here.files, ...tables].filter(([path]) => path.endsWith('.ts') || tables.has(path));
    expect(code.length).toBeGreaterThan(0);
    expect(
      code.filter(([path, text]) => readyAt(path, tables.get(path) ?? text, clauses) === undefined),
    ).toEqual([]);
  },
);

test('every choice of the first page is covered', () => {
  const known = choicesOf(library).map(({ core, dynasty = '' }) => `${core}/${dynasty}`);
  expect(known).toEqual(
    expect.arrayContaining(choicesIn(library).map((one) => `${one.core}/${one.dynasty}`)),
  );
});
