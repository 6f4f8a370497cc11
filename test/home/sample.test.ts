// The sample game of a library is played as its script says, each step at its time.
import { expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import type { Home, Wish } from '../../src/host/host.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { beginSample, samplesIn } from '../../src/seat/sample.ts';
import { withPosition } from '../../src/seat/read-table.ts';

const NOW = '2024-03-11T09:00:00Z';
const script = (moves: string, more = ''): ReadonlyMap<string, string> =>
  new Map([
    [
      'sample-tiny.yml',
      `name: Tiny\ncore: '2021'\ndynasty: proving\nplayers: [Ana Q, Bo, Cy, Dee, Eli, Fay]\nadmins: [Ana Q]\nemperor: Cy\nbegan: 100\n${more}moves:\n${moves}`,
    ],
  ]);

interface Began {
  readonly home: Home;
  readonly wishes: object[];
  readonly dates: string[];
  game: HomeGame | null;
}

/** A machine on which a game is begun in memory, whose clock is the one that the script moves. */
function machine(): Began {
  const [wishes, dates]: [object[], string[]] = [[], []];
  const began: Began = { wishes, dates, game: null, home: null as unknown as Home };
  const home = {
    begin: async (_folder: string, _library: unknown, wish: Wish, { now }: { now: () => string }) => {
      wishes.push(wish);
      dates.push(now());
      const players = wish.players.map((one) => ({ ...one, account: one.id }));
      const game = await homeWith({ ...wish, players, at: now() });
      const atTime = (): void => game.forward(Date.parse(now()) - Date.parse(game.now()));
      atTime();
      began.game = {
        ...game,
        say: (...words) => (atTime(), game.say(...words)),
        people: { ...game.people, open: (...words) => (atTime(), game.people.open(...words)) },
        tick: (...words) => (atTime(), game.tick(...words)),
      };
      return began.game;
    },
    open: (_folder: string, { now = NOW }: { now?: string }) => {
      dates.push(now);
      return Promise.resolve(began.game);
    },
  };
  return Object.assign(began, { home: home as unknown as Home });
}

const begin = async (of: Began, library: ReadonlyMap<string, string>): Promise<readonly string[]> => {
  const said: string[] = [];
  await beginSample(of.home, '/game', library, NOW, (line) => said.push(line), { of: 'tiny' });
  return said;
};

test('people propose, vote, talk and act, each at their time', async () => {
  const of = machine();
  const said = await begin(
    of,
    script(`
  - { ago: 90, by: Bo, propose: { title: Lamps, text: Light., add: { title: Lamps, text: Lamps are lit. } } }
  - { ago: 80, by: Ana Q, vote: FOR, on: 1, text: Gladly. }
  - { ago: 79, by: Cy, vote: AGAINST, on: 1 }
  - { ago: 70, by: Cy, comment: Why?, on: 1 }
  - { ago: 60, by: Bo, act: roll, with: { dice: 1DICE6 } }
`),
  );
  expect(said).toEqual([1, 2, 3, 4, 5].map((count) => `setting up a sample game: ${count} of 5`));
  expect(of.wishes).toEqual([
    {
      name: 'Tiny',
      core: '2021',
      dynasty: 'proving',
      practice: true,
      players: [
        { id: 'ana-q', name: 'Ana Q', admin: true, emperor: false },
        { id: 'bo', name: 'Bo', admin: false, emperor: false },
        { id: 'cy', name: 'Cy', admin: false, emperor: true },
        ...['Dee', 'Eli', 'Fay'].map((name) => ({
          id: name.toLowerCase(),
          name,
          admin: false,
          emperor: false,
        })),
      ],
    },
  ]);
  expect(of.dates).toEqual(['2024-03-07T05:00:00Z', NOW, NOW]);
  if (of.game === null) throw new Error('no game was begun');
  const { posts } = await withPosition(of.game, ({ open }) => structuredClone(open.play.state()));
  const [lamps] = Object.values(posts).filter(({ title }) => title === 'Lamps');
  expect(lamps).toMatchObject({ author: 'bo', text: 'Light.', kind: 'proposal', at: '2024-03-07T15:00:00Z' });
  expect(lamps?.changes).toMatchObject([{ path: 'content/ruleset/dynastic/lamps.md' }]);
  expect(lamps?.comments.map(({ by, text, at }) => [by, text, at])).toEqual([
    ['ana-q', 'Gladly. :for:', '2024-03-08T01:00:00Z'],
    ['cy', ':against:', '2024-03-08T02:00:00Z'],
    ['cy', 'Why?', '2024-03-08T11:00:00Z'],
  ]);
});

test('a proposal can edit, repeal and transmute rules', async () => {
  const of = machine();
  await begin(
    of,
    script(`
  - { ago: 90, by: Bo, propose: { title: Longer, rule: Votes, replace: '[48 hours]', with: '[36 hours]', repeal: Dormancy, transmute: Mentors } }
`),
  );
  if (of.game === null) throw new Error('no game was begun');
  const { posts } = await withPosition(of.game, ({ open }) => structuredClone(open.play.state()));
  const [longer] = Object.values(posts);
  expect(longer?.title).toBe('Longer');
  expect(longer?.changes.map((one) => ('path' in one ? [one.verb, one.path] : [one.verb]))).toEqual([
    ['transmute'],
    ['file', 'content/ruleset/core/votable-matters/votes.md'],
    ['file', 'content/ruleset/special-case/dormancy.md'],
    ['file', 'content/ruleset/special-case/dormancy.ts'],
  ]);
  expect(JSON.stringify(longer?.changes)).toContain('[36 hours](#value:window)');
});

test('refuses a script that changes a missing rule, and says what is wrong', async () => {
  const library = script('  - { ago: 90, by: Bo, propose: { title: Gone, repeal: No such rule } }\n');
  await expect(begin(machine(), library)).rejects.toThrow(
    /^The sample game can't be set up: .*No such rule/u,
  );
});

test('lists the cores that have their own sample', () => {
  expect(samplesIn(new Map([...shippedLibrary, ['sample-2021.yml', '']]))).toContain('2021');
  expect(samplesIn(new Map([...shippedLibrary].filter(([path]) => !path.startsWith('sample-'))))).toEqual([]);
});
