import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { isName } from '../../src/kernel/roles.ts';
import { composeRuleset, listPacks } from '../../src/ruleset/compose.ts';
import { readRuleset } from '../../src/ruleset/read.ts';
import { parseBody } from '../../src/ruleset/markdown.ts';
import { putTerms, takeTerms } from '../../src/ruleset/terms.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';

const packs = listPacks(shippedLibrary).dynasties.map((dynasty) => {
  const core = /^core: ["']?([\w-]+)/mu.exec(shippedLibrary.get(`${dynasty}/pack.yml`) ?? '')?.[1] ?? '2021';
  return [dynasty, composeRuleset(shippedLibrary, { core, dynasty })] as const;
});

test('at least one pack has a name for a term', () => {
  expect(packs.filter(([, { terms }]) => isName(terms, 'emperor')).length).toBeGreaterThan(0);
});

test.each(packs)('no rule of %s has “the” before a term that is a name', (_, { files, terms }) => {
  const { rules } = readRuleset(files, terms).manifest;
  const names = (['player', 'emperor'] as const).flatMap((role) =>
    isName(terms, role) ? [terms[role] ?? ''] : [],
  );
  const found = rules.flatMap(({ path, title, text }) =>
    names.flatMap((name) =>
      [...`${title}\n${text}`.matchAll(new RegExp(`\\bthe [*_“]*${name}(?!\\p{L})`, 'giu'))].map(
        ([words]) => `${path}: ${words}`,
      ),
    ),
  );
  expect(found).toEqual([]);
});

test.each(packs)(
  'an ascension restores the texts of %s after taking the terms out',
  (_, { files, terms }) => {
    const { rules } = readRuleset(files, terms).manifest;
    const differing = rules.filter(({ title, text }) => {
      const { verbatim: kept } = parseBody('', text, 1);
      const plain = takeTerms(text, terms, kept);
      const again = putTerms(plain, terms, parseBody('', plain, 1).verbatim);
      return putTerms(takeTerms(title, terms), terms) !== title || again !== text;
    });
    expect(differing.map(({ path }) => path)).toEqual([]);
  },
);

/** Sentences ask the terms for the article, so that a name has none. */
test('no source writes “the” itself before the term for the head of the game', () => {
  const root = join(import.meta.dirname, '../..');
  const found = ['src', 'content/library'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|astro)$/u.test(path) && !path.endsWith('.test.ts'))
      .flatMap((path) =>
        [
          ...readFileSync(join(root, folder, path), 'utf8').matchAll(
            /\b[Tt]he \$\{[^}]*\b(?:terms\.emperor|emperor|title)\}/gu,
          ),
        ]
          .map(([words]) => `${folder}/${path}: ${words}`)
          .filter((one) => /emperor/u.test(one)),
      ),
  );
  // The one function for it on each side of the language.
  expect(found).toEqual(['src/kernel/roles.ts: the ${emperor}', 'src/site/data/say.ts: the ${emperor}']);
});
