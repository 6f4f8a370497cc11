import { expect, test } from 'vitest';

import { boolean, integer, optional, player } from '../rules/types.ts';
import { AT, playground, type Playground } from './fixtures/playground.ts';
import { newFrame } from './runtime.ts';
import { PostEntitySet } from './sets.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

function rooms(hooks: object = {}, views: Loose = () => ({})): Playground {
  const made = playground((game: Loose) => ({
    views: views(game),
    posts: { proposal: { votable: true }, cfj: { votable: true }, story: {} },
    player: { idle: boolean() },
    things: { rooms: { open: true, fields: { floorNumber: integer(), owner: optional(player()) } } },
    hooks,
  }));
  for (const id of ['ana', 'bo', 'cy']) made.kernel.assume(`players.${id}.idle`, id === 'bo');
  made.get(({ rooms: all, people }) => {
    all.add('hall', { floorNumber: 0, owner: people.get('ana') });
    all.add('attic', { floorNumber: 2 });
    all.add('loft', { floorNumber: 2 });
  });
  return made;
}

test('iterates, counts, searches and filters things by their values', () => {
  const { get } = rooms();
  expect(
    get(({ rooms: all, people }) => [
      [...all].map(({ id }) => id),
      all.size,
      all.map(({ id }: Loose) => id.length),
      all.filter(({ floorNumber }: Loose) => floorNumber > 1).length,
      all.find(({ floorNumber }: Loose) => floorNumber > 1).id,
      all.find(({ floorNumber }: Loose) => floorNumber > 9),
      [all.some(({ id }: Loose) => id === 'hall'), all.every(({ id }: Loose) => id === 'hall')],
      all.where({ 'floor-number': 2 }).map(({ id }: Loose) => id),
      all.where({ floorNumber: 2, owner: null }).length,
      all.where({ owner: people.get('ana') }).map(({ id }: Loose) => id),
      all.where({ owner: people.get('ana'), floorNumber: 2 }).length,
      [all.has(all.get('hall')), all.has(people.get('ana')), all.get('cellar')],
    ]),
  ).toEqual([
    ['hall', 'attic', 'loft'],
    3,
    [4, 5, 4],
    2,
    'attic',
    null,
    [true, false],
    ['attic', 'loft'],
    2,
    ['hall'],
    0,
    [true, false, null],
  ]);
});

test('numbers things on from the highest', () => {
  const { get } = rooms();
  expect(
    get(({ rooms: all }) => {
      const first = all.nextNumber('D');
      all.add('D4');
      all.add('Dx');
      return [
        first,
        all.nextNumber('D'),
        all.addNumbered('D', { floorNumber: 7 }).id,
        all.get('D5').floorNumber,
      ];
    }),
  ).toEqual([1, 5, 'D5', 7]);
  expect(
    get(({ rooms: all }) => {
      all.remove('D5');
      all.remove('nowhere');
      return all.nextNumber('D');
    }),
  ).toBe(5);
});

test('an id that some would read as a number doesn’t block the next one', () => {
  const { get } = rooms();
  const next = (id: string): unknown =>
    get(({ rooms: all }) => {
      all.add(id);
      return [all.addNumbered('D').id, all.addNumbered('D').id];
    });
  expect(next('D1e300')).toEqual(['D1', 'D2']);
  expect(next('D0x10')).toEqual(['D3', 'D4']);
  expect(next('D9007199254740991')).toEqual(['D5', 'D6']);
  expect(next('D999999999999999')).toEqual(['D1000000000000000', 'D1000000000000001']);
});

test('rules decide who counts as a player, and may decide differently for each rule', () => {
  const { get } = rooms({
    'not-a-player': ({ person, rule }: Loose) =>
      person.idle ? `${person.id} is idle` : rule === null && person.id === 'cy' ? 'cy only looks on' : null,
  });
  expect(
    get(({ players, people, whyNotPlayer }) => [
      people.size,
      [...players].map(({ id }) => id),
      [players.get('cy')?.id, players.get('bo'), players.get('nobody')],
      [whyNotPlayer(people.get('bo')), whyNotPlayer(people.get('ana'))],
      // It is asked again after a change.
      ((people.get('bo').idle = false), [...players].length),
    ]),
  ).toEqual([3, ['ana', 'cy'], ['cy', null, null], ['bo is idle', null], 3]);
});

