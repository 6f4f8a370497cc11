// Whatever “Make it count” offers, the game can carry out: each event, condition and effect in each core, tried as a new rule before a vote.
// A row that was written by hand for what a game lacks is named with its line. All cores run in `test:slow`, three in `npm test`.
import { expect, test } from 'vitest';

import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  seenAfterTick,
  testGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { tryMatter, type Trial } from '../../src/rehearse/try-matter.ts';
import type { TableNames } from '../../src/ruleset/compile-tables.ts';
import { namesBeside } from '../../src/ruleset/read-rows.ts';
import { readGame } from '../../src/store/read-game.ts';
import {
  askFor,
  fillOffer,
  gapsIn,
  OFFERS,
  offersFor,
  type OfferKind,
  type OfferScene,
} from '../../src/tables/offers.ts';
import { quickCaches as caches, quickly } from '../quick-caches.ts';
import { some } from '../slowly.ts';

/** Under `prose` nothing is counted, so that no trial can say that it passes. */
const CORES = ['suber', '2008', '2019', 'fireside', '2021'];
const GULLS = '| Each player has | starts at |\n| --- | --- |\n| Gulls | 0 |\n';
const MOVE = '| A player may | to get |\n| --- | --- |\n| feed the gulls | 1 Gull |\n';
const HEAD = '| When | who | gets | if | instead of |\n| --- | --- | --- | --- | --- |\n';

type Row = readonly [when: string, who: string, gets: string, condition: string, instead: string];
const rowsOf = (rows: readonly Row[]): string =>
  `${GULLS}\n${MOVE}\n${HEAD}${rows.map((row) => `| ${row.join(' | ')} |\n`).join('')}`;

const headed = (body: string): string =>
  `---\ntitle: Gulls\norder: 90\nnumber: '390'\nmutable: true\n---\n${body}`;

/** What a game of this core says of a new rule with these rows. */
async function tried(game: TestGame, core: string, rows: readonly Row[]): Promise<Trial> {
  const folder = core === 'suber' ? 'core' : 'dynastic';
  const head = await game.branch({ [`content/ruleset/${folder}/gulls.md`]: headed(rowsOf(rows)) });
  const post = await game.table.open(ana, { kind: 'proposal', title: 'Gulls', text: 'Please.', head });
  const { state } = readGame(await game.content());
  const seen = await seenAfterTick(game, ({ open }) => open.play.state());
  return tryMatter(await game.content(), seen ?? state, post, game.now, caches);
}

async function namesIn(game: TestGame): Promise<TableNames> {
  const files = await seenAfterTick(game, ({ open }) => open.play);
  return namesBeside(rowsOf([]), files.files, files.terms, { path: null, memo: undefined });
}

const sceneOf = ({ words, moves, provided }: TableNames): OfferScene => ({
  words,
  moves: [...moves.keys()],
  kinds: ['proposal'],
  chosen: [],
  provided,
});

/** An offer with the first choice in each gap. */
function filled(offer: string, scene: OfferScene): string {
  const gaps = gapsIn(offer).map((gap) => [
    gap,
    gap === 'moves' ? 'feeds the gulls' : askFor(gap, scene).start,
  ]);
  return fillOffer({ offer, gaps: Object.fromEntries(gaps) as Record<string, string> });
}

test.each(some(CORES.toReversed(), 6))(
  'in %s everything that the form offers can be played',
  async (core) => {
    const game = await testGame({ core }, new Map(), quickly);
    const names = await namesIn(game);
    const scene = sceneOf(names);
    const of = (kind: OfferKind): readonly string[] =>
      offersFor(kind, scene).map((offer) => filled(offer, scene));
    const events = of('event').map((when): Row => [when, 'each player', '1 Gull', '', '']);
    expect(events.length).toBeGreaterThan(12);
    const rolls = of('event').includes('a player rolls');
    const adopted = 'a proposal is adopted';
    const conditions = of('condition').flatMap((holds): readonly Row[] => {
      const isOfDice = /dice/u.test(holds);
      // What is counted is a number here; what is so, or is somebody, is not.
      const said = holds
        .replace(/^(not )?Gulls$/u, '$1voted for it')
        .replace(/^Gulls is .+$/u, 'is its author');
      return isOfDice && !rolls
        ? []
        : [[isOfDice ? 'a player rolls' : adopted, 'each player', '1 Gull', said, '']];
    });
    const people = of('person').flatMap((who): readonly Row[] =>
      who === 'it' || who === 'the game' || who.startsWith('whoever is ')
        ? []
        : [[adopted, who, '1 Gull', '', '']],
    );
    const effects = of('effect').map((gets): Row => {
      // Names of the game’s own are typed there.
      const named = gets.replace('red, blue or yellow', 'Gulls or Gulls');
      return [adopted, 'its author', named, '', ''];
    });
    const replacing = [...new Set(names.provided.replaceable.values())].map((title): Row => [
      'a proposal is defeated',
      'its author',
      '1 Gull',
      '',
      title,
    ]);
    const rows = [...events, ...conditions, ...people, ...effects, ...replacing];
    const { ok, problems, omitted } = await tried(game, core, rows);
    expect({ core, ok, problems, omitted }).toEqual({ core, ok: true, problems: [], omitted: [] });
  },
);

test.each(some(CORES, 3))('in %s a row for what never happens is reported before the vote', async (core) => {
  const game = await testGame({ core }, new Map(), quickly);
  const scene = sceneOf(await namesIn(game));
  const offered = offersFor('event', scene);
  const missing = OFFERS.event
    .filter((offer) => !offered.includes(offer))
    .map((offer): Row => [filled(offer, scene), 'each player', '1 Gull', '', '']);
  const rows: readonly Row[] = [
    ...missing,
    ['a proposal is defeated', 'its author', '1 Gull', '', 'No Such Rule'],
  ];
  const { ok, omitted } = await tried(game, core, rows);
  // The rows are left out, which is said, and stops nothing.
  expect(ok).toBe(true);
  const problems = omitted.map(({ reason }) => reason);
  for (const [when] of missing)
    expect(problems.join('\n')).toContain(`These rules never notice when ${when}`);
  expect(problems.join('\n')).toContain(
    'No rule called “No Such Rule” gives anything that a row can replace',
  );
  expect(problems.join('\n')).not.toMatch(/Nobody (?:tells|asks)/u);
});

test('in Suber’s game a row replaces a rule’s loss', async () => {
  const rows: readonly Row[] = [['a proposal is defeated', 'its author', 'loses 3 Points', '', '206']];
  const also = new Map([['content/ruleset/core/gulls.md', headed(rowsOf(rows))]]);
  const amended = await testGame({ core: 'suber' }, also, quickly);
  const head = await amended.branch({
    'content/ruleset/core/bells.md': headed('Bells.\n').replaceAll('Gulls', 'Bells').replace('390', '391'),
  });
  const post = await amended.table.open(ana, { kind: 'proposal', title: 'Bells', text: 'Please.', head });
  for (const person of [ana, bo, cy, dee, eli, fay]) await amended.table.comment(person, post, ':against:');
  await amended.tick();
  await amended.tick();
  const { state } = readGame(await amended.content());
  expect(state?.posts[post]?.status).toBe('failed');
  expect(state?.players['ana']).toMatchObject({ points: -3 });
});
