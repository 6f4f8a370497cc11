import { expect, test } from 'vitest';
import type { ValueType } from '../kernel/value-types.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import { PLAIN_TERMS } from '../kernel/manifest.ts';
import { emptyState } from '../kernel/state.ts';
import { Naming, spelled } from './naming.ts';
import {
  sayChanges,
  sayDraws,
  sayFacts,
  sayLeftOutChange,
  sayMatterChange,
  sayResult,
} from './say-changes.ts';
import { sayDone } from './say-taken-action.ts';

const field = (type: ValueType): { type: ValueType; rule: string } => ({ type, rule: 'dynastic/harbour' });
const naming = new Naming({
  model: {
    fields: {
      player: {
        oil: field({ kind: 'integer' }),
        berth: field({ kind: 'thing', collection: 'berths' }),
        rights: field({ kind: 'map', of: { kind: 'thing', collection: 'berths' } }),
      },
      game: { tide: field({ kind: 'choice', of: ['slack-water', 'flood'] }) },
    },
    collections: {
      berths: {
        rule: 'dynastic/harbour',
        title: 'Berths',
        fields: {
          'newly-dredged': field({ kind: 'boolean' }),
          'last-used-by': field({ kind: 'optional', of: { kind: 'player' }, none: null }),
          signs: field({ kind: 'list', of: { kind: 'choice', of: ['red-light', 'fog-bell'] } }),
        },
      },
    },
  },
  state: {
    ...emptyState(),
    players: { ana: { name: 'Ana' }, bo: { name: '' } },
    things: {
      berths: {
        G4: { name: 'North Pier' },
        A1: { name: 'Quay A1' },
        'old-wharf': {},
        'ana-bo': {},
        ana: {},
        11: {},
      },
    },
  },
});

test.each([
  [['players', 'ana', 'oil'], 5, 7, 'Ana: Oil 5 → 7'],
  [['players', 'ana', 'berth'], null, 'G4', 'Ana: Berth North Pier (G4)'],
  [['players', 'ana', 'berth'], 'G4', 'old-wharf', 'Ana: Berth North Pier (G4) → Old Wharf'],
  [['players', 'ana', 'name'], 'ana', 'Ana', 'Ana: Name ana → Ana'],
  [['game', 'tide'], 'flood', 'slack-water', 'Tide flood → slack water'],
  [['game', 'last-turn'], null, '2024-03-01T09:00:00Z', 'Last turn 2024-03-01 09:00 UTC'],
  [['things', 'berths', 'G4', 'newly-dredged'], false, true, 'North Pier (G4): now newly dredged'],
  [['things', 'berths', 'G4', 'newly-dredged'], true, false, 'North Pier (G4): no longer newly dredged'],
  [['things', 'berths', 'A1', 'newly-dredged'], false, true, 'Quay A1: now newly dredged'],
  [['things', 'berths', 'ana-bo', 'last-used-by'], 'bo', null, 'Ana and bo: Last used by bo → nothing'],
  [['things', 'berths', 'ana', 'newly-dredged'], false, true, 'Ana: now newly dredged'],
  [
    ['things', 'berths', 'G4', 'signs'],
    ['red-light'],
    ['fog-bell'],
    'North Pier (G4): fog bell added to Signs, red light removed from Signs',
  ],
  [['things', 'berths', 'old-wharf'], null, {}, 'Berths: Old Wharf added'],
  [['things', 'berths', '11'], null, {}, 'Berths: Berth 11 added'],
  [['things', 'berths', 'ana-bo'], null, {}, 'Berths: Ana and bo added'],
  [['things', 'berths', 'ana-bo'], {}, null, 'Berths: Ana and bo removed'],
  [['things', 'berths', 'ana'], null, {}, 'Berths: Ana added'],
  [['things', 'berths', 'old-wharf'], {}, null, 'Berths: Old Wharf removed'],
  [['players', 'ana'], null, {}, 'Ana is new'],
  [['players', '77'], {}, null, '77 has left'],
  [['players', 'ana'], { oil: 5, berth: 'G4' }, { oil: 7, berth: 'G4' }, 'Ana: Oil 5 → 7'],
  [['players'], {}, { bo: { name: 'Bo' } }, 'bo is new'],
  [['players'], null, { bo: { name: 'Bo' } }, 'bo is new'],
  [['game'], { tide: 'flood' }, { tide: 'slack-water' }, 'Tide flood → slack water'],
  [['dynasty', 'number'], 1, 2, 'Dynasty 2'],
  [['dynasty', 'interregnum'], false, true, 'this dynasty is over'],
  [['dynasty', 'interregnum'], true, false, 'a new dynasty has begun'],
  [['emperor', 'whispers'], 1, 2, 'Emperor: Whispers 1 → 2'],
  [
    ['things', 'berths', 'G4'],
    { 'newly-dredged': false },
    { 'newly-dredged': true },
    'North Pier (G4): now newly dredged',
  ],
  [['things', 'berths', 'G4', 'newly-dredged'], null, true, 'North Pier (G4): now newly dredged'],
  [['things', 'berths', 'G4', 'newly-dredged'], true, null, 'North Pier (G4): no longer newly dredged'],
  [
    ['things', 'berths', 'G4', 'signs'],
    ['red-light', 'fog-bell'],
    ['fog-bell', 'green-light'],
    'North Pier (G4): green light added to Signs, red light removed from Signs',
  ],
  [
    ['things', 'berths', 'G4', 'signs'],
    ['red-light', 'fog-bell'],
    ['fog-bell', 'red-light'],
    'North Pier (G4): Signs now fog bell, red light',
  ],
  [['players', 'ana', 'rights'], null, { mooring: 'G4' }, 'Ana: Rights mooring North Pier (G4)'],
  [['players', 'ana', 'rights'], {}, { mooring: 'G4' }, 'Ana: Rights, mooring North Pier (G4)'],
  [['players', 'ana', 'rights', 'mooring'], 'A1', '12', 'Ana: Rights, mooring Quay A1 → Berth 12'],
])('describes the change of %j from %j to %j', (path, before, after, said) => {
  expect(sayChanges([{ path, before, after }], naming)).toEqual([said]);
});

