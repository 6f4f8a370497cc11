import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../../../../src/scenario/on-kernel/fixtures/runner.ts';
import { uniformFrom } from '../../../../src/session/chance/source.ts';
import { shippedLibrary } from '../../../../src/store/fixtures/shipped-library.ts';
import { Play } from '../../../../src/session/play/play.ts';
import { composeRuleset } from '../../../../src/ruleset/compose.ts';
import { sampleDynasty, type Cast } from './sample-dynasty.ts';
import type { GameState } from './view-of-game.ts';

const cast: Cast = {
  start: '2021-05-13T12:00:00Z',
  emperor: 'cluny',
  players: ['ada', 'bruno', 'clara', 'dario', 'edith', 'felix', 'greta'],
  pictureOf: ({ title, style }) => `https://example.com/${style}/${encodeURIComponent(title)}.webp`,
};

async function playAll(): Promise<{ state: GameState; refusals: string[]; moves: number; enacted: unknown }> {
  const { files, terms } = composeRuleset(shippedLibrary, { core: '2021', dynasty: 'gallery' });
  const seed = new TextEncoder().encode('sample');
  let draws = 0;
  const draw = ({ kind, size }: { kind: string; size: number }): number =>
    uniformFrom(seed, 'sample', draws++, size) + (kind === 'dice' ? 1 : 0);
  const play = await Play.start({ files, terms, state: null, draw, caches });
  for (const id of [cast.emperor, ...cast.players]) {
    for (const [field, value] of Object.entries({
      name: id,
      state: 'active',
      joined: '2020-01-01T00:00:00Z',
      'last-active': cast.start,
    })) {
      play.sandbox.assume(`players.${id}.${field}`, value);
    }
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
    if (!outcome.ok)
      refusals.push(`${move.at} ${move.by} ${JSON.stringify(move)}: ${outcome.refusal.reason}`);
  }
  const state = play.state();
  play.dispose();
  return { state, refusals, moves, enacted: state.posts['star-declares']?.status };
}

const played = playAll();

test('the sample players do nothing that is refused', async () => {
  expect((await played).refusals).toEqual([]);
});

test('the sample players play through all rounds, to an agreed victory', async () => {
  const { state, enacted } = await played;
  expect(state.game['round']).toBe(14);
  expect(Object.keys(state.things['galleries'] ?? {})).toHaveLength(12);
  expect(cast.players).toContain(state.game['star']);
  expect(enacted).toBe('enacted');
});

test('covers much of what can happen in the dynasty', async () => {
  const { state } = await played;
  const art = Object.values(state.things['art'] ?? {});
  expect(art.length).toBeGreaterThan(70);
  expect(art.filter(({ forgery }) => forgery === true)).toHaveLength(1);
  expect(art.some(({ title, 'submitted-as': sent }) => title !== sent)).toBe(true);
  const entries = Object.values(state.players).flatMap(
    ({ collection }) => (collection ?? []) as readonly object[],
  );
  expect(entries.some((entry) => 'set' in entry)).toBe(true);
  expect(entries.length).toBeGreaterThan(15);
  expect((state.game['vault'] as readonly unknown[]).length).toBeGreaterThan(0);
  expect((state.emperor['revelations'] as readonly unknown[]).length).toBeGreaterThan(3);
  const favours = Object.values(state.players).flatMap(
    ({ favours: held }) => (held ?? []) as readonly unknown[],
  );
  expect(favours.length).toBeGreaterThan(0);
});
