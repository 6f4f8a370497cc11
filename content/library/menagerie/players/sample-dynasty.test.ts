import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../../../../src/scenario/on-kernel/fixtures/runner.ts';
import { uniformFrom } from '../../../../src/session/chance/source.ts';
import { shippedLibrary } from '../../../../src/store/fixtures/shipped-library.ts';
import { Play } from '../../../../src/session/play/play.ts';
import { composeRuleset } from '../../../../src/ruleset/compose.ts';
import { sampleDynasty, type Cast } from './sample-dynasty.ts';
import type { GameState } from './view-of-game.ts';

const cast: Cast = {
  start: '2019-07-08T06:00:00Z',
  emperor: 'rufus',
  players: ['alba', 'bram', 'cosima', 'dagny', 'emil', 'fenna'],
  pictureOf: (creature, artist) => `https://example.com/${artist}/${encodeURIComponent(creature)}.webp`,
};

interface Played {
  readonly state: GameState;
  readonly refusals: readonly string[];
  readonly moves: number;
  readonly enacted: unknown;
}

async function playAll(dice: string): Promise<Played> {
  const { files, terms } = composeRuleset(shippedLibrary, { core: '2019', dynasty: 'menagerie' });
  const seed = new TextEncoder().encode(dice);
  let draws = 0;
  const draw = ({ kind, size }: { kind: string; size: number }): number =>
    uniformFrom(seed, 'sample', draws++, size) + (kind === 'dice' ? 1 : 0);
  const play = await Play.start({ files, terms, state: null, draw, caches });
  for (const id of [cast.emperor, ...cast.players]) {
    const fields = { name: id, state: 'active', joined: '2018-01-01T00:00:00Z', 'last-active': cast.start };
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
  return { state, refusals, moves, enacted: state.posts['friend-declares']?.status };
}

const played = playAll('sample');

test('the sample wizards do nothing that is refused', async () => {
  expect((await played).refusals).toEqual([]);
});

test('the sample wizards play to an agreed victory', async () => {
  const { state, enacted } = await played;
  expect(enacted).toBe('enacted');
  expect(Math.abs(Number(state.game['military-situation']))).toBeGreaterThan(3);
});

test('covers much of what can happen in the dynasty', async () => {
  const { state } = await played;
  const things = (collection: string): readonly Readonly<Record<string, unknown>>[] =>
    Object.values(state.things[collection] ?? {});
  expect(things('campaigns').length).toBeGreaterThan(3);
  expect(things('portraits').length).toBeGreaterThan(8);
  expect(things('duels').filter(({ status }) => status === 'settled').length).toBeGreaterThan(5);
  expect(things('duels').some(({ challenger }) => challenger === 'druid')).toBe(true);
  expect(things('campaigns').flatMap(({ casualties }) => casualties).length).toBeGreaterThan(0);
  const people = cast.players.map((id) => state.players[id] ?? {});
  expect(people.every(({ stable }) => (stable as readonly unknown[]).length > 1)).toBe(true);
  expect(people.flatMap(({ allies }) => allies).length).toBeGreaterThan(3);
  expect(people.some(({ underling }) => underling !== null)).toBe(true);
});