test.each([
  [['players', 'ana', 'name'], 'Ana', '', 'Ana: Name Ana → nothing'],
  [['players', 'ana', 'name'], null, 'Annie', 'Ana: Name Annie'],
  [['players', 'ana', 'name'], 'old-wharf', 'fog-bell', 'Ana: Name old-wharf → fog-bell'],
  [['players', 'ana', 'name', 'short'], 'ana', 'old-wharf', 'Ana: Name, short Ana → Old Wharf'],
  [['players', 'ana', 'title'], -5, -7, 'Ana: Title −5 → −7'],
  [['game', 'title'], 'fog-bell', 'old-wharf', 'Title fog bell → Old Wharf'],
])('shows a name as it is, and other words by their names: %j: %j → %j', (path, before, after, said) => {
  expect(sayChanges([{ path, before, after }], naming)).toEqual([said]);
});

test('doesn’t report a name that the player already goes by, even if the id looks like a grid cell', () => {
  const { things, posts } = emptyState();
  const known = new Naming({
    model: { fields: {}, collections: {} },
    state: { things, posts, players: { B2: { name: 'Ana' } } },
  });
  const change = { path: ['players', 'B2', 'name'], before: null, after: 'Ana' };
  expect(sayChanges([change], known)).toEqual([]);
});

test('describes an action by its result, its dice and its changes, in that order', () => {
  const draws = [
    { kind: 'secret', size: 6, result: 2 },
    { kind: 'dice', size: 6, result: 4 },
  ] as const;
  const changes = [{ path: ['players', 'ana', 'oil'], before: 5, after: 7 }];
  expect(sayFacts({ result: 'old-wharf', draws, changes }, naming)).toEqual([
    'Old Wharf',
    'DICE6: 4',
    'Ana: Oil 5 → 7',
  ]);
  expect(sayDraws(draws.slice(0, 1), naming)).toEqual([]);
  expect([sayResult(null, naming), sayResult(undefined, naming)]).toEqual([[], []]);
});

