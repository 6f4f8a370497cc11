import { expect, test } from 'vitest';

import { MESSAGES } from '../../src/language/catalogue.ts';

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

test('each sentence is one that people say, without the words of the engine', () => {
  const found = MESSAGES.flatMap((text) =>
    ENGINE_WORDS.flatMap(([word, better]) => (word.test(text) ? [`${text} → ${better}`] : [])),
  );
  expect(found).toEqual([]);
});

test.each(['The engine enacted it', 'Its clause stays', '2 for, 2 against: unpopular', 'Sit down as Ana'])(
  'a sentence of the engine’s is found: %s',
  (text) => {
    expect(ENGINE_WORDS.some(([word]) => word.test(text))).toBe(true);
  },
);
