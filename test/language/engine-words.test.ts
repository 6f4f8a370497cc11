import { expect, test } from 'vitest';

import { MESSAGES } from '../../src/language/catalogue.ts';
import { ENGLISH, filledIn, translationOf } from '../../src/language/language.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { PLURAL_OF_ONE } from './unreadable-words.ts';

/** Words and turns that only the engine knows, with what a person would say. */
const ENGINE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bengine\b/iu, '“the game”, or what happened'],
  [/\bclauses?\b(?! API|\.md|-api)/iu, '“the code” of a rule'],
  [/\b(?:un)?popular\b/iu, '“passed”, “failed”, or what is missing'],
  [/\bseats? (?:nobody|the browser|you)\b|\bsit (?:down|here|in)\b/iu, '“play as”, “continue as”'],
  [/\broster\b(?!$)/iu, '“let somebody in”'],
  [/\bas the votes stand\b/iu, '“if the votes stay like this”'],
  [/\bin hiatus\b/iu, 'why nothing can be done now'],
  [/\bdo(?:es)? not stand in\b|\bstands in the rule\b/iu, '“is not in”, “is in”'],
  [/\bthere is no such \w+ as\b/iu, '“there is no … called”'],
  [/\bNothing (?:is|was) done yet\b/iu, 'what to press next'],
];

test('each sentence is in people’s words, not the engine’s', () => {
  const found = MESSAGES.flatMap((text) =>
    ENGINE_WORDS.flatMap(([word, better]) => (word.test(text) ? [`${text} → ${better}`] : [])),
  );
  expect(found).toEqual([]);
});

test.each(['The engine enacted it', 'Its clause stays', '2 for, 2 against: unpopular', 'Sit down as Ana'])(
  'finds a sentence in the engine’s words: %s',
  (text) => {
    expect(ENGINE_WORDS.some(([word]) => word.test(text))).toBe(true);
  },
);

test('no core tells players that a matter is popular, which is a term of its rules', () => {
  const told = Array.from(shippedLibrary).flatMap(([path, text]) => {
    const code = text.replaceAll(/\/\*[^]*?\*\/|\/\/ .*$/gmu, '');
    const strings =
      path.startsWith('core/') && path.endsWith('.ts') ? code.match(/`[^`]*`|'[^'\n]*'/gu) : null;
    return strings?.filter((one) => one.includes(' ')) ?? [];
  });
  expect(told.length).toBeGreaterThan(300);
  expect(told.filter((one) => /\b(?:un)?popular\b/iu.test(one.replaceAll(/\$\{[^}]*\}/gu, '')))).toEqual([]);
});

/** Every text with a number in each of its places. */
const withNumbers = (message: string, number: number): string => {
  const places = Array.from({ length: 9 }, () => number);
  return filledIn(translationOf(ENGLISH, message, places), places);
};

test('each sentence has a singular for a count of one, and a plural for others', () => {
  expect(MESSAGES.flatMap((text) => withNumbers(text, 1).match(PLURAL_OF_ONE) ?? [])).toEqual([]);
  const plurals = MESSAGES.filter(
    (text) => withNumbers(text, 2) !== withNumbers(text, 1).replaceAll('1', '2'),
  );
  expect(plurals.length).toBeGreaterThan(25);
  expect(plurals).toContain('{1} comments');
  expect(withNumbers('And {1} more changes', 1)).toBe('And 1 more change');
  expect(withNumbers('; {1} dynasties to go', 1)).toBe('; 1 dynasty to go');
});