test('asks again for another rule who is a player', () => {
  const { kernel, get } = playground(
    {
      player: { idle: boolean() },
      hooks: {
        'not-a-player': ({ person, rule }: Loose) =>
          rule?.title === 'Strict' && person.id === 'bo' ? 'bo is barred' : null,
      },
    },
    [
      {
        title: 'Strict',
        clause: ({ players, whyNotPlayer }: Loose) => ({
          hooks: { strict: ({ people }: Loose) => [players.size, whyNotPlayer(people.get('bo'))] },
        }),
      },
    ],
  );
  for (const id of ['ana', 'bo']) kernel.assume(`players.${id}.idle`, false);
  expect(
    get(({ players, people, whyNotPlayer, hook }) => [
      players.size,
      whyNotPlayer(people.get('bo')),
      hook('strict'),
    ]),
  ).toEqual([2, null, [1, 'bo is barred']]);
});

test('goes through the posts once, and then spares that effort', () => {
  const { kernel, take } = rooms();
  take({ type: 'post', id: 'P1', kind: 'proposal', title: 'One', text: '' });
  let count = 100;
  Object.assign(kernel.runtime, { counted: () => (count += 10) });
  kernel.runtime.frame = newFrame(false);
  kernel.forget();
  const posts = new PostEntitySet(kernel.runtime, false);
  expect([posts.size, kernel.runtime.frame.spared]).toEqual([1, 0]);
  expect([posts.size, kernel.runtime.frame.spared]).toEqual([1, 11]);
});

test('goes through the pending posts once, and then spares that effort and what others spared it', () => {
  const { kernel, take } = rooms();
  take({ type: 'post', id: 'P1', kind: 'proposal', title: 'One', text: '' });
  let count = 100;
  Object.assign(kernel.runtime, { counted: () => (count += 10) });
  kernel.runtime.frame = newFrame(false);
  kernel.forget();
  const posts = new PostEntitySet(kernel.runtime, false);
  for (let times = 0; times < 2; times++) expect(posts.size).toBe(1);
  const pending = (): readonly unknown[] => [posts.pending().length, kernel.runtime.frame.spared];
  // This saved the steps of making the posts for the second time.
  expect([pending(), kernel.runtime.caches.pending?.cost]).toEqual([[1, 22], 22]);
  expect(pending()).toEqual([1, 44]);
});

test('doesn’t take a thing for a person of the same name', () => {
  const { get } = rooms();
  expect(
    get(({ rooms: all, people }) => {
      all.add('ana');
      return [people.get('ana'), all.get('ana')].map((owner) => all.where({ owner }).length);
    }),
  ).toEqual([1, 0]);
});

test('everybody is a player if the rules give no reason against it', () => {
  const { get } = rooms({ 'not-a-player': () => undefined });
  expect(get(({ players, people, whyNotPlayer }) => [players.size, whyNotPlayer(people.get('bo'))])).toEqual([
    3,
    null,
  ]);
});

test('finds a person by id, in any spelling, and by name', () => {
  const { kernel, get } = playground({ player: { name: { kind: 'text' } } });
  kernel.assume('players.ana.name', ' Ana The First ');
  kernel.assume('players.90000.name', '');
  for (const id of ['bobby', 'cy']) kernel.assume(`players.${id}.name`, '');
  kernel.assume('players.bobby.name', 'cy');
  expect(
    get(({ people }) =>
      ['ana', ' ANA', 'ana the first', 90_000, 'cy', 'CY', 'bo', null, {}].map(
        (one) => people.get(one)?.id ?? null,
      ),
    ),
  ).toEqual(['ana', 'ana', 'ana', '90000', 'cy', 'bobby', null, null, null]);
});

