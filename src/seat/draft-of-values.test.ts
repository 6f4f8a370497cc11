// A proposal in words becomes changes of files, or says why it can’t.
import { beforeAll, expect, test } from 'vitest';

import { caches } from '../cache/fixtures/shared-caches.ts';
import { newGameOfSix } from '../store/fixtures/new-game.ts';
import type { ContentFiles } from '../store/paths.ts';
import { draftChanges, type DraftChange } from './draft-changes.ts';

let files: ContentFiles;
beforeAll(async () => {
  files = new Map([
    ...(await newGameOfSix({ core: '2021', dynasty: 'proving' })),
    ['content/gamestate/game.md', '---\ntide: 3\n---\n'],
    ['content/gamestate/players/sgt.-zed.md', '---\nname: Sgt. Zed\n---\n'],
    ['content/gamestate/huts/reed.md', '---\nsize: 2\nkept: yes\n---\nWords stay.\n'],
  ]);
});
const draft = (...wanted: readonly DraftChange[]) => draftChanges(files, wanted, caches);
const set = (path: string, value: unknown): DraftChange => ({ do: 'set', path, value });
const RULES = 'content/ruleset/';

test.each([
  ['game.tide', 7, 'content/gamestate/game.md', 'tide: 7'],
  ['huts.reed.size', 9, 'content/gamestate/huts/reed.md', 'size: 9'],
  ['players.ana.name', 'Anna', 'content/gamestate/players/ana.md', 'name: Anna'],
  // People are called by their account too, however they write it.
  ['players.ANA.name', 'Anna', 'content/gamestate/players/ana.md', 'name: Anna'],
  ['players.sgt.-zed.name', 'Zed', 'content/gamestate/players/sgt.-zed.md', 'name: Zed'],
  ['dynasty.name', 'The First', 'content/gamestate/dynasty.md', 'name: The First'],
])('setting %s to %j writes it to its file', (path, value, file, line) => {
  const { changes, problems } = draft(set(path, value));
  expect(problems).toEqual([]);
  expect([...changes.keys()]).toEqual([file]);
  expect(changes.get(file)?.split('\n')).toContain(line);
});

test('changes two values of one file together, and keeps its other values and text', () => {
  const { changes } = draft(set('huts.reed.size', 9), set('huts.reed.kept', false));
  expect(changes.get('content/gamestate/huts/reed.md')).toBe('---\nsize: 9\nkept: false\n---\nWords stay.\n');
});

test.each([
  ['huts.reed.sise', 'There is no value sise; did you mean size?', 'huts.reed.size=…', 'one of size, kept'],
  ['huts.reed.xyzzy', 'There is no value xyzzy.', 'huts.reed.size=…', 'one of size, kept'],
  [
    'hutts.reed.size',
    'There is no hutts.reed.size that can be set; did you mean huts.reed.size?',
    'huts.reed.size=…',
    'a value of somebody or something',
  ],
  // A hut is not called as a player is.
  [
    'huts.ana.name',
    'There is no huts.ana.name that can be set.',
    'players.ana.name=…',
    'a value of somebody or something',
  ],
  [
    'game',
    expect.stringMatching(/^There is no game that can be set/u),
    expect.stringMatching(/=…$/u),
    'a value of somebody or something',
  ],
  ['!!', 'There is no !! that can be set.', 'players.ana.name=…', 'a value of somebody or something'],
])('rejects setting %s, and gives a likely alternative as an example', (path, message, example, expected) => {
  const { changes, problems } = draft(set(path, 1));
  expect(changes.size).toBe(0);
  expect(problems).toMatchObject([{ code: 'no-such-value', message, example, expected }]);
});

