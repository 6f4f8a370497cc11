// Contradictions and harmless rewordings that people wrote down before they looked at what the notice compares.
import { expect, test } from 'vitest';

import { rewordedIn } from '../../src/wording/reworded-sentences.ts';

const FERRY = `A Player may board the Ferry if it is at their Quay, for [2](#value:fare) Coins. Nobody boards it twice in a day.

The Ferry leaves at noon. It waits for whoever has paid, and for nobody else.

1. First the Captain boards.
2. Then everybody else does.

Each Player starts with +3 Luck. A Player with Luck ≥ 5 rides for free, and one with -1 or less walks.

The [quays](#list:quays) are, from north to south:

- Upper Quay
- Lower Quay

| Weather | The Ferry |
| ------- | --------- |
| calm    | sails     |
| storm   | waits     |
`;

test.each([
  ['may → may not', 'may board', 'may not board'],
  ['a word of negation elsewhere', 'Nobody boards it twice', 'Everybody boards it twice'],
  ['a condition dropped', ' if it is at their Quay', ''],
  ['a condition turned', 'if it is', 'unless it is'],
  ['somebody else acts', 'A Player may board', 'The Captain may board'],
  ['another thing', 'at their Quay', 'at any Quay'],
  ['another unit of money', 'Coins', 'Pearls'],
  ['how often', 'twice in a day', 'twice in a week'],
  ['when', 'leaves at noon', 'leaves at midnight'],
  ['an exception gone', ', and for nobody else', ''],
  ['an exception added', 'The Ferry leaves at noon.', 'The Ferry leaves at noon, except on Sundays.'],
  ['a sentence gone', ' Nobody boards it twice in a day.', ''],
  ['a sentence added', 'It waits for', 'A storm sinks it. It waits for'],
  ['words in brackets added', 'leaves at noon.', 'leaves at noon (or whenever the Captain likes).'],
  ['a heading that takes it back', 'The Ferry leaves', '## What no longer holds\n\nThe Ferry leaves'],
  ['a footnote that takes it back', 'leaves at noon.', 'leaves at noon.[^1]\n\n[^1]: It never leaves.'],
  ['a quotation around it', 'The Ferry leaves at noon.', 'An old law said: The Ferry leaves at noon.'],
  [
    'the order of steps',
    'First the Captain boards.\n2. Then everybody else does.',
    'First everybody else boards.\n2. Then the Captain does.',
  ],
  ['a sign', '+3 Luck', '-3 Luck'],
  ['a minus of print', '+3 Luck', '−3 Luck'],
  ['a sign dropped', '-1 or less', '1 or less'],
  ['a comparison', '≥ 5', '≤ 5'],
  ['a strict comparison', '≥ 5', '> 5'],
  ['words struck through', 'and for nobody else', '~~and for nobody else~~'],
  ['a number beside a live one', '≥ 5', '≥ 50'],
  ['a share', 'Nobody boards it twice', 'At most 50% board it twice'],
  ['a hyphen that makes another word', 'It waits for', 'It re-waits for'],
  ['a cell that no code reads', '| storm   | waits     |', '| storm   | sails     |'],
  ['a row of an unread table', '| storm   | waits     |\n', ''],
  ['what a list is called', 'from north to south', 'from south to north'],
  ['another live value', '#value:fare', '#value:toll'],
])('reports a contradiction: %s', (_, words, others) => {
  expect(FERRY).toContain(words);
  expect(rewordedIn(FERRY, FERRY.replace(words, others), { code: '', tables: false })).not.toEqual([]);
});

test.each([
  ['a comma', 'has paid, and', 'has paid and'],
  ['bold words', 'the Ferry', 'the **Ferry**'],
  ['a full stop for a semicolon', 'at noon. It', 'at noon; it'],
  ['a line break', 'whoever has paid', 'whoever\nhas paid'],
  ['the value itself', '[2](#value:fare)', '[3](#value:fare)'],
  ['an item of a list that is read', '- Lower Quay', '- Lower Quay\n- Mole'],
  ['wider columns', '| calm    | sails     |', '| calm | sails |'],
  ['a link to a rule', 'the Captain boards', 'the [Captain](captain.md) boards'],
  ['a dash of print', 'It waits for whoever has paid, and', 'It waits for whoever has paid – and'],
])('doesn’t report a rewording with the same meaning: %s', (_, words, others) => {
  expect(FERRY).toContain(words);
  expect(rewordedIn(FERRY, FERRY.replace(words, others), { code: '', tables: false })).toEqual([]);
});
