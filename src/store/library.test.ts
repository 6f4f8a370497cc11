import { expect, test } from 'vitest';

import { importsIn } from '../ruleset/rules-that-run.ts';
import { readLibrary } from './library.ts';

const PLACE = /^(?<pack>core\/[^/]+|[^/]+)\/(?:core|special-case|appendix|dynastic)\/.*\.ts$/u;

test('a clause copied out of the library needs no file of another pack', () => {
  const library = readLibrary();
  const clauses = Array.from(library).filter(([path]) => PLACE.test(path));
  expect(clauses.length).toBeGreaterThan(100);
  const elsewhere = clauses.flatMap(([path, text]) =>
    importsIn(path, text)
      .filter((other) => !other.startsWith(`${PLACE.exec(path)?.groups?.['pack'] ?? '?'}/`))
      .filter((other) => !other.startsWith('core/helpers/'))
      .map((other) => `${path}: ${other}`),
  );
  expect(elsewhere).toEqual([]);
});
