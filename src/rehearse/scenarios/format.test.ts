import { expect, test } from 'vitest';

import { readScenario, ScenarioError, timeAt } from './format.ts';

const WHOLE = `title: A vote
rules: { core: "2021" }
start: 2021-03-01T09:00:00Z
players: { ana: { admin: true }, bo: {} }
steps:
  - by: ana
    propose: { title: Tea }
  - by: bo
    vote: for
    on: Tea
`;

function faultsIn(text: string): readonly string[] {
  try {
    readScenario('tea.scenario.yml', text);
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.problems;
  }
}

test('finds no fault in a complete scenario', () => {
  expect(faultsIn(WHOLE)).toEqual([]);
});

test('explains in plain words, with its place, each line that is missing or says something else', () => {
  const lines = WHOLE.split('\n');
  const spoilt = lines.flatMap((line, at) => {
    const [key = ''] = /^\w+/u.exec(line) ?? [];
    if (key === '') return [];
    const other = (value: string): string => lines.with(at, `${key}: ${value}`).join('\n');
    const without = key === 'steps' ? lines.slice(0, at) : lines.toSpliced(at, 1);
    return [without.join('\n'), ...(key === 'steps' ? [] : [other('3'), other('{}'), other('[{ a: 1 }]')])];
  });
  const said = spoilt.map(faultsIn);
  expect(said.filter((faults) => faults.length > 0).length).toBeGreaterThan(8);
  for (const fault of said.flat()) expect(fault).not.toMatch(/invalid|expected|received|undefined/iu);
  expect(said.flat()).toContain('start: it is missing; a text belongs here');
});

const withSteps = (...steps: readonly string[]): string =>
  `title: A vote\nstart: 2021-03-01T09:00:00Z\nplayers: { ana: {} }\nsteps: [${steps.join(', ')}]\n`;
const more = (lines: string): string => `${withSteps()}${lines}\n`;

test.each<[what: string, text: string, faults: readonly string[]]>([
  ['nothing', '', ['it is null; keys with values belong here (the file is empty)']],
  ['a list', '[1]', ['it is a list; keys with values belong here']],
  ['a key that is nearly one', more('titel: Tea'), ['there is no key "titel"; did you mean "title"?']],
  ['a key like none', more('zzzzzzzzz: 3'), ['there is no key "zzzzzzzzz"']],
  [
    'two such keys',
    more('titel: Tea\nzzzzzzzzz: 3'),
    ['there is no key "titel"; did you mean "title"?; there is no key "zzzzzzzzz"'],
  ],
  [
    'a key that belongs elsewhere',
    more('by: ana'),
    [expect.stringMatching(/^there is no key "by"(?!; did you mean "by")/u) as string],
  ],
  [
    'a key of a player',
    more('').replace('ana: {}', 'ana: { idel: +1d }'),
    ['players.ana: there is no key "idel"; did you mean "idle"?'],
  ],
  [
    'a key of a step',
    withSteps('{ tick: true }', '{ by: ana, vtoe: FOR }'),
    ['steps[2]: there is no key "vtoe"; did you mean "vote"?'],
  ],
  [
    'a key of a matter',
    withSteps('{ by: ana, propose: { title: Tea, txet: Hot } }'),
    ['steps[1].propose: there is no key "txet"; did you mean "text"?'],
  ],
  [
    'a value of another form, in a step',
    withSteps('{ by: ana, vote: 3 }'),
    ['steps[1].vote: it is 3; a text belongs here'],
  ],
  ['a step that only says who', withSteps('{ by: ana }'), ['step 1: doesn’t say what to do']],
  ['a step that only is refused', withSteps('{ at: +1h, refused: no }'), ['step 1: doesn’t say what to do']],
  ['a step in which time passes', withSteps('{ at: +1h }', '{ then: {} }', '{ at: +1h, then: {} }'), []],
  [
    'two verbs',
    withSteps('{ tick: true }', '{ by: ana, act: ring, seal: bid }'),
    ['step 2: does more than one thing: act, seal'],
  ],
  [
    'keys that don’t go with a verb',
    withSteps('{ by: ana, act: ring, via: review, on: P1 }'),
    ['step 1: "on" doesn\'t go with act', 'step 1: "via" doesn\'t go with act'],
  ],
  [
    'keys that go with any verb',
    withSteps('{ at: +1h, by: ana, act: ring, refused: no, dice: [1], secret: [a], then: {} }'),
    [],
  ],
  [
    'the keys of each verb',
    withSteps(
      '{ by: ana, push: P1, changes: {} }',
      '{ by: ana, edit: P1, title: A, text: B }',
      '{ by: ana, vote: FOR, on: P1, via: reaction }',
      '{ by: ana, edit-comment: c1, text: B }',
      '{ by: ana, act: ring, with: }',
      '{ by: ana, seal: bid, with: { coins: 3 } }',
      '{ by: ana, resolve: P1, as: enacted }',
      '{ by: ana, recategorise: P1, as-kind: cfj }',
      '{ by: ana, post: story }',
      '{ by: ana, post: { kind: story, title: Tale, text: A, as: S1 } }',
    ),
    [],
  ],
  [
    'what an admin’s command names',
    withSteps('{ by: ana, admin: close, player: bo, post: P1, matter: P2 }'),
    [],
  ],
  [
    'a post beside another verb',
    withSteps('{ by: ana, act: ring, post: story }'),
    ['step 1: does more than one thing: post, act'],
  ],
  ['a tick that is off', withSteps('{ tick: false }'), ['steps[1].tick: it is false; true belongs here']],
  [
    'a picture without its size',
    more('pictures: { a.png: gone, b.png: { width: 0, height: 5 } }'),
    ['pictures.b.png.width: it is 0; at least 1 belongs here'],
  ],
  ['what is no YAML', 'title: {a: 1\n', [expect.stringMatching(/^line \d+: .*\.$/su) as string]],
])('a scenario with %s', (_, text, faults) => {
  expect(faultsIn(text)).toEqual(faults);
});

