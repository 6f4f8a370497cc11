import { beforeAll, expect, test } from 'vitest';

import { EVENTFUL, type Desk } from '../session/fixtures/desk.ts';
import { sessionWith } from '../session/fixtures/session.ts';
import { choicesFrom } from './choices-from.ts';

const TIDES = {
  'dynastic/tides.md':
    '---\ntitle: Tides\norder: 1\n---\nThese are the [Tides](#table:tides) and the [Winds](#list:winds).\n\n| Tide | Height |\n| --- | --- |\n| ebb | 1 |\n| flood | 3 |\n\n- east\n- west\n',
  'dynastic/tides.ts': `import { action, data, derive, integer, list, rule, text } from 'gitnomic/rules';
const own = (value, more = {}) => derive({ of: 'player', returns: data(), value, ...more });
export default rule(({ ledger }) => ({
  player: { boats: integer({ start: 2 }), luck: integer({ private: true, start: 7 }) },
  things: {
    berths: { title: 'Berths', ids: ['b1', 'north-quay'], fields: { depth: integer({ start: 4 }), gold: integer({ private: true, start: 9 }) } },
    bare: { title: 'Bare', ids: ['c2'], fields: {} },
    none: { title: 'None', fields: { size: integer() } },
  },
  views: {
    lines: derive({ of: 'game', returns: data(), value: () => [ledger.length - 1, 'bo', 'else', 99999] }),
    nothing: derive({ of: 'game', returns: data(), value: () => null }),
    places: derive({ of: 'game', returns: data(), value: () => ['b1', 'north-quay', 'bandages', 'players.bo.boats'] }),
    words: derive({ of: 'game', returns: data(), value: () => ['Rod of smoothing', 'bandages'] }),
    hidden: derive({ of: 'game', private: true, returns: data(), value: () => ['ana'] }),
    mates: own((one) => [one.id, 'dog']),
    loners: own((one) => (one.id === 'bo' ? ['cat'] : null)),
    nobodys: own(() => null),
    shut: own(() => ['x'], { private: true }),
    lucky: own((one) => ['luck ' + one.luck], { private: true, own: true }),
  },
  actions: { wade: action({ title: 'Wade', sentence: 'waded in', effect() {} }) },
}));
`,
};

let desk: Desk;
beforeAll(async () => {
  desk = await sessionWith({
    rules: TIDES,
    players: EVENTFUL.players ?? [],
    posts: [{ by: 'bo', title: 'Lamps', says: [['ana', '/act wade']] }],
  });
});
type Listed = readonly string[] | null;
const ALL: Listed = ['ana', 'dog', 'bo: Robert Bower', 'cy', 'dee', 'eli', 'fay'];
/** The choices as a page lists them: `value: label`, or the value alone if it is the label too. */
const from = (source: string, who: string | null = null): Listed =>
  choicesFrom(
    desk.session.position.open.play,
    desk.now,
    who,
  )(source)?.map(({ value, label }) => (value === label ? value : `${value}: ${label}`)) ?? null;

test.each<[string, Listed]>([
  ['dynastic-rules', ['Tides: 2.1 Tides', 'Proving Ground: 2.2 Proving Ground']],
  ['players', ['ana', 'bo: Robert Bower', 'cy', 'dee', 'eli', 'fay']],
  // A thing with a mere number is told by what everybody may know of it.
  ['berths', ['b1: Berth 1: Depth 4', 'north-quay: North Quay']],
  ['bare', ['c2: Bare 2']],
  ['none', []],
  ['tides', ['ebb', 'flood']],
  ['winds', ['east', 'west']],
  // A line of the ledger is described as in the ledger, and a line that doesn’t exist is left out.
  ['lines', ['0: ana waded in (2024-03-01 09:00 UTC)', 'bo: Robert Bower', 'else']],
  ['nothing', null],
  [
    'places',
    [
      'b1: Berth 1: Depth 4',
      'north-quay: North Quay',
      'bandages: Bandages',
      'players.bo.boats: Robert Bower: Boats',
    ],
  ],
  ['words', ['Rod of smoothing', 'bandages']],
  ['hidden', null],
  ['no-such-source', null],
])('%s: the choices are the same for everybody', (source, choices) => {
  for (const who of [null, 'ana', 'bo', 'somebody else']) expect(from(source, who)).toEqual(choices);
});

test('lists all rules, or those of one section', () => {
  const { rules } = desk.session.position.open.play.manifest;
  expect(from('rules')).toEqual(rules.map(({ number, title }) => `${title}: ${number} ${title}`));
  const special = from('special-cases');
  expect(special?.slice(0, 2)).toEqual([
    'Seasonal Downtime: 3.1 Seasonal Downtime',
    'Dormancy: 3.2 Dormancy',
  ]);
  expect(special?.every((one) => /: 3\.\d+ /u.test(one))).toBe(true);
});

test.each<[source: string, who: string | null, own: Listed, elsewhere: Listed]>([
  ['mates', 'ana', ['ana', 'dog'], ['ana', 'dog']],
  ['mates', 'stranger', null, null],
  // If nobody is known, it is what anybody could choose.
  ['mates', null, ALL, ALL],
  ['loners', 'ana', null, null],
  ['loners', 'bo', ['cat'], ['cat']],
  ['loners', null, ['cat'], ['cat']],
  ['nobodys', null, null, null],
  ['shut', 'ana', null, null],
  ['shut', null, null, null],
  ['lucky', 'ana', ['luck 7'], ['luck 7']],
  ['lucky', 'stranger', null, null],
  ['lucky', null, null, ['luck 7']],
])(
  'lists the choices from the view %s for %s, with and without access to secrets',
  (source, who, own, elsewhere) => {
    const { play } = desk.session.position.open;
    const { runsInPrivate } = play;
    try {
      play.runsInPrivate = () => true;
      expect(from(source, who)).toEqual(own);
      play.runsInPrivate = () => false;
      expect(from(source, who)).toEqual(elsewhere);
    } finally {
      play.runsInPrivate = runsInPrivate;
    }
  },
);

test('reads each source only once', () => {
  const once = choicesFrom(desk.session.position.open.play, desk.now);
  const [tides, nothing] = [once('tides'), once('nothing')];
  expect(once('tides')).toBe(tides);
  expect([nothing, once('nothing')]).toEqual([null, null]);
});
