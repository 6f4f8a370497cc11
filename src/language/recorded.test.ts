import { expect, test } from 'vitest';

import { MESSAGES, RECORDED } from './catalogue.ts';
import { ENGLISH } from './language.ts';
import { recordedIn } from './recorded.ts';

const pseudo = { tag: 'eo', texts: Object.fromEntries(MESSAGES.map((text) => [text, `⟦${text}⟧`])) };

test.each([
  ['there is no post 12', '⟦there is no post 12⟧'],
  ['there is no rule Vots; did you mean Votes?', '⟦there is no rule Vots⟦; did you mean Votes?⟧⟧'],
  ['costs 5 oil, but Ana has only 3', '⟦costs 5 oil, but Ana has only 3⟧'],
  ['Oil of Ana must be a whole number, not "x"', 'Oil of Ana ⟦must be a whole number, not "x"⟧'],
  [
    'at the step "cost": puissance would be -1, below zero',
    '⟦at the step "cost": ⟦puissance would be -1, ⟦below zero⟧⟧⟧',
  ],
  ['content/a.md: it can’t be read', 'content/a.md: ⟦it can’t be read⟧'],
  [
    'it is unknown whether its time has come: the code of the rules took too long and was stopped (rule 1.4 Votes, core/votes.ts:12)' +
      '; anybody can propose to fix or repeal that rule. If nothing can be enacted at all, comment /recover or run `gitnomic doctor recover` to go back',
    '⟦it is unknown whether its time has come⟧: ⟦the code of the rules took too long and was stopped⟦ (rule 1.4 Votes, core/votes.ts:12)⟧' +
      '⟦; anybody can propose to fix or repeal that rule. If nothing can be enacted at all, comment /recover or run `gitnomic doctor recover` to go back⟧⟧',
  ],
  // A rule's own reason isn't searched for the engine's words.
  ['the lamp is lit already', 'the lamp is lit already'],
])('translates the words around what was filled in: %j', (english, said) => {
  expect(recordedIn(pseudo, english)).toBe(said);
});

test('leaves a text as recorded in English, or if nobody translated it', () => {
  const text = 'there is no rule Vots; did you mean Votes?';
  expect(recordedIn(ENGLISH, text)).toBe(text);
  expect(recordedIn({ tag: 'de', texts: {} }, text)).toBe(text);
});

test('a number in a recorded text chooses the form of a word', () => {
  const message = 'the {1} is too long: {2} characters, {3} at most';
  expect(RECORDED).toContain(message);
  const texts = { [message]: { one: '{1}: ein Zeichen', other: '{1}: {2} Zeichen' } };
  expect(recordedIn({ tag: 'de', texts }, 'the title is too long: 400 characters, 300 at most')).toBe(
    'title: 400 Zeichen',
  );
});

test('recognizes each recorded reason, whatever was filled in', () => {
  const lost = RECORDED.filter((message) => {
    const text = message.replaceAll(/\{(\d+)\}/gu, 'x$1');
    return !recordedIn(pseudo, text).includes('⟦');
  });
  expect(lost).toEqual([]);
});

test('is done at once with a long text in which nothing is found', () => {
  const text = 'there is must be and is would '.repeat(60);
  const began = process.threadCpuUsage();
  recordedIn(pseudo, text);
  expect(process.threadCpuUsage(began).user).toBeLessThan(1_000_000);
});

test('takes time in proportion to a text’s length, whatever words of reasons it contains', () => {
  const parts = [...new Set(RECORDED.flatMap((message) => message.split(/\{\d+\}/u)))];
  const texts = RECORDED.filter((message) => /\{2\}/u.test(message)).flatMap((message) => {
    const own = message.split(/\{\d+\}/u);
    const lead = own[0] ?? '';
    // Repeats the beginnings of a reason many times without ever completing it.
    return own.slice(1).map((part) => `${lead}${(part === '' ? ' ' : part).repeat(2_000)}`.slice(0, 1_998));
  });
  expect(texts.length).toBeGreaterThan(50);
  texts.push(parts.join('').slice(0, 1_998));
  const slow = texts.filter((text) => {
    const began = process.cpuUsage();
    recordedIn(pseudo, `${text}~`);
    return process.cpuUsage(began).user > 150_000;
  });
  expect(slow).toEqual([]);
});