test('edits and adds rules in their files; without edits, there are no changes', () => {
  const votes = files.get(`${RULES}core/votable-matters/votes.md`) ?? '';
  const [word = ''] = /\b\w{6,}\b(?![^[]*\])/u.exec(votes.split('---')[2] ?? '') ?? [];
  const once = votes.split(word).length === 2 ? word : '[48 hours](#value:window)';
  const { changes, problems } = draft(
    { do: 'edit', rule: 'Votes', replace: once, with: 'something else' },
    { do: 'add', title: 'Night', text: 'It is dark.', clause: 'export default 1;\n' },
  );
  expect(problems).toEqual([]);
  expect(changes.get(`${RULES}core/votable-matters/votes.md`)).toBe(votes.replace(once, 'something else'));
  expect(changes.get(`${RULES}dynastic/night.md`)).toContain('It is dark.');
  expect(changes.get(`${RULES}dynastic/night.ts`)).toBe('export default 1;\n');
  expect(changes.size).toBe(3);
  const repealed = draft({ do: 'repeal', rule: 'Votes' });
  expect(repealed.problems).toEqual([]);
  expect([...repealed.changes]).toEqual([
    [`${RULES}core/votable-matters/votes.md`, null],
    [`${RULES}core/votable-matters/votes.ts`, null],
  ]);
  expect(draft().changes.size).toBe(0);
});

test('reports an edit whose words aren’t found, and drafts the rest', () => {
  const { changes, problems } = draft(
    { do: 'edit', rule: 'Votes', replace: 'no such words', with: 'x' },
    { do: 'add', title: 'Night', text: 'It is dark.' },
  );
  expect(problems).toHaveLength(1);
  expect([...changes.keys()]).toEqual([`${RULES}dynastic/night.md`]);
});

test('puts a new rule where it’s asked for, or reports that there is no such place', () => {
  const paths = (more: object) => {
    const { changes, problems } = draft({
      do: 'add',
      title: 'Night',
      text: 'It is dark.',
      ...more,
    });
    return problems.length > 0
      ? problems.map(({ code, message, expected, example }) => [code, message, expected, example])
      : [...changes.keys()];
  };
  expect(paths({})).toEqual([`${RULES}dynastic/night.md`]);
  expect(paths({ section: 'core' })).toEqual([`${RULES}core/night.md`]);
  expect(paths({ under: 'Votes' })).toEqual([`${RULES}core/votable-matters/votes/night.md`]);
  expect(paths({ section: 'cores' })).toEqual([
    [
      'no-section',
      'the ruleset has no place called "cores"; did you mean core?',
      expect.stringMatching(/^a path below core\/.*\/ without dots$/u),
      expect.stringMatching(/^[a-z-]+\/night\.md$/u),
    ],
  ]);
  expect(paths({ section: 'xyzzyx' })).toMatchObject([
    ['no-section', 'the ruleset has no place called "xyzzyx".', expect.any(String), 'appendix/night.md'],
  ]);
  expect(paths({ under: 'Votess' })).toMatchObject([
    ['no-such-rule', expect.any(String), expect.any(String), 'Votes'],
  ]);
});

test('without a dynasty or any rules, still finds a place for a new rule', () => {
  const paths = (left: (path: string) => boolean, more: object = {}) => {
    const wanted = { do: 'add', title: 'Night', text: 'It is dark.', ...more } as const;
    return [
      ...draftChanges(new Map([...files].filter(([path]) => left(path))), [wanted], caches).changes.keys(),
    ];
  };
  const [core, dynastic] = [`${RULES}core/night.md`, `${RULES}dynastic/night.md`];
  expect(paths((path) => path !== 'content/gamestate/dynasty.md')).toEqual([dynastic]);
  const isCore = (path: string): boolean => !path.startsWith(`${RULES}dynastic/`);
  expect(paths(isCore)).toEqual([dynastic]);
  expect(paths((path) => isCore(path) && path !== 'content/gamestate/dynasty.md')).toEqual([core]);
  expect(paths((path) => !path.startsWith(RULES), { section: 'core' })).toEqual([core]);
});

test('suggests the probable name for a rule that doesn’t exist', () => {
  const problem = (rule: string) =>
    draft({ do: 'repeal', rule }).problems.map(({ message, example }) => [message, example]);
  expect(problem('Votess')).toEqual([['There is no rule “Votess”; did you mean “Votes”?', 'Votes']]);
  expect(problem('xyzzyxyzzy')).toEqual([['There is no rule “xyzzyxyzzy”.', 'core/votable-matters/votes']]);
});

test('states a transmutation in words, since the rules decide about it', () => {
  const { changes, problems } = draft({ do: 'transmute', rule: 'Votes' });
  expect(problems).toEqual([]);
  expect([...changes.values()].join()).toContain('core/votable-matters/votes');
  expect([...changes.keys()].every((path) => !path.startsWith(RULES))).toBe(true);
});
