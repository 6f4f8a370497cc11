import { expect, test } from 'vitest';

import { MESSAGES } from '../language/catalogue.ts';
import { completed, languageOf, readLanguage } from './read-language.ts';

const read = (text: string): ReturnType<typeof readLanguage> =>
  readLanguage('de', [{ path: 'content/languages/de.yml', text }]);

test('English needs no file, and any other language needs one', () => {
  expect(readLanguage('en', [])).toEqual({ language: { tag: 'en', texts: {} }, problems: [] });
  expect(readLanguage('de', []).problems).toEqual([
    'content/languages/de.yml: is not there, so that all texts are in English',
  ]);
});

test('a text left empty stays English', () => {
  expect(read('"Ledger":\n"Posts": Beiträge\n')).toEqual({
    language: { tag: 'de', texts: { Posts: 'Beiträge' } },
    problems: [],
  });
});

test('reports a file that can’t be read, and leaves everything English', () => {
  const { language, problems } = read('"Posts": Beiträge\n"Ledger": [\n');
  expect([language, problems.length > 0]).toEqual([{ tag: 'de', texts: {} }, true]);
});

test('reports a missing placeholder with its line, and uses the rest', () => {
  const { language, problems } = read('"Posts": Beiträge\n"by {1}, {2}": von {1}\n"Ledger": 3\n');
  expect(language.texts).toEqual({ Posts: 'Beiträge' });
  expect(problems).toEqual([
    'content/languages/de.yml:2: “by {1}, {2}”: “von {1}” must have the same places: {1} {2}',
    'content/languages/de.yml:3: “Ledger”: is neither a text nor a map of the forms zero, one, two, few, many and other',
  ]);
});

test('accepts a complete translation even if it’s twice as long as the English', () => {
  const lines = MESSAGES.map((message) => {
    const long = `${message}${message.replaceAll(/\S/gu, 'x')}`;
    return `${JSON.stringify(message)}: ${JSON.stringify(long)}\n`;
  });
  const { language, problems } = read(completed(null, []) + lines.join(''));
  expect(problems).toEqual([]);
  expect(Object.keys(language.texts)).toHaveLength(MESSAGES.length);
});

test('only the form for other numbers needs every placeholder', () => {
  const { problems } = read('"{1} more":\n  one: noch eins\n  other: noch {1}\n');
  expect(problems).toEqual([]);
});

const gameWith = (...files: readonly (readonly [string, string])[]): ReturnType<typeof languageOf> =>
  languageOf(new Map(files));

test('a game’s language is the one that site.yml names, with its texts', () => {
  const site = ['content/site.yml', 'theme: {}\nlanguage: de\n'] as const;
  expect(gameWith(site, ['content/languages/de.yml', 'Posts: Beiträge\n'])).toEqual({
    tag: 'de',
    texts: { Posts: 'Beiträge' },
  });
  expect(gameWith(site)).toEqual({ tag: 'de', texts: {} });
  expect(gameWith(['content/site.yml', 'language: [de]\n'])).toEqual({ tag: 'en', texts: {} });
  expect(gameWith()).toEqual({ tag: 'en', texts: {} });
});
