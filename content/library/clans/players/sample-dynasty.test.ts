import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../../../../src/scenario/on-kernel/fixtures/runner.ts';
import { uniformFrom } from '../../../../src/session/chance/source.ts';
import { shippedLibrary } from '../../../../src/store/fixtures/shipped-library.ts';
import { Play } from '../../../../src/session/play/play.ts';
import { composeRuleset } from '../../../../src/ruleset/compose.ts';
import { sampleDynasty, type Cast } from './sample-dynasty.ts';
import type { GameState } from './view-of-game.ts';

const cast: Cast = {
  start: '2008-11-03T00:00:00Z',
  emperor: 'ulf',
  players: ['asa', 'brok', 'dag', 'embla', 'frode', 'gro', 'hild'],
};

interface Played {
  readonly state: GameState;
  readonly refusals: readonly string[];
  readonly moves: number;
  readonly enacted: unknown;
}

async function playAll(dice: string): Promise<Played> {
  const { files, terms } = composeRuleset(shippedLibrary, { core: '2008', dynasty: 'clans' });
  const seed = new TextEncoder().encode(dice);
  let draws = 0;
  const draw = ({ kind, size }: { kind: string; size: number }): number =>
    uniformFrom(seed, 'sample', draws++, size) + (kind === 'dice' ? 1 : 0);
  const play = await Play.start({ files, terms, state: null, draw, caches });
  for (const id of [cast.emperor, ...cast.players]) {
    const fields = { name: id, state: 'active', joined: '2007-01-01T00:00:00Z', 'last-active': cast.start };
    for (const [field, value] of Object.entries(fields)) play.sandbox.assume(`players.${id}.${field}`, value);
  }
  play.sandbox.assume('dynasty.emperor', cast.emperor);
  play.sandbox.begin(cast.start);
  const refusals: string[] = [];
  const script = sampleDynasty(cast);
  let moves = 0;
  for (let step = script.next(); step.done !== true; step = script.next(play.state())) {
    moves++;
    const move = step.value;
    if (move.type === 'tick') {
      play.tick(move.at);
      continue;
    }
    const outcome = play.take(move, true);
    if (!outcome.ok) refusals.push(`${JSON.stringify(move)}: ${outcome.refusal.reason}`);
  }
  const state = play.state();
  play.dispose();
  return { state, refusals, moves, enacted: state.posts['crown-declared']?.status };
}

const sample = playAll('sample');

/** A few seconds each. */
const dices = ['sample', ...(process.env['GITNOMIC_SAMPLE'] === 'whole' ? ['other dice', 'and others'] : [])];

test.each(dices)('the sample players do nothing that is refused, up to the victory: %s', async (dice) => {
  const { refusals, enacted } = await (dice === 'sample' ? sample : playAll(dice));
  expect(refusals).toEqual([]);
  expect(enacted).toBe('enacted');
});

test('covers much of what can happen in the dynasty', async () => {
  const { state, moves } = await sample;
  const things = (collection: string): readonly Readonly<Record<string, unknown>>[] =>
    Object.values(state.things[collection] ?? {});
  expect(moves).toBeGreaterThan(200);
  expect(things('duels').filter(({ winner }) => winner !== null).length).toBeGreaterThan(4);
  expect(things('rituals').filter(({ succeeded }) => succeeded === true).length).toBeGreaterThan(20);
  expect(new Set(things('rituals').map(({ ritual }) => ritual)).size).toBe(3);
  expect(things('breaches').some((breach) => breach['punished-by'] !== null)).toBe(true);
  const clans = cast.players.map((id) => state.players[id]?.['clan']);
  expect(new Set(clans).size).toBeGreaterThan(2);
});
