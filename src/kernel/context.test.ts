import { describe, expect, test } from 'vitest';

import { integer, list, text } from '../rules/types.ts';
import { kernelWith, type TestRule } from './fixtures/kernel-with.ts';
import { AT, playground, whyNot } from './fixtures/playground.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

/** A value that a clause saw while it was being defined. */
function seenWhileDefining(view: (game: Loose) => unknown, more: object = {}): unknown {
  let seen: unknown;
  kernelWith([
    {
      title: 'Looker',
      values: { size: '4', until: '3, and 5 from 2030-01-01' },
      lists: { lords: ['Ana', 'Bo'] },
      clause: (game) => {
        seen = view(game);
        return { game: { turn: integer({ start: 2 }) }, ...more };
      },
    },
  ]);
  return seen;
}

describe('while a rule is being defined', () => {
  test('its own text exists, but no time yet', () => {
    expect(seenWhileDefining(({ value, list: items }) => [value('size'), items('lords')])).toEqual([
      4,
      ['Ana', 'Bo'],
    ]);
    expect(seenWhileDefining(({ value }) => value('until'))).toBe(3);
    expect(() => seenWhileDefining(({ now }) => String(now))).toThrow(
      'there is no time yet while rules are defined: take `now` in the handler, as in check({ now })',
    );
  });

  test('an unknown name is taken for a collection, spelled as clauses write it', () => {
    const kernel = kernelWith([
      {
        title: 'Rooms',
        clause: ({ mainRooms, players }) => ({
          things: { mainRooms: { fields: { size: integer({ start: 3 }) }, ids: ['hall', 'loft'] } },
          views: {
            many: { of: 'game', returns: integer(), value: () => mainRooms.size },
            all: { of: 'game', returns: integer(), value: () => players.size },
          },
        }),
      },
    ]);
    kernel.assume('players.ana', {});
    expect([kernel.read(AT, ['many']), kernel.read(AT, ['all'])]).toEqual([2, 1]);
  });

  test('the game, the dynasty and the emperor can be kept, to be read and written when it runs', () => {
    const on = playground(({ game, dynasty, emperor }: Loose) => ({
      game: { turn: integer({ start: 2 }) },
      dynasty: { number: integer({ start: 5 }) },
      emperor: { plan: integer({ start: 7 }) },
      views: {
        sum: {
          of: 'game',
          returns: list(integer()),
          value: () => [game.turn, dynasty.number, emperor.plan],
        },
        has: {
          of: 'game',
          returns: list(text()),
          value: () => ['turn', 'trun'].map((name) => String(name in game)),
        },
        says: { of: 'game', returns: text(), value: () => game.label },
      },
      actions: {
        'kept-turn': {
          by: 'anybody',
          effect: () => {
            game.turn = 3;
            game.gain('turn', 4);
          },
        },
      },
    }));
    expect(on.read('views.sum')).toEqual([2, 5, 7]);
    expect(on.read('views.has')).toEqual(['true', 'false']);
    expect(on.read('views.says')).toBe('the game');
    expect(whyNot(on.take({ type: 'act', action: 'kept-turn', with: {} }))).toBe('');
    expect(on.read('views.sum')).toEqual([7, 5, 7]);
  });

  test('nothing can be stored on what it gets, and only existing names are there', () => {
    const outcomes = seenWhileDefining((game) => [
      Reflect.set(game, 'mark', 1),
      'refuse' in game,
      'mark' in game,
      Reflect.getPrototypeOf(game),
      Reflect.ownKeys(game),
    ]);
    expect(outcomes).toEqual([false, true, false, null, []]);
    const onGame = (game: Loose): unknown => Reflect.set(game.game, 'mark', 1);
    expect(() => seenWhileDefining(onGame)).toThrow('no rule says anything about “mark”');
  });
});

