import fc from 'fast-check';
import { expect, test } from 'vitest';
import { programOfDraft } from './draft-program.ts';
import {
  draftedChanges,
  isSame,
  placeIn,
  smallestEdit,
  sourceOf,
  staleParts,
  type DeskSource,
  type Part,
} from './drafted.ts';
import { differenceHtml, piecesHtml } from './pieces-html.ts';

const VOTES: DeskSource = {
  path: 'core/votes',
  title: 'Votes',
  body: 'One.\n\nTwo.\n',
  clause: 'export default 1;\n',
};
const PLAIN: DeskSource = { path: 'core/plain', title: 'Plain', body: 'Words.\n', clause: '' };
const SOURCES = [VOTES, PLAIN];
const part = (more: Partial<Part> = {}): Part => ({ body: VOTES.body, clause: VOTES.clause, ...more });
const changesOf = (key: string, one: Part): readonly string[] =>
  draftedChanges({ parts: { [key]: one } }, SOURCES);

test('replaces only the line that differs', () => {
  expect(smallestEdit('One.\n\nTwo.\n\nThree.\n', 'One.\n\n2.\n\nThree.\n')).toEqual({
    replace: 'Two.',
    with: '2.',
  });
  expect(smallestEdit('One.\n', 'One.\n')).toBeNull();
});

test('the edit occurs exactly once in any text, and applying it gives the other text', () => {
  const lines = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'A longer line.'), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(lines, lines, (one, other) => {
      const [before, after] = [one.join('\n').trimEnd(), other.join('\n').trimEnd()];
      const edit = smallestEdit(before, after) ?? { replace: before, with: after };
      const at = before.indexOf(edit.replace);
      expect(before.lastIndexOf(edit.replace)).toBe(edit.replace === '' ? before.length : at);
      expect(`${before.slice(0, at)}${edit.with}${before.slice(at + edit.replace.length)}`).toBe(after);
    }),
    { numRuns: 2_000 },
  );
});

test.each<[string, string, Part, readonly string[]]>([
  ['nothing', 'core/votes', part({ body: 'One.\n\nTwo.', clause: 'export default 1;' }), []],
  [
    'its text',
    'core/votes',
    part({ body: 'One.\n\n2.\n' }),
    ['- edit-rule: {"rule":"core/votes","replace":"Two.","with":"2."}'],
  ],
  [
    'its code',
    'core/votes',
    part({ clause: 'export default 2;\n\n' }),
    ['- file: {"path":"content/ruleset/core/votes.ts","content":"export default 2;\\n"}'],
  ],
  [
    'that it has no code',
    'core/votes',
    part({ clause: ' \n' }),
    ['- file: {"path":"content/ruleset/core/votes.ts","content":null}'],
  ],
  ['that it goes', 'core/votes', part({ body: null }), ['- repeal-rule: "core/votes"']],
  ['nothing of a new rule without a title', 'new/1', part({ title: ' ', body: 'Dark.', clause: '' }), []],
  ['nothing of a new rule without a text', 'new/1', part({ title: 'Night', body: ' \n', clause: 'x' }), []],
  [
    'a new rule',
    'new/1',
    part({ title: ' Night ', body: 'Dark.', clause: ' ' }),
    ['- add-rule: {"title":"Night","text":"Dark."}'],
  ],
  [
    'a new rule in a section, with code',
    'new/1',
    part({ title: 'Night', body: 'Dark.', clause: 'x', place: 'section appendix' }),
    ['- add-rule: {"section":"appendix","title":"Night","text":"Dark.","clause":"x"}'],
  ],
  [
    'a new rule below another',
    'new/1',
    part({ title: 'Night', body: 'Dark.', clause: '', place: 'under core/players' }),
    ['- add-rule: {"under":"core/players","title":"Night","text":"Dark."}'],
  ],
])('a draft changes %s', (_, key, one, expected) => {
  expect(changesOf(key, one)).toEqual(expected);
});

test('sets values after changing rules', () => {
  const settings = [{ path: 'game.oil', now: '1', value: 2 }];
  expect(draftedChanges({ parts: { 'core/votes': part({ body: null }) } }, SOURCES, settings)).toEqual([
    '- repeal-rule: "core/votes"',
    '- set: {"game.oil":2}',
  ]);
});

test('a place is a section or another rule', () => {
  expect(['section appendix', 'under a/b', '', 'beside x', 'section '].map(placeIn)).toEqual([
    { section: 'appendix' },
    { parent: 'a/b' },
    {},
    {},
    {},
  ]);
});

test('a part equals its rule regardless of trailing blanks', () => {
  const same = (more: Partial<Part>): boolean => isSame(part(more), VOTES);
  expect([same({}), same({ body: 'One.\n\nTwo.', clause: 'export default 1;\n\n' })]).toEqual([true, true]);
  expect([same({ body: ' One.\n\nTwo.' }), same({ clause: '' }), same({ body: null })]).toEqual([
    false,
    false,
    false,
  ]);
  expect(sourceOf(SOURCES, 'core/votes')).toBe(VOTES);
  expect(sourceOf(SOURCES, 'new/1')).toEqual({ path: 'new/1', title: '', body: '', clause: '' });
});

