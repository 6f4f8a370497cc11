// Reports values that are lost or change their kind, and actions that disappear, when other rules come into force.
import { expect, test } from 'vitest';

import { emptyState, type State } from '../kernel/state.ts';
import { describeCarried, type GameSeen } from './carried-over.ts';

const number = { kind: 'integer' };
const words = { kind: 'text' };

const seen = (model: object, state: Partial<State> = {}): GameSeen => ({
  model: {
    fields: {},
    collections: {},
    actions: {},
    submissions: {},
    times: {},
    kinds: {},
    ...model,
  } as never,
  state: { ...emptyState(), ...state },
  files: new Map(),
});
const fieldsOf = (scope: string, fields: Readonly<Record<string, object>>): object => ({
  fields: { [scope]: Object.fromEntries(Object.entries(fields).map(([id, type]) => [id, { type }])) },
});
const players = (values: Readonly<Record<string, object>>): Partial<State> => ({ players: values as never });
const oil = (type: object): object => fieldsOf('player', { oil: type });
const NOTHING = seen({});
const many = (n: number): Partial<State> =>
  players(Object.fromEntries(Array.from({ length: n }, (_, at) => [`p${at}`, { oil: 3 }])));

test.each<readonly [what: string, before: GameSeen, after: GameSeen, told: readonly string[]]>([
  ['nothing', NOTHING, NOTHING, []],
  [
    'values that differ from the first one',
    seen(oil(number), players({ ana: { oil: 3 }, bo: { oil: 0 }, cy: { oil: null }, dee: {} })),
    NOTHING,
    ['players.oil would no longer be tracked, and this would be lost: ana 3'],
  ],
  [
    'values that differ from another first one',
    seen(oil({ ...number, start: 3 }), players({ ana: { oil: 3 }, bo: { oil: 0 } })),
    NOTHING,
    ['players.oil would no longer be tracked, and this would be lost: bo 0'],
  ],
  [
    'a text that is empty',
    seen(oil({ ...words, start: 'much' }), players({ ana: { oil: '' }, bo: { oil: 'none' } })),
    NOTHING,
    ['players.oil would no longer be tracked, and this would be lost: ana nothing, bo “none”'],
  ],
  ['values that are as at first', seen(oil(number), players({ ana: { oil: 0 } })), NOTHING, []],
  ['what nobody sees', seen(oil({ ...number, shown: false }), players({ ana: { oil: 3 } })), NOTHING, []],
  [
    'a value with a title, a text of the game, an empty one, and things',
    seen(
      {
        fields: {
          player: { oil: { type: { ...number, title: 'Lamp Oil' } } },
          game: { motto: { type: words }, tide: { type: number } },
          emperor: { wish: { type: words } },
          dynasty: { theme: { type: words } },
        },
        collections: { rooms: { fields: { owner: { type: words } } } },
      },
      {
        ...players({ ana: { oil: 3 } }),
        game: { motto: 'Ebb', tide: 4 },
        dynasty: { theme: 'Sea' },
        emperor: { wish: 'Salt' },
        things: { rooms: { hall: { owner: 'bo' }, cave: { owner: '' } } },
      },
    ),
    NOTHING,
    [
      'Lamp Oil would no longer be tracked, and this would be lost: ana 3',
      'game.motto would no longer be tracked, and this would be lost: “Ebb”',
      'game.tide would no longer be tracked, and this would be lost: 4',
      'emperor.wish would no longer be tracked, and this would be lost: “Salt”',
      'dynasty.theme would no longer be tracked, and this would be lost: “Sea”',
      'rooms.owner would no longer be tracked, and this would be lost: hall “bo”',
    ],
  ],
  [
    'values of posts',
    seen(fieldsOf('post', { mood: words }), { posts: { 7: { id: '7', fields: { mood: 'glad' } } as never } }),
    NOTHING,
    ['posts.mood would no longer be tracked, and this would be lost: 7 “glad”'],
  ],
  [
    'values of another kind, where they differ',
    seen(oil(number), players({ ana: { oil: 3 }, bo: { oil: 0 }, cy: { oil: 5 } })),
    seen(oil(words), players({ ana: { oil: '3' }, bo: { oil: 0 } })),
    ['players.oil becomes another kind of value, and so does ana 3 → “3”'],
  ],
  [
    'values of the same kind, whatever they are',
    seen(oil(number), players({ ana: { oil: 3 } })),
    seen(oil(number), players({ ana: { oil: 4 } })),
    [],
  ],
  [
    'another kind with the same values',
    seen(oil(number), players({ ana: { oil: 3 } })),
    seen(oil({ ...number, min: 0 }), players({ ana: { oil: 3 } })),
    [],
  ],
  [
    'the first eight of many',
    seen(oil(number), many(10)),
    NOTHING,
    [
      `players.oil would no longer be tracked, and this would be lost: ${Array.from({ length: 8 }, (_, at) => `p${at} 3`).join(', ')} and 2 more`,
    ],
  ],
  [
    'all of eight',
    seen(oil(number), many(8)),
    NOTHING,
    [
      `players.oil would no longer be tracked, and this would be lost: ${Array.from({ length: 8 }, (_, at) => `p${at} 3`).join(', ')}`,
    ],
  ],
  [
    'what the computer did, and kinds of posts',
    seen({
      actions: { sow: { title: 'Sow grain' }, 'reap-it': {} },
      submissions: { bid: { title: 'Bid' } },
      times: { tide: {} },
      kinds: { tale: { title: 'Tale' }, dov: {} },
    }),
    seen({ actions: { sow: {} }, kinds: { dov: {} } }),
    [
      'from then on the computer no longer does “reap it”, “Bid”, “tide”',
      'from then on nobody can post “Tale”, and open ones stay undecided',
    ],
  ],
])('reports what a change of rules does to values and actions: %s', (_, before, after, told) => {
  expect(describeCarried(before, after)).toEqual(told);
});
