import { describe, expect, test } from 'vitest';

import type { ValueType } from '../kernel/value-types.ts';
import { MESSAGES } from '../language/catalogue.ts';
import { wordingIn } from '../language/wording.ts';
import {
  isSpelledOut,
  labelOf,
  skeletonOf,
  Naming,
  plainValue,
  titleOfKind,
  titleOfSection,
  titleOfSubmission,
  wordsFor,
  type Known,
} from './naming.ts';

test.each([
  ['Ana', 'ana'],
  ['Ana', 'Аna'],
  ['ana', 'а\u200bna'],
  ['HANA', 'ΗΑΝΑ'],
  ['Ana', 'Ana\u3164'],
  ['Ana', 'An\u2800a'],
  ['Ana', '\u115fAna\uffa0'],
  ['Ana', 'An\u0007a'],
  ['ana', '\u1d00n\u0251'],
  ['hugo', '\u0570\u057d\u0581\u0585'],
  ['PASS', '\u13e2\ua4ee\u13da\ua4e2'],
  ['Zoë', 'Zoe'],
  ['Al', 'AI'],
  ['Al', 'A1'],
  ['O’Neil', '0’Neil'],
  ['Sexton Pike', 'sexton-pike'],
  ['ﬁre', 'fire'],
  ['İda', 'ida'],
])('%s looks like %s', (one, other) => {
  expect(skeletonOf(other)).toBe(skeletonOf(one));
});

test.each([
  ['Ana', 'Anna'],
  ['Votes', 'Voter'],
  ['Rule 2', 'Rule 3'],
  ['ηανα', 'HANA'],
])('%s doesn’t look like %s', (one, other) => {
  expect(skeletonOf(other)).not.toBe(skeletonOf(one));
});

const PSEUDO = wordingIn({
  tag: 'eo',
  texts: Object.fromEntries(MESSAGES.map((text) => [text, `⟦${text}⟧`])),
});

const field = (kind: 'integer' | 'text'): { type: ValueType; rule: string } => ({
  type: { kind },
  rule: 'dynastic/harbour',
});
const OIL = { oil: field('integer') };
const NAME = { name: field('text') };
const NEWS = { news: field('text') };
const known: Known = {
  model: {
    fields: { player: OIL, game: NEWS },
    collections: {
      berths: { rule: 'dynastic/harbour', title: 'Berths', fields: NAME },
      'tide-tables': { rule: 'dynastic/harbour', title: null, fields: {} },
    },
  },
  state: {
    players: { ana: { name: 'Ana Byron' }, bo: { name: 'Bo' }, 'cy-dee': { name: 'Cy' } },
    things: {
      berths: {
        G4: { name: 'North Pier' },
        'ana-bo': {},
        'ana-wharf': {},
        'bo-ana': { name: 'The Old Pier' },
        bo: { name: 'Bollard' },
        11: {},
      },
    },
    posts: {},
  },
};
const naming = new Naming(known);
const inPseudo = new Naming({ ...known, wording: PSEUDO });

describe('names come from the rules, or else from the id in words', () => {
  const titled = { cfj: { title: 'Call for Judgement' }, 'wooden-bow': { title: null } };

  test('for kinds of posts and submissions', () => {
    const words = ['cfj', 'wooden-bow', 'trackingPage', 'constructor'];
    const wanted = ['Call for Judgement', 'Wooden bow', 'Tracking page', 'Constructor'];
    expect(words.map((kind) => titleOfKind({ kinds: titled as never }, kind))).toEqual(wanted);
    expect(words.map((kind) => titleOfSubmission({ submissions: titled as never }, kind))).toEqual(wanted);
  });

  test('for collections', () => {
    expect(['berths', 'tide-tables', 'wrecks'].map((id) => naming.collection(id))).toEqual([
      'Berths',
      'Tide tables',
      'Wrecks',
    ]);
  });
});

test('recognizes words that are an id with its hyphens removed', () => {
  expect(isSpelledOut('fog-bell', 'fog bell')).toBe(true);
  expect(isSpelledOut('fog-bell', 'Fog bell')).toBe(false);
  expect(isSpelledOut('fog', 'fog')).toBe(false);
  expect(isSpelledOut(['fog-bell'], 'fog bell')).toBe(false);
});

test('shows a stored word as a time, an id in words, or itself', () => {
  expect(['2024-03-01T09:00:00Z', 'fog-bell', 'Fog-Bell', '7'].map(wordsFor)).toEqual([
    '2024-03-01 09:00 UTC',
    'fog bell',
    'Fog-Bell',
    '7',
  ]);
});