test('matters are the posts that are voted on, in the order of arrival', () => {
  const { kernel, get, take } = rooms();
  for (const [id, kind] of [
    ['P1', 'proposal'],
    ['S1', 'story'],
    ['C1', 'cfj'],
  ] as const)
    take({ type: 'post', id, kind, title: id, text: '' });
  const { posts: all, ...state } = structuredClone(kernel.state);
  // A category that no rule defines any more.
  const gone = { ...(all['P1'] as Loose), id: 'G1', kind: 'gone', n: 4, status: null };
  kernel.load({ ...state, posts: { G1: gone, ...Object.fromEntries(Object.entries(all).reverse()) } });
  const ids = (of: Loose): string[] => [...of].map(({ id }) => id);
  expect(
    get(({ matters, posts }) => [
      ids(matters),
      ids(posts),
      ids(matters.pending()),
      ids(matters.pending('cfj')),
      ids(posts.pending('story')),
      matters.get('S1')?.id,
    ]),
  ).toEqual([['P1', 'C1'], ['P1', 'S1', 'C1', 'G1'], ['P1', 'C1'], ['C1'], [], 'S1']);
});

test('rules go through the existing posts, earliest first, whatever comes, changes or goes', () => {
  const { kernel, get, take } = rooms();
  const seen = (): unknown =>
    get(({ posts, matters }) => [posts, matters].map((of) => of.map(({ id }: Loose) => id).join(' ')));
  for (const id of ['1', '2', '3']) take({ type: 'post', id, kind: 'story', title: id, text: '' });
  expect(seen()).toEqual(['1 2 3', '']);
  take({ type: 'recategorise', on: '1', kind: 'cfj' } as Loose);
  expect(seen()).toEqual(['1 2 3', '1']);
  kernel.hold();
  take({ type: 'post', id: 'b', kind: 'proposal', title: 'B', text: '' });
  expect(seen()).toEqual(['1 2 3 b', '1 b']);
  kernel.rewind();
  expect(seen()).toEqual(['1 2 3', '1']);
  get(({ posts }) => posts.all().reverse());
  expect(seen()).toEqual(['1 2 3', '1']);
});

test('the last vote of each person is the last not withdrawn, in the order of their first votes', () => {
  const { kernel, get, take } = rooms();
  take({ type: 'post', id: 'P1', kind: 'proposal', title: 'P1', text: '' });
  const { posts, ...state } = structuredClone(kernel.state);
  const lastVotes = (uses: readonly (readonly [by: string, vote: string, withdrawn?: true])[]): string => {
    const all = uses.map(([by, vote, withdrawn]) => ({
      by,
      vote,
      withdrawn,
      at: AT,
      via: 'comment',
      comment: null,
    }));
    kernel.load({ ...state, posts: { P1: { ...posts['P1'], uses: all } } } as Loose);
    return get(({ matters }) => {
      const votes = matters.get('P1').lastVotes;
      return [JSON.stringify(votes), Object.isFrozen(votes), votes === matters.get('P1').lastVotes].join(' ');
    }) as string;
  };
  expect(
    lastVotes([
      ['bo', 'FOR'],
      ['cy', 'FOR'],
      ['bo', 'AGAINST'],
      ['dee', 'FOR', true],
    ]),
  ).toBe('{"bo":"AGAINST","cy":"FOR"} true true');
  expect(
    lastVotes([
      ['bo', 'FOR'],
      ['bo', 'VETO', true],
    ]),
  ).toBe('{"bo":"FOR"} true true');
  expect(
    lastVotes([
      ['bo', '“no”'],
      ['7', 'FOR'],
      ['__proto__', 'FOR'],
      ['constructor', 'FOR'],
    ]),
  ).toBe('{"7":"FOR","bo":"“no”","__proto__":"FOR","constructor":"FOR"} true true');
});