describe('what a clause gets', () => {
  test('lets a refusal name the parameter at fault, or none', () => {
    const on = playground({});
    const refused = (run: (game: Loose) => unknown): unknown => {
      const result = on.run(run);
      return result.ok ? null : [result.refusal.reason, result.refusal.param];
    };
    expect(refused(({ refuse }) => refuse('too late'))).toEqual(['too late', null]);
    expect(refused(({ refuse }) => refuse('room', 'it is lit'))).toEqual(['it is lit', 'room']);
    expect(refused(({ refuse }) => refuse(7, 'it is lit'))).toEqual(['it is lit', '7']);
  });

  test('tells why the picture at an address can’t be had', () => {
    const on = playground({
      actions: {
        look: {
          by: 'anybody',
          effect: ({ pictureProblem, result }: Loose) =>
            result(['https://example.org/a.png', 'https://example.org/b.png'].map(pictureProblem)),
        },
      },
    });
    const pictures = { 'https://example.org/a.png': { problem: 'it is no picture' } };
    expect(on.take({ type: 'act', action: 'look', with: {}, pictures })).toMatchObject({
      ok: true,
      result: ['it is no picture', null],
    });
  });

  test('has the current time, the ledger and its length', () => {
    const lines = [{ what: 'first' }, { what: 'last' }];
    const on = playground({});
    (on.kernel.runtime as Loose).ledger = { length: 2, at: (index: number) => lines.at(index) };
    expect(on.get(({ now, ledger }) => [now, ledger.length, ledger.at(-1).what])).toEqual([AT, 2, 'last']);
  });

  test('recomputes an answer that depends on the time or the ledger when they change', () => {
    const lines = [{ what: 'first' }];
    const on = playground({
      views: {
        today: { of: 'game', returns: text(), value: (): string => game.now },
        long: { of: 'game', returns: integer(), value: (): number => game.ledger.length },
        last: { of: 'game', returns: text(), value: (): string => game.ledger.at(-1).what },
      },
      hooks: { keep: (words: Loose) => void (game = words) },
    });
    let game: Loose = null;
    (on.kernel.runtime as Loose).ledger = {
      get length() {
        return lines.length;
      },
      at: (index: number) => lines.at(index),
    };
    on.kernel.ask('keep', {});
    const read = (at: string): unknown => ['today', 'long', 'last'].map((view) => on.kernel.read(at, [view]));
    expect(read(AT)).toEqual([AT, 1, 'first']);
    lines.push({ what: 'second' });
    expect(read('2021-06-19T09:00:00Z')).toEqual(['2021-06-19T09:00:00Z', 2, 'second']);
  });

  test('lets rules make posts and comments, change categories and fail matters', () => {
    const on = playground({
      posts: { story: { title: 'Story' }, motion: { votable: true } },
      hooks: { 'may-fail': () => 'permit' },
    });
    on.take({ type: 'post', id: 'M1', kind: 'motion', title: 'One', text: '' });
    on.get(({ post, comment, recategorise, posts, actor }) => {
      const made = post({ kind: 'story', title: 'A story', text: 'Once.', author: actor });
      comment(made, 'And so on.');
      recategorise(actor, posts.get('M1'), 'story');
    });
    expect(on.read('posts.story-2')).toMatchObject({ title: 'A story', text: 'Once.', author: 'ana' });
    expect(on.kernel.state.posts['story-2']).toMatchObject({
      byEngine: true,
      comments: [{ by: 'engine', text: 'And so on.' }],
    });
    expect(on.kernel.state.posts['M1']).toMatchObject({ kind: 'story', status: null });
    on.take({ type: 'post', id: 'M2', kind: 'motion', title: 'Two', text: '' });
    on.get(({ fail, matters }) => fail(matters.get('M2')));
    expect(on.kernel.state.posts['M2']).toMatchObject({ status: 'failed', resolvedBy: null });
  });

  test('sets values by a path, returns a result, and reverts changes', () => {
    const on = playground({ game: { turn: integer({ start: 2 }), names: list(text()) } });
    const set = on.run(({ setPath }) => {
      setPath('game.turn', 9);
      return { turn: 9 };
    });
    expect(set).toMatchObject({ ok: true, result: { turn: 9 } });
    expect(on.read('game.turn')).toBe(9);
    const changes = (set as Loose).changes.filter(({ path }: Loose) => path[0] === 'game');
    on.get(({ revert }) => revert(changes));
    expect(on.read('game.turn')).toBe(2);
  });

  test('refuses a limit that is used up, by the answer to may-repeat', () => {
    const on = playground({
      hooks: { 'may-repeat': ({ last, refuse }: Loose) => last !== null && refuse('once') },
    });
    const once = ({ limit, actor }: Loose): void => limit({ frequency: 'daily', key: 'favour', who: actor });
    expect([whyNot(on.run(once)), whyNot(on.run(once))]).toEqual(['', 'once']);
    expect(on.kernel.state.taken).toMatchObject({ favour: { ana: AT } });
  });

  test('finds submissions of a kind, or those with certain public words', () => {
    const on = playground({
      submissions: { bid: { by: 'anybody', open: { lot: text() }, with: { sum: integer() } } },
    });
    for (const [by, lot] of [
      ['ana', 'boat'],
      ['bo', 'cart'],
    ] as const)
      on.take({ type: 'seal', submission: 'bid', with: { lot, sum: 3 } } as Loose, by);
    expect(on.get(({ submissions }) => submissions('bid').map(({ by }: Loose) => by.id))).toEqual([
      'ana',
      'bo',
    ]);
    expect(
      on.get(({ submissions }) => submissions('bid', { lot: 'cart' }).map(({ by }: Loose) => by.id)),
    ).toEqual(['bo']);
  });

  test('tells why somebody isn’t a player, for the rule that asks', () => {
    const on = playground({
      hooks: {
        'not-a-player': ({ person, rule }: Loose) => (person.id === 'ana' ? null : `not for ${rule?.title}`),
      },
    });
    on.take({ type: 'heard' }, 'bo');
    expect(on.get(({ whyNotPlayer, people }) => people.map((one: Loose) => whyNotPlayer(one)))).toEqual([
      'not for Playground',
      null,
    ]);
    expect(on.get(({ players }) => players.map(({ id }: Loose) => id))).toEqual(['ana']);
  });
});