test('leaves out changes from nothing to nothing, and what only the engine tracks', () => {
  const changes = [
    { path: ['players', 'ana', 'berth'], before: 'none', after: null },
    { path: ['things', 'berths', 'G4', 'signs'], before: null, after: [] },
    { path: ['players', 'ana', 'last-active'], before: null, after: '2024-03-01T09:00:00Z' },
    { path: ['game', 'last-active'], before: null, after: '2024-03-01T09:00:00Z' },
    { path: ['things', 'berths', 'G4', 'last-active'], before: null, after: '2024-03-01T09:00:00Z' },
    { path: ['taken', 'act'], before: null, after: 1 },
    { path: ['things', 'berths'], before: null, after: {} },
    { path: ['things', 'berths', 'G4', 'name'], before: '', after: 'North Pier' },
    { path: ['players', 'ana', 'name'], before: null, after: 'Ana' },
  ];
  expect(sayChanges(changes as never, naming)).toEqual([]);
});

const ACTION = {
  rule: 'dynastic/harbour',
  title: 'Moor',
  sentence: null,
  about: null,
  by: ['player'],
  with: { berth: { kind: 'thing', collection: 'berths' }, motto: { kind: 'text' } },
  frequency: null,
  private: false,
  marks: {},
} as const;
const modelWith = (sentence: string | null): ModelDescription =>
  ({ actions: { moor: { ...ACTION, sentence } }, times: {}, fields: {} }) as never;
const LINE = {
  by: 'ana',
  what: 'moor',
  with: { berth: 'G4', motto: '' },
  changes: [
    { path: ['players', 'ana', 'oil'], before: 5, after: 7 },
    { path: ['players', 'bo', 'oil'], before: 1, after: 0 },
  ],
};

test.each([
  [{}, 'moored at {berth}[, crying “{motto}”]', 'moored at North Pier (G4): Oil 5 → 7'],
  [
    { with: { berth: 'old-wharf', motto: 'Ahoy' } },
    'moored at {berth}[, crying “{motto}”]',
    'moored at Old Wharf, crying “Ahoy”: Oil 5 → 7',
  ],
  [{}, null, 'took the action “Moor” with North Pier (G4): Oil 5 → 7'],
  [
    { with: { berth: 'G4', motto: 'Ahoy' } },
    null,
    'took the action “Moor” with North Pier (G4), “Ahoy”: Oil 5 → 7',
  ],
  [{ by: 'engine', with: {} }, null, 'took the action “Moor”: Ana: Oil 5 → 7, bo: Oil 1 → 0'],
  [{ refused: 'the tide is out' }, 'moored at {berth}', 'was not allowed to do “Moor”'],
  [{ what: 'fail 9', changes: [] }, null, 'let “9” fail'],
  [{ what: 'ring-the-bell', changes: [] }, null, 'took the action “Ring the bell”'],
])('describes %j with the sentence %j', (line, sentence, said) => {
  expect(sayDone({ ...LINE, ...line }, modelWith(sentence), naming)).toBe(said);
});

test('rewrites ids and machine times in rules’ texts, but leaves links alone', () => {
  expect(
    naming.prose('2024-03-01T09:00:00Z: a red-light at [Old](#thing:berths/old-wharf), well-known'),
  ).toBe('2024-03-01 09:00 UTC: a red light at [Old](#thing:berths/old-wharf), well-known');
});

test.each([
  [{ verb: 'set', path: 'berths.G4.newly-dredged', value: true }, 'North Pier (G4): now newly dredged'],
  [
    { verb: 'set', path: 'berths.G4.newly-dredged', value: false },
    'North Pier (G4): no longer newly dredged',
  ],
  [{ verb: 'set', path: 'players.ana.berth', value: 'none' }, 'Ana: berth nothing'],
  [{ verb: 'set', path: 'players.ana.oil', value: 3 }, 'Ana: Oil 3'],
  [{ verb: 'set', path: 'players.terms.oil', value: 3 }, 'terms: Oil 3'],
  [{ verb: 'set', path: 'game.tide', value: 'flood' }, 'Tide flood'],
  [{ verb: 'set', path: 'game.terms.player', value: 'Sailor' }, 'terms player Sailor'],
  [{ verb: 'set', path: 'ruleset.Votes.status', value: 'inactive' }, 'Votes status inactive'],
  [{ verb: 'repeal-rule', rule: 'Votes' }, 'repeal the rule Votes'],
] as const)('describes a matter’s change %j as: %s', (change, said) => {
  expect(sayMatterChange(change, naming)).toBe(said);
});