test('a name has no surrounding blanks, and a blank name doesn’t count', () => {
  expect(labelOf('ana', { name: ' Ana ' })).toBe('Ana');
  expect(labelOf('north-pier', { name: '  ' })).toBe('North Pier');
  expect(labelOf('G4', { title: 'Pier' })).toBe('Pier');
});

describe('a person', () => {
  const people = (players: Known['state']['players']): ((id: string) => string) => {
    const named = new Naming({ ...known, state: { ...known.state, players } });
    return (id) => named.person(id);
  };

  test('goes by their name, plus the id if another’s looks like it', () => {
    const person = people({ ana: { name: 'Ana' }, bo: { name: 'aná' }, cy: { name: 'Cyril' } });
    expect(['ana', 'bo', 'cy', 'ana'].map(person)).toEqual(['Ana (ana)', 'aná (bo)', 'Cyril', 'Ana (ana)']);
  });

  test('goes by their name alone if it equals their id, whatever others are called', () => {
    const person = people({ ana: { name: 'ana' }, bo: { name: 'Ana' } });
    expect(['ana', 'bo'].map(person)).toEqual(['ana', 'Ana (bo)']);
  });

  test('who is unknown goes by the id in words, plus the id if a player’s name looks the same', () => {
    const person = people({ ana: { name: 'Sexton Pike' } });
    expect(['sexton-pike', 'cy-dee', 'eli'].map(person)).toEqual([
      'Sexton Pike (sexton-pike)',
      'Cy Dee',
      'eli',
    ]);
  });

  test('may be the engine, which is capitalized at the start of a sentence, unlike players', () => {
    expect([naming.person('engine'), naming.subject('engine')]).toEqual(['the game', 'The game']);
    expect([inPseudo.person('engine'), inPseudo.subject('engine')]).toEqual(['⟦the game⟧', '⟦The game⟧']);
    const person = people({ engine: { name: 'Ed' } });
    expect(person('engine')).toBe('the game');
    expect(naming.subject('bo')).toBe('Bo');
    expect(naming.subject('eli')).toBe('eli');
  });
});

describe('a thing', () => {
  test('goes by its name, or the people that its id names, or its id', () => {
    const labels = ['G4', 'ana-bo', 'ana-wharf', 'bo-ana', 'bo', 'ana', 'D4'];
    expect(labels.map((id) => naming.label('berths', id))).toEqual([
      'North Pier',
      'Ana Byron and Bo',
      'Ana Wharf',
      'The Old Pier',
      'Bollard',
      'Ana Byron',
      'D4',
    ]);
    expect(naming.thing('berths', 'G4')).toBe('North Pier (G4)');
    expect(naming.label('wrecks', 'sunken-barge')).toBe('Sunken Barge');
    expect(naming.label('wrecks', 'ana-bo')).toBe('Ana Byron and Bo');
  });

  test('that is only a number is called by its collection in English, and by number elsewhere', () => {
    expect(naming.label('berths', '11')).toBe('Berth 11');
    expect(inPseudo.label('berths', '11')).toBe('⟦No 11⟧');
  });
});

test('finds the fields of each place in the state', () => {
  expect(naming.fieldsAt('players')).toBe(OIL);
  expect(naming.fieldsAt('game')).toBe(NEWS);
  expect(naming.fieldsAt('things', 'berths')).toBe(NAME);
  expect([
    naming.fieldsAt('things', 'wrecks'),
    naming.fieldsAt('things'),
    naming.fieldsAt('dynasty'),
  ]).toEqual([{}, {}, {}]);
  // A collection may be called `players` or `game`.
  expect(naming.fieldsAt('game', 'berths')).toBe(NEWS);
});

describe('a value', () => {
  test('is written in the game’s language, with a word for nothing', () => {
    const values = [true, false, null, '', 'none', [], {}, -5, '2024-03-01T09:00:00Z'];
    expect(values.map((one) => naming.value(one))).toEqual([
      'yes',
      'no',
      ...Array.from({ length: 5 }, () => 'nothing'),
      '−5',
      '2024-03-01 09:00 UTC',
    ]);
    expect([true, false, null].map((one) => inPseudo.value(one))).toEqual(['⟦yes⟧', '⟦no⟧', '⟦nothing⟧']);
    expect(inPseudo.value(-1234.5)).toBe(PSEUDO.number(-1234.5));
  });

  test('with several parts names each non-empty part, with people and ids by their names', () => {
    const value = { tideTable: 3, 'cy-dee': true, 'fog-bell': 1, bo: 2, berth: 'G4', empty: [], gone: null };
    expect(naming.value(value)).toBe('tide table 3, Cy yes, fog bell 1, Bo 2, berth North Pier (G4)');
    expect(naming.value(['ana', 'fog-bell', 7])).toBe('Ana Byron, fog bell, 7');
    const favour: ValueType = {
      kind: 'record',
      fields: { lender: { kind: 'text' }, ripe: { kind: 'boolean' } },
    };
    expect([true, false].map((ripe) => naming.value({ lender: 'bo', ripe }, favour))).toEqual([
      'lender Bo, ripe',
      'lender Bo, not ripe',
    ]);
  });

  test('is written the same if the game is unknown, in its language or in English', () => {
    expect(plainValue({ bo: true, 'fog-bell': -2 })).toBe('bo yes, fog bell −2');
    expect(plainValue(true, PSEUDO)).toBe('⟦yes⟧');
  });
});