describe('the ruleset as a clause sees it', () => {
  const other: TestRule = {
    section: 'dynastic',
    title: 'Lanterns',
    clause: () => ({ actions: { light: { by: 'anybody' } } }),
  };

  test('has rules, terms, the rule of an action, and the variables of players', () => {
    const on = playground({ player: { oil: integer() } }, [other]);
    expect(
      on.get(({ ruleset, rule }) => ({
        rules: ruleset.rules.map(({ title }: Loose) => title),
        terms: ruleset.terms,
        head: ruleset.theEmperor,
        found: ruleset.find('lanterns').path,
        none: ruleset.find('Candles'),
        all: ruleset.findAll('Lanterns').length,
        action: ruleset.definesAction('light').title,
        noAction: ruleset.definesAction('dim'),
        fields: ruleset.fields('player').map(({ id, type, rule: own }: Loose) => [id, type.kind, own.title]),
        own: rule.title,
      })),
    ).toEqual({
      rules: ['Playground', 'Lanterns'],
      terms: { player: 'Player', players: 'Players' },
      head: 'the Emperor',
      found: 'dynastic/lanterns',
      none: null,
      all: 1,
      action: 'Lanterns',
      noAction: null,
      fields: [['oil', 'integer', 'Playground']],
      own: 'Playground',
    });
  });

  test('is changed only together with the action that asks for it', () => {
    const on = playground({ game: { turn: integer() } });
    const result = on.run(({ ruleset, game }) => {
      game.turn = 1;
      ruleset.writeList('lords', ['Ana']);
      ruleset.amend({ type: 'repeal-rule', path: 'core/playground' });
    });
    expect(result).toMatchObject({
      ok: true,
      amendments: [
        { type: 'write-list', path: 'core/playground', list: 'lords', items: ['Ana'] },
        { type: 'repeal-rule', path: 'core/playground' },
      ],
    });
    expect(() => on.run(() => null)).toThrow('the previous step is still open');
    on.kernel.undo();
    expect(on.read('game.turn')).toBe(0);
  });
});

describe('names of collections', () => {
  test('never hide what a rule has anyway', () => {
    const on = playground({
      things: { list: { ids: ['one'] }, people: { ids: ['two'] }, favourOffers: { ids: ['three'] } },
    });
    expect(
      on.get((game) => [
        typeof game.list,
        game.people.map(({ id }: Loose) => id),
        game.favourOffers.map(({ id }: Loose) => id),
      ]),
    ).toEqual(['function', ['ana'], ['three']]);
  });
});

describe('what all clauses share', () => {
  test('is deeply frozen, and so are the ways to it', () => {
    const on = playground({ things: { rooms: { ids: ['hall'] } } });
    on.get((game) => {
      const own = Object.getPrototypeOf(game) as object;
      const shared = Object.getPrototypeOf(own) as object;
      expect(Object.isFrozen(own)).toBe(true);
      for (const key of ['dice', 'secret', 'matters', 'ruleset', 'ledger', 'refuse'])
        expect(Object.isFrozen(Reflect.get(shared, key)), key).toBe(true);
      for (const key of ['now', 'game', 'dynasty', 'emperor'])
        expect(Object.isFrozen(Object.getOwnPropertyDescriptor(shared, key)?.get), key).toBe(true);
    });
  });
});

test('a value with a date is today’s, even if the rules couldn’t be defined anew', () => {
  const state = { isBroken: false };
  const rule: TestRule = {
    title: 'Dated',
    values: { oil: '3, and 5 from 2030-01-01' },
    clause: ({ value }: Loose) => {
      if (state.isBroken) throw new Error('broken');
      return { views: { oil: { of: 'game', returns: integer(), value: () => value('oil') } } };
    },
  };
  const kernel = kernelWith([rule]);
  expect(kernel.read('2029-12-31T00:00:00Z', ['oil'])).toBe(3);
  state.isBroken = true;
  expect(kernel.read('2030-01-01T00:00:00Z', ['oil'])).toBe(5);
});