test.each([
  ['old-wharf', 'moored, called {motto}', 'moored, called Old Wharf: Oil 5 → 7'],
  ['loses-oars', 'moored, called {motto}', 'moored, called “loses oars”: Oil 5 → 7'],
  ['loses-oars', 'moored, called “{motto}”', 'moored, called “loses oars”: Oil 5 → 7'],
  ['Loses oars', 'moored, called {motto}', 'moored, called Loses oars: Oil 5 → 7'],
])('quotes an unknown id: %s in %j', (motto, sentence, said) => {
  expect(sayDone({ ...LINE, with: { motto } }, modelWith(sentence), naming)).toBe(said);
});

test.each([
  ['set players.ana.oil to 3', 'Ana: Oil 3'],
  ['set players.ana.victory to true', 'Ana has won'],
  ['write content/ruleset/dynastic/north-pier.md', 'the text of “North pier”'],
  ['write content/ruleset/dynastic/piers/north-pier.ts', 'the code of “North pier”'],
  ['delete content/ruleset/dynastic/north-pier.md', 'the repeal of “North pier”'],
  ['add the rule Tides', 'add the rule Tides'],
  ['edit-rule', 'the edit of a rule'],
])('describes what was left out without paths: %s', (recorded, said) => {
  expect(sayLeftOutChange(recorded, naming)).toBe(said);
});

test('describes a new collection by what is in it', () => {
  const change = { path: ['things', 'berths'], before: null, after: { 11: { 'newly-dredged': true } } };
  expect(sayChanges([change], naming)).toEqual(['Berths: Berth 11 added']);
});

test('describes a key named like an inherited property as any other', () => {
  const change = { path: ['players', 'ana', 'any'], before: { 'to-go': 1 }, after: { constructor: 1 } };
  expect(sayChanges([change], naming)).toEqual(['Ana: Any, to go 1 → nothing', 'Ana: Any, constructor 1']);
});

test('fills in a parameter of several words as the ledger writes it', () => {
  const model = modelWith('moored at {newBerth}[, as {lastWord}]');
  const action = { ...model.actions['moor'], with: { newBerth: { kind: 'thing', collection: 'berths' } } };
  const line = { ...LINE, with: { 'new-berth': 'G4' }, changes: [] };
  expect(sayDone(line, { ...model, actions: { moor: action } } as never, naming)).toBe(
    'moored at North Pier (G4)',
  );
  const untold = { ...action, sentence: null };
  expect(sayDone(line, { ...model, actions: { moor: untold } } as never, naming)).toBe(
    'took the action “Moor” with North Pier (G4)',
  );
});

test('doesn’t repeat an effect that the sentence states, unless it replaced something', () => {
  const berth = (before: unknown) => ({ path: ['players', 'ana', 'berth'], before, after: 'G4' });
  const said = (before: unknown): string =>
    sayDone({ ...LINE, changes: [berth(before)] }, modelWith('moored at {berth}'), naming);
  expect(said(null)).toBe('moored at North Pier (G4)');
  expect(said('old-wharf')).toBe('moored at North Pier (G4): Berth Old Wharf → North Pier (G4)');
});

test('what the core tracks isn’t an effect of play, except in a game without dynasties', () => {
  const of = (rule: string, dynasty: object) =>
    ({
      ...modelWith('moored at {berth}'),
      fields: { player: { oil: { type: { kind: 'integer' }, rule } }, dynasty },
    }) as never;
  const said = (rule: string, dynasty: object): string => sayDone(LINE, of(rule, dynasty), naming);
  const dynasty = { number: { type: { kind: 'integer' }, rule: 'core/victory' } };
  expect(said('core/players', dynasty)).toBe('moored at North Pier (G4)');
  expect(said('appendix/mentors', dynasty)).toBe('moored at North Pier (G4)');
  expect(said('special-case/favours', dynasty)).toBe('moored at North Pier (G4): Oil 5 → 7');
  expect(said('core/points', {})).toBe('moored at North Pier (G4): Oil 5 → 7');
});