test('reports all faults at once, each with the file, but at most twenty for invalid YAML', () => {
  const wrong = withSteps('{ by: 3 }', '{ by: ana, vote: [] }');
  expect(() => readScenario('tea.scenario.yml', wrong)).toThrow(
    'tea.scenario.yml: steps[1].by: it is 3; a text belongs here\ntea.scenario.yml: steps[2].vote: it is an empty list; a text belongs here',
  );
  const many = Array.from({ length: 40 }, (_, at) => `a${at}: { b: 1, b: 2 }`).join('\n');
  expect(faultsIn(many)).toHaveLength(20);
});

test('reads the era as text, and “none” as no dynasty', () => {
  const rules = (is: string) => readScenario('tea.scenario.yml', more(`rules: ${is}`)).rules;
  expect(rules('{ core: 2021, dynasty: none }')).toEqual({ core: '2021', dynasty: null });
  expect(rules('{ core: [2021, "2008"], dynasty: clans }')).toEqual({
    core: ['2021', '2008'],
    dynasty: 'clans',
  });
  expect(rules('{ core: 2021 }')).toEqual({ core: '2021', dynasty: undefined });
});

test.each<[at: string, time: string | null]>([
  ['+90m', '2021-03-01T10:30:00Z'],
  ['+30s', '2021-03-01T09:00:30Z'],
  ['+1d2h', '2021-03-02T11:00:00Z'],
  [' + 1d 2h ', '2021-03-02T11:00:00Z'],
  ['+1w', '2021-03-08T09:00:00Z'],
  ['+1.5h', '2021-03-01T10:30:00Z'],
  ['2021-06-18T09:00:00Z', '2021-06-18T09:00:00Z'],
  ['90m', null],
  ['+90', null],
  ['+1h tomorrow', null],
  ['soon', null],
])('reads the time of a step: %s', (at, time) => {
  const read = (): string => timeAt('2021-03-01T09:00:00Z', at);
  if (time === null)
    expect(read).toThrow(`"${at}" is no time; expected +90m, +13h, +2d or 2021-06-18T09:00:00Z`);
  else expect(read()).toBe(time);
});