test('a part is stale once its rule has changed since, or is gone', () => {
  const { body, clause } = VOTES;
  const stale = (key: string, more: Partial<Part>) => staleParts({ parts: { [key]: part(more) } }, SOURCES);
  expect(stale('core/votes', { from: { body, clause } })).toEqual([]);
  expect(stale('core/votes', { from: { body: 'One.\n', clause } })).toEqual([
    { key: 'core/votes', isGone: false },
  ]);
  expect(stale('core/votes', { from: { body, clause: '' } })).toEqual([{ key: 'core/votes', isGone: false }]);
  // Drafts of earlier pages don't say from what they were written.
  expect(stale('core/votes', {})).toEqual([]);
  expect(stale('core/gone', {})).toEqual([{ key: 'core/gone', isGone: true }]);
  expect(stale('core/gone', { from: { body, clause } })).toEqual([{ key: 'core/gone', isGone: true }]);
  expect(stale('new/1', { title: 'Night', from: { body: '', clause: '' } })).toEqual([]);
});

test('shows a draft’s changes as a matter’s changes are shown', () => {
  const told = (key: string, one: Part, settings: Parameters<typeof programOfDraft>[2] = []) =>
    programOfDraft({ parts: key === '' ? {} : { [key]: one } }, SOURCES, settings).map(
      ({ kind, title, shown }) => [
        kind,
        title,
        shown.words
          .map(({ kind: how, text }) => (how === 'same' ? '' : `${how} ${text.trim()}`))
          .filter((text) => text !== ''),
      ],
    );
  expect(told('', part())).toEqual([]);
  expect(told('core/votes', part({ body: 'One.\n\nTwo.', clause: 'export default 1;\n\n' }))).toEqual([]);
  expect(told('core/votes', part({ body: 'One.\n\nThree.\n' }))).toEqual([
    ['text', 'Votes', ['removed Two', 'added Three']],
  ]);
  expect(
    told('core/votes', part({ clause: 'export default 2;' })).map(([kind, title]) => [kind, title]),
  ).toEqual([['clause', 'Votes']]);
  expect(told('core/plain', part({ body: PLAIN.body, clause: 'x' })).map(([kind]) => kind)).toEqual([
    'clause',
  ]);
  expect(told('core/votes', part({ body: VOTES.body, clause: ' ' })).map(([kind]) => kind)).toEqual([
    'clause',
  ]);
  expect(told('core/votes', part({ body: null })).map(([kind, title]) => [kind, title])).toEqual([
    ['text', 'Votes'],
    ['clause', 'Votes'],
  ]);
  expect(told('new/1', part({ title: 'Night', body: 'Dark.', clause: '' }))).toEqual([
    ['text', 'Night', ['added Dark.']],
  ]);
  expect(told('', part(), [{ path: 'game.oil', now: '1', value: 2 }])).toEqual([['value', 'Oil 1 → 2', []]]);
});

test('turns pieces into elements, and escapes players’ words', () => {
  expect(piecesHtml(['a <b>', { tag: 'h3', inside: ['Oil'] }, { tag: 'p', inside: ['x'] }])).toBe(
    'a &#60;b&#62;<p><strong>Oil</strong></p><p>x</p>',
  );
  expect(
    piecesHtml([
      { tag: 'ol', start: 3, inside: [{ tag: 'li', inside: ['x'] }] },
      { tag: 'ol', inside: [] },
    ]),
  ).toBe('<ol start="3"><li>x</li></ol><ol></ol>');
  expect(
    piecesHtml([
      {
        tag: 'table',
        inside: [
          {
            tag: 'tr',
            inside: [
              { tag: 'th', inside: ['a'] },
              { tag: 'td', inside: ['1'] },
            ],
          },
        ],
      },
    ]),
  ).toBe(
    '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><tr><th scope="col">a</th><td>1</td></tr></table></div>',
  );
});

test('shows a difference as rendered, or as written if only markup differs', () => {
  expect(
    differenceHtml([
      { kind: 'same', text: 'A ' },
      { kind: 'removed', text: 'b' },
      { kind: 'added', text: '<c>' },
    ]),
  ).toBe('<p>A <del>b</del><ins>&#60;c&#62;</ins></p>');
  expect(
    differenceHtml([
      { kind: 'added', text: '**' },
      { kind: 'same', text: 'a&' },
      { kind: 'added', text: '**' },
      { kind: 'same', text: ' or ' },
      { kind: 'removed', text: '[' },
      { kind: 'same', text: 'b' },
      { kind: 'removed', text: '](c)' },
    ]),
  ).toBe(
    '<p><ins>**</ins><span>a&#38;</span><ins>**</ins><span> or </span><del>[</del><span>b</span><del>](c)</del></p>',
  );
});

test('replaces no more repeated lines than are gone', () => {
  expect(smallestEdit('a\nb\nb', 'a\nb')).toEqual({ replace: 'b\nb', with: 'b' });
});