test('what is pending stays known until a matter becomes pending or ceases to be', () => {
  const { kernel, get, take, run } = rooms();
  let count = 0;
  Object.assign(kernel.runtime, { counted: () => (count += 5) });
  for (const id of ['P1', 'P2', 'P3']) take({ type: 'post', id, kind: 'proposal', title: id, text: '' });
  const pending = (kind?: string): string[] =>
    get(({ matters }) => matters.pending(kind).map(({ id }: Loose) => id)) as string[];
  expect(pending()).toEqual(['P1', 'P2', 'P3']);
  const known = kernel.runtime.caches.pending;
  take({ type: 'comment', on: 'P2', id: 'c1', text: 'Well.' });
  expect(pending('proposal')).toEqual(['P1', 'P2', 'P3']);
  expect(kernel.runtime.caches.pending).toBe(known);
  const { spared } = kernel.runtime.frame;
  expect(spared).toBe(known?.cost);
  // This costs at least as much as making the posts too.
  expect(known?.cost).toBeGreaterThan(5);
  run(({ matters, fail }) => fail(matters.get('P2')));
  expect(pending()).toEqual(['P1', 'P3']);
  take({ type: 'post', id: 'P4', kind: 'proposal', title: 'P4', text: '' });
  expect(pending()).toEqual(['P1', 'P3', 'P4']);
  run(({ posts, people, recategorise }) => recategorise(people.get('ana'), posts.get('P1'), 'cfj'));
  expect([pending('proposal'), pending('cfj'), pending('story')]).toEqual([['P3', 'P4'], ['P1'], []]);
  run(({ posts, people, recategorise }) => recategorise(people.get('ana'), posts.get('P1'), 'story'));
  expect(pending()).toEqual(['P3', 'P4']);
});

test('answers about all pending matters hold while people comment; one about a single matter is recomputed', () => {
  const asked: string[] = [];
  const { get, take, run } = rooms({}, ({ matters }: Loose) => ({
    open: {
      of: 'game',
      returns: { kind: 'integer' },
      value: () => asked.push('open') && matters.pending().length,
    },
    talk: {
      of: 'matter',
      returns: { kind: 'integer' },
      value: (matter: Loose) => asked.push(matter.id) && matter.comments.length,
    },
  }));
  for (const id of ['P1', 'P2']) take({ type: 'post', id, kind: 'proposal', title: id, text: '' });
  const shown = (): unknown => {
    asked.length = 0;
    const seen = get(({ view, matters }) => [
      view('open', 'game'),
      ...matters.map((one: Loose) => view('talk', one)),
    ]);
    return [seen, asked.join(' ')];
  };
  expect(shown()).toEqual([[2, 0, 0], 'open P1 P2']);
  expect(shown()).toEqual([[2, 0, 0], '']);
  take({ type: 'comment', on: 'P2', id: 'c1', text: 'Well.' });
  expect(shown()).toEqual([[2, 0, 1], 'P2']);
  run(({ matters, fail }) => fail(matters.get('P1')));
  expect(shown()).toEqual([[1, 0, 1], 'open P1']);
});

test('what is pending in one game, or under some rules, isn’t carried over to another', () => {
  const { kernel, get, take } = rooms();
  const pending = (): unknown => get(({ matters }) => matters.pending().map(({ id }: Loose) => id));
  take({ type: 'post', id: 'P1', kind: 'proposal', title: 'P1', text: '' });
  const { posts, ...state } = structuredClone(kernel.state);
  expect(pending()).toEqual(['P1']);
  const other = { ...(posts['P1'] as Loose), id: 'Q1' };
  kernel.load({ ...state, posts: { Q1: other } });
  expect(pending()).toEqual(['Q1']);
  const [before] = kernel.runtime.caches.pending?.matters ?? [];
  kernel.link(kernel.runtime.model.manifest);
  expect(pending()).toEqual(['Q1']);
  // It is a different object, with the variables of the present rules.
  expect(kernel.runtime.caches.pending?.matters[0]?.post).not.toBe(before?.post);
});

test('finds something by its id too, and among players only those who play', () => {
  const { get } = rooms({
    'not-a-player': ({ person }: Loose) => (person.idle ? 'idle' : null),
  });
  expect(
    get(({ rooms: all, people, players }) => [
      ...['hall', 'cellar', ''].map((id) => all.has(id)),
      ...['ana', 'bo', 'dee'].flatMap((id) => [people.has(id), players.has(id)]),
    ]),
  ).toEqual([true, false, false, true, true, true, false, false, false]);
});
