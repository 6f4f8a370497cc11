import { expect, test } from 'vitest';
import { PLAIN_TERMS } from '../kernel/manifest.ts';
import { applyChanges } from './amend.ts';
import { diffRulesets } from './diff-rulesets.ts';
import { findRule } from './find-rule.ts';
import { drawFrom, drawKind, drawRule, editParagraph, splitParagraphs } from './merge/fixtures/edits.ts';
import { readRuleset } from './read.ts';
import { showWordDiff, wordDiff } from './word-diff.ts';

const rule = (title: string, order: number, text: string, more = ''): string =>
  `---\ntitle: ${title}\norder: ${order}\n${more}---\n${text}\n`;
const BEFORE = new Map([
  ['core/votes.md', rule('Votes', 10, 'Open for [48](#value:window) hours.\n\nAnother 48 hours.')],
  ['core/votes.ts', 'old'],
  ['core/votes/ties.md', rule('Ties', 10, 'None.')],
  ['special-case/dormancy.md', rule('Dormancy', 10, 'Sleep.')],
]);

function changed(edits: Record<string, string | null>) {
  const after = new Map(BEFORE);
  for (const [path, text] of Object.entries(edits)) {
    if (text === null) after.delete(path);
    else after.set(path, text);
  }
  const changes = diffRulesets(BEFORE, after);
  const made = applyChanges(BEFORE, changes, PLAIN_TERMS);
  expect(made.problem).toBeUndefined();
  expect(Object.fromEntries(made.files)).toEqual(Object.fromEntries(after));
  return changes;
}

test('a changed sentence is told as the words that differ', () => {
  const text = rule('Votes', 10, 'Open for [36](#value:window) hours.\n\nAnother 48 hours.');
  expect(changed({ 'core/votes.md': text })).toEqual([
    { type: 'edit-rule', path: 'core/votes', replace: '[48](#value:window)', with: '[36](#value:window)' },
  ]);
});

test('a new rule, a status and a repeal are told as such', () => {
  const changes = changed({
    'core/votes/ties.md': null,
    'dynastic/night.md': rule('Night', 10, 'Dark.'),
    'dynastic/night.ts': 'clause\n',
    'special-case/dormancy.md': rule('Dormancy', 10, 'Sleep.', 'status: inactive\n'),
  });
  expect(changes).toEqual([
    { type: 'repeal-rule', path: 'core/votes/ties' },
    { type: 'add-rule', section: 'dynastic', title: 'Night', text: 'Dark.', clause: 'clause\n' },
    { type: 'set-status', path: 'special-case/dormancy', status: 'inactive' },
  ]);
});

test('whatever else changes is told as files', () => {
  expect(
    changed({ 'core/votes.ts': 'new', 'core/votes.md': rule('Voting', 10, 'Short.') }).map(
      (change) => change.type,
    ),
  ).toEqual(['write-file', 'write-file']);
  expect(changed({ 'core/votes.ts': null })).toEqual([
    { type: 'write-file', path: 'core/votes.ts', content: null },
  ]);
  expect(changed({ 'core/votes.md': null, 'core/votes.ts': null, 'core/votes/ties.md': null })).toEqual([
    { type: 'repeal-rule', path: 'core/votes' },
  ]);
  changed({ 'core/votes.md': null, 'core/votes.ts': null });
  changed({ 'dynastic/night.md': rule('Other Title', 25, 'Dark.') });
  expect(changed({})).toEqual([]);
});

test('differences are shown word by word', () => {
  expect(showWordDiff(wordDiff('Wait 48 hours.', 'Wait 36 hours.'))).toBe('Wait ~~48~~ **36** hours.');
  expect(wordDiff('a b', 'a c').map(({ kind, text }) => `${kind}:${text}`)).toEqual([
    'same:a ',
    'removed:b',
    'added:c',
  ]);
});

test('a rule is found by path, number and title in either wording', () => {
  const { manifest } = readRuleset(new Map([...BEFORE, ['core/p.md', rule('Idle Players', 20, 'x')]]), {
    player: 'Elf',
    players: 'Elves',
    emperor: 'Queen',
    emperors: 'Queens',
  });
  for (const name of ['core/p', 'core/p.md', '1.2', 'Idle Elves', 'idle players', 'Idle Elves [Active]']) {
    expect(findRule(manifest, name).rule?.path).toBe('core/p');
  }
  expect(findRule(manifest, 'Idle Elfs')).toEqual({ rule: null, count: 0, near: 'Idle Elves' });
});

test('whatever was changed, the changes that are told make it again byte for byte', () => {
  for (let seed = 0; seed < 40; seed++) {
    const draw = drawFrom(seed);
    const names = ['core/a.md', 'core/a/b.md', 'dynastic/c.md', 'special-case/d.md'];
    const before = new Map(
      names.map((name, at) => [name, rule(name.slice(-4, -3).toUpperCase(), at, drawRule(draw).trim())]),
    );
    const after = new Map(before);
    for (let count = 1 + draw(3); count > 0; count--) {
      const name = names[draw(names.length)] ?? 'core/a.md';
      const text = after.get(name) ?? '';
      const body = text.slice(text.lastIndexOf('---\n') + 4);
      const edited = editParagraph(body, draw(splitParagraphs(body).length), drawKind(draw), draw);
      if (draw(8) === 0) after.delete(name);
      else if (edited !== null && text !== '')
        after.set(name, text.slice(0, text.length - body.length) + edited);
    }
    const made = applyChanges(before, diffRulesets(before, after), PLAIN_TERMS);
    expect(Object.fromEntries(made.files), `seed ${seed}`).toEqual(Object.fromEntries(after));
  }
});