test('reads a word as a person, a thing with an id of several words, or a plain word', () => {
  expect(['ana', 'cy-dee', 'ana-wharf', 'G4', '11', 'fog-bell'].map((word) => naming.word(word))).toEqual([
    'Ana Byron',
    'Cy',
    'Ana Wharf',
    'G4',
    '11',
    'fog bell',
  ]);
});

test('where anything may be meant, finds a thing by any id, after people', () => {
  expect(['ana', 'bo', 'ana-wharf', 'G4', '11', 'fog-bell'].map((word) => naming.anything(word))).toEqual([
    'Ana Byron',
    'Bo',
    'Ana Wharf',
    'North Pier (G4)',
    'Berth 11',
    'fog bell',
  ]);
});

describe('the rules’ own prose', () => {
  test('shows times, truth values and the rules’ ids as people read them', () => {
    expect(naming.prose('At 2024-03-01T09:00:00Z the ana-wharf → none, lit: true, wet: false.')).toBe(
      'At 2024-03-01 09:00 UTC the ana wharf → nothing, lit: yes, wet: no.',
    );
    expect(inPseudo.prose('Oil → none, lit: true, wet: false')).toBe(
      'Oil → ⟦nothing⟧, lit: ⟦yes⟧, wet: ⟦no⟧',
    );
    expect(naming.prose('true or: truer, → nonesuch')).toBe('true or: truer, → nonesuch');
  });

  test('keeps hyphenated words that no rule uses, and parts of a path', () => {
    expect(naming.prose('a well-known ana-wharf, see pages/ana-wharf')).toBe(
      'a well-known ana wharf, see pages/ana-wharf',
    );
  });

  test('can use other sources of ids, such as the words of actions', () => {
    const more = new Naming({ ...known, besides: [{ with: 'fog-bell' }] });
    expect(naming.prose('a fog-bell')).toBe('a fog-bell');
    expect(more.prose('a fog-bell')).toBe('a fog bell');
  });
});

describe('a choice', () => {
  const known = {
    model: {
      fields: { player: { oil: { type: { kind: 'integer', title: 'Lamp oil' }, rule: 'x' } } },
      collections: { rooms: { title: 'Rooms', fields: {} } },
      kinds: {},
    },
    state: {
      players: { tarn: { name: 'Tarn' }, 'red-ox': { name: 'Red' } },
      things: { rooms: { D4: { name: 'Hall' }, well: { name: 'The Well' } } },
      posts: {},
    },
  } as unknown as Known;

  test.each([
    ['players.tarn.oil', 'Tarn: Lamp oil'],
    ['players.tarn.deep-rest', 'Tarn: Deep rest'],
    ['players.nobody.oil', 'players.nobody.oil'],
    ['players.tarn', 'players.tarn'],
    ['rooms.tarn.oil', 'rooms.tarn.oil'],
    ['tarn', 'Tarn'],
    ['red-ox', 'Red'],
    ['D4', 'Hall (D4)'],
    ['well', 'The Well'],
    ['light-lamp', 'Light lamp'],
    ['Rope', 'Rope'],
    ['rope', 'rope'],
  ])('%s is called %s', (text, said) => {
    expect(new Naming(known).choice(text)).toBe(said);
  });
});

test.each([
  ['core', 'Basic rules'],
  ['dynastic', 'Dynastic rules'],
  ['special-case', 'Special case'],
  ['appendix', 'Appendix'],
  ['harbour', 'The Harbour'],
  ['nowhere', 'nowhere'],
])('the section %s is called %s', (id, title) => {
  const rules = [
    { path: 'quay', title: 'The Quay' },
    { path: 'harbour', title: 'The Harbour' },
  ];
  expect(titleOfSection(id, rules, wordingIn({ tag: 'en', texts: {} }))).toBe(title);
});