test.each([
  ['wooden-bow', 'wooden bow'],
  ['trackingPage', 'tracking page'],
  ['Blood Mana Crystals', 'Blood Mana Crystals'],
  ['McAdam', 'McAdam'],
  ['H7', 'H7'],
])('spells %s as people write it: %s', (id, words) => {
  expect(spelled(id)).toBe(words);
});

test('for a new dynasty, lists its number, theme and head first, in its terms, and folds what ends', () => {
  const known = {
    model: {
      fields: {
        player: {
          oil: field({ kind: 'integer' }),
          victory: field({ kind: 'boolean' }),
          used: field({ kind: 'integer', shown: false }),
        },
        dynasty: { emperor: field({ kind: 'player' }) },
      },
      collections: {},
    },
    state: { ...emptyState(), players: { ana: { name: 'Ana' }, bo: { name: 'Bo' } } },
    terms: { ...PLAIN_TERMS, emperor: 'Champion' },
  };
  const change = (path: string, before: unknown, after: unknown) => ({
    path: path.split('.'),
    before,
    after,
  });
  const changes = [
    change('players.ana.victory', true, false),
    change('players.ana.oil', 7, 0),
    change('players.bo.oil', 3, 0),
    change('players.bo.used', 1, 0),
    change('players.bo.sing-a-song-used', { '2026 11 29': 1 }, null),
    change('players.bo.headed', 0, 1),
    change('dynasty.emperor', null, 'bo'),
    change('dynasty.theme', 'Dust', 'Boats'),
    change('dynasty.number', 1, 2),
    change('dynasty.ended', '2026-11-29T09:00:00Z', null),
    change('things.bells.b1', { rung: 2 }, null),
  ];
  expect(sayChanges(changes, new Naming(known))).toEqual([
    'Dynasty 2',
    'Theme Boats',
    'Champion Bo',
    'Bo: Headed 0 → 1',
    'starting again: Oil',
    'gone with the repealed rules: what they kept track of',
  ]);
});

const known = new Naming({
  model: {
    fields: {
      player: {
        oil: field({ kind: 'integer', title: 'Lamp oil' }),
        lit: field({ kind: 'boolean', title: 'Has light' }),
        secret: field({ kind: 'integer', shown: false }),
        mark: field({ kind: 'boolean' }),
        victory: field({ kind: 'boolean' }),
        friends: field({ kind: 'list', of: { kind: 'player' } }),
      },
      dynasty: { emperor: field({ kind: 'player' }) },
      game: { tide: field({ kind: 'integer', start: 3 }) },
    },
    collections: { rooms: { rule: 'x', title: 'Rooms', fields: { lit: field({ kind: 'boolean' }) } } },
  },
  state: {
    ...emptyState(),
    players: { ana: { name: 'Ana' }, bo: { name: 'Bo' } },
    things: { rooms: { D4: { name: 'Hall' } } },
  },
});
type Change = readonly [path: string, before: unknown, after: unknown];
const saidOf = (...changes: readonly Change[]): readonly string[] =>
  sayChanges(
    changes.map(([path, before, after]) => ({ path: path.split('.'), before, after })),
    known,
  );

test.each<[Change, readonly string[]]>([
  [['players.ana.lit', false, true], ['Ana: Has light no → yes']],
  [['players.ana.lit', true, null], ['Ana: Has light yes → no']],
  [['players.ana.lit', true, true], ['Ana: Has light yes → yes']],
  [['players.ana.lit', false, null], []],
  [['players.ana.secret', 1, 2], []],
  [['players.ana.unknown', true, null], []],
  [['players.ana.unknown', true, false], ['Ana: no longer unknown']],
  [['players.ana.mark', true, null], ['Ana: no longer mark']],
  [['players.ana.victory', false, true], ['Ana has won']],
  [['players.ana.victory', true, false], ['Ana: no longer victory']],
  [['players.ana.oil', null, true], ['Ana: Lamp oil no → yes']],
  [['game.victory', false, true], ['now victory']],
  [['dynasty.victory', null, 'x'], ['Victory x']],
  [['game.emperor', null, 'ana'], ['Emperor Ana']],
  [['dynasty.emperor', null, 'ana'], ['Emperor Ana']],
  [['game.number', 1, 2], ['Number 1 → 2']],
  [['game.interregnum', false, true], ['now interregnum']],
  [['players.ana.friends', null, ['bo']], ['Ana: Friends Bo']],
  [['players.ana.friends', ['bo'], ['bo', 'ana']], ['Ana: Ana added to Friends']],
  [['players.ana.friends', ['bo', 'ana'], ['bo']], ['Ana: Ana removed from Friends']],
  [['players.ana.friends', ['bo'], []], ['Ana: Bo removed from Friends']],
  [['players.ana.friends', 'bo', ['ana']], ['Ana: Friends Bo → Ana']],
  [['players.ana.oil', 3, null], ['Ana: Lamp oil 3 → nothing']],
  [['things.rooms.D4.name', null, 'Hall'], []],
  [['things.rooms.D4.name', null, 'Well'], ['Hall (D4): Name Well']],
  [['game.name', null, 'Harbour'], ['Name Harbour']],
  [['players.ana.last-active', null, 'x'], []],
  [['taken.ana', null, 3], []],
])('describes %j as %j', (change, said) => {
  expect(saidOf(change)).toEqual(said);
});

test('reports a victory first, and the rest in order', () => {
  expect(
    saidOf(
      ['players.ana.oil', 1, 2],
      ['players.bo.victory', false, true],
      ['players.ana.victory', true, false],
      ['game.tide', 1, 2],
    ),
  ).toEqual(['Bo has won', 'Ana: Lamp oil 1 → 2', 'Ana: no longer victory', 'Tide 1 → 2']);
});

test('at a dynasty’s start, lists its facts, then what is new, then what starts again in one sentence', () => {
  const changes: readonly Change[] = [
    ['game.tide', 7, 3],
    ['players.ana.oil', 5, 0],
    ['players.bo.oil', 5, 0],
    ['players.ana.lit', true, false],
    ['players.ana.secret', 4, 0],
    ['players.ana.mark', false, true],
    ['players.bo.oil', 0, 9],
    ['players.ana.gone', 3, null],
    ['players.ana.came', null, 3],
    ['things.ships', { a: {} }, null],
    ['players.cy', null, {}],
    ['dynasty.emperor', 'ana', 'bo'],
    ['dynasty.theme', 'Water', 'Fire'],
    ['dynasty.crown', 'gold', 'tin'],
    ['dynasty.name', 'Old', ''],
    ['dynasty.opened', true, false],
    ['dynasty.interregnum', true, false],
    ['dynasty.number', 1, 2],
  ];
  expect(saidOf(...changes)).toEqual([
    'Dynasty 2',
    'Theme Fire',
    'Emperor Bo',
    'Crown tin',
    'a new dynasty has begun',
    'Ana: now mark',
    'Bo: Lamp oil 0 → 9',
    'Ana: Came 3',
    'cy is new',
    'starting again: Tide, Lamp oil',
    'gone with the repealed rules: what they kept track of',
  ]);
  expect(saidOf(['dynasty.interregnum', true, false], ['players.ana.oil', 5, 0])).toEqual([
    'a new dynasty has begun',
    'starting again: Lamp oil',
  ]);
  expect(saidOf(['dynasty.interregnum', false, true], ['players.ana.oil', 5, 0])).toEqual([
    'this dynasty is over',
    'Ana: Lamp oil 5 → 0',
  ]);
  expect(saidOf(['game.number', 1, 2], ['game.interregnum', true, false], ['players.ana.oil', 5, 0])).toEqual(
    ['Number 1 → 2', 'no longer interregnum', 'Ana: Lamp oil 5 → 0'],
  );
});
