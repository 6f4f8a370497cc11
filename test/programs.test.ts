// A program finds out what it can do, rehearses an action and takes it, with --json alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { caches } from '../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../src/main/run-cli.ts';
import { makePaint } from '../src/cli/terminal.ts';
import { canSchema } from '../src/seat/program/can.ts';

const folder = mkdtempSync(join(tmpdir(), 'program-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function gitnomic(...words: string[]): Promise<{ code: number; said: unknown }> {
  let out = '';
  const say = (more: string): void => void (out += more);
  const code = await runCli({
    words: [...words, '--json'],
    folder,
    environment: { GITNOMIC_NOW: '2030-06-03T09:00:00Z' },
    terminal: { out: say, err: say, progress: () => {}, paint: makePaint(false), paintErr: makePaint(false) },
    caches,
  });
  return { code, said: JSON.parse(out) };
}

const can = async (who: string) => canSchema.parse((await gitnomic('can', '--as', who)).said);
const rehearsed = z.object({
  ok: z.boolean(),
  refusals: z.array(z.string()),
  cost: z.array(z.string()),
  said: z.array(z.string()),
  open: z.boolean(),
  matter: z.object({ votes: z.record(z.string(), z.string()) }).nullable(),
});
const rehearse = async (...words: string[]) => rehearsed.parse((await gitnomic('rehearse', ...words)).said);

beforeAll(async () => {
  const players = ['kim', 'ana', 'bo', 'cy', 'dee', 'eli'].flatMap((name) => ['--player', name]);
  const menagerie = ['--core', '2019', '--dynasty', 'menagerie', '--emperor', 'kim'];
  await gitnomic('init', folder, ...menagerie, ...players);
});

test('an action lists the types, choices, bounds and reasons of the page’s form', async () => {
  const { actions } = await can('ana');
  const roll = actions.find(({ id }) => id === 'roll');
  expect(roll).toMatchObject({ refusal: null, parameters: [{ id: 'roll', input: 'text', required: true }] });
  const mantle = actions.find(({ id }) => id === 'pass-the-mantle');
  expect(mantle?.parameters).toMatchObject([{ id: 'to', input: 'one-of', required: true }]);
  expect(mantle?.parameters[0]?.options.map(({ value }) => value)).toContain('bo');
  const refused = actions.filter(({ refusal }) => refusal !== null);
  expect(refused.length).toBeGreaterThan(0);
  for (const { refusal } of refused) expect(refusal?.reason).not.toBe('');
  const bare = z
    .object({ actions: canSchema.shape.actions })
    .parse((await gitnomic('act', '--as', 'ana')).said);
  expect(new Map(bare.actions.map((one) => [one.id, one]))).toEqual(
    new Map(actions.map((one) => [one.id, one])),
  );
});

test('what is rehearsed is what then happens, and nothing happens before', async () => {
  const step = JSON.stringify({
    do: 'propose',
    title: 'Manners',
    changes: [{ do: 'add', title: 'Manners', text: 'Everybody says please.' }],
  });
  expect(await rehearse('--as', 'bo', '--step', step)).toMatchObject({ ok: true, refusals: [] });
  expect((await can('bo')).votes).toEqual([]);
  const proposed = await gitnomic('propose', '--as', 'bo', '--add-rule', 'Manners', '--text', 'Say please.');
  expect(proposed).toMatchObject({ code: 0, said: { post: '1', by: 'bo', happened: [] } });
  const [matter] = (await can('ana')).votes;
  expect(matter).toMatchObject({ matter: '1', title: 'Manners' });
  const votes = new Map(matter?.votes.map(({ vote, refusal }) => [vote, refusal]));
  expect(votes.get('FOR')).toBeNull();
  expect((await rehearse('vote', 'for', '1', '--as', 'ana')).matter?.votes).toMatchObject({ ana: 'FOR' });
  expect(await gitnomic('show', '1')).not.toMatchObject({ said: { votes: { ana: 'FOR' } } });
  expect(await gitnomic('vote', 'for', '1', '--as', 'ana')).toMatchObject({
    code: 0,
    said: { matters: [{ votes: { ana: 'FOR' }, isCounted: true }], happened: [] },
  });
  expect(await rehearse('vote', 'maybe', '1', '--as', 'ana')).toMatchObject({ ok: false });
});

test('a step that nobody can take says why, with the exit code of a refusal', async () => {
  const refused = await gitnomic('rehearse', 'act', 'pass-the-mantle', 'to=nobody', '--as', 'ana');
  expect(refused.code).toBe(1);
  expect(rehearsed.parse(refused.said)).toMatchObject({ ok: false });
  expect((await gitnomic('rehearse', '--as', 'ana', '--step', '{"do":"fly"}')).code).toBe(2);
  expect((await gitnomic('rehearse', '--as', 'ana', '--step', '{{')).code).toBe(2);
});

test('suggests the name probably meant for a typo in a step', async () => {
  const slips = [
    [['vote', 'aginst', '1'], 'AGAINST'],
    [['act', 'pass-the-mantel', 'to=bo'], 'pass-the-mantle'],
    [['post', 'proposel', 'Manners'], 'proposal'],
  ] as const;
  for (const [words, meant] of slips) {
    const { said } = await gitnomic('rehearse', ...words, '--as', 'bo');
    expect(JSON.stringify(said)).toMatch(new RegExp(`[Dd]id you mean [^?]*${meant}`, 'u'));
  }
});

test('one call lists what waits for a player, a vote or a duel to answer, until each is done', async () => {
  const waiting = async (who: string) =>
    z
      .object({
        waits: z.object({
          votes: z.array(z.object({ matter: z.string() })),
          acts: z.array(z.object({ action: z.string(), on: z.object({ id: z.string() }).nullable() })),
        }),
      })
      .parse((await gitnomic('status', '--as', who)).said).waits;
  expect((await waiting('cy')).votes).toMatchObject([{ matter: '1' }]);
  expect((await waiting('ana')).votes).toEqual([]);
  expect((await waiting('cy')).acts).toEqual([]);
  const announced = await gitnomic(
    'act',
    'announce-duel',
    'title=Duel at dawn',
    'battlefield=city-gates',
    '--as',
    'dee',
  );
  expect(announced).toMatchObject({ code: 0, said: {} });
  const answer = { action: 'accept-duel', on: { id: 'duel-1' } };
  expect((await waiting('cy')).acts).toContainEqual(answer);
  // A challenger can answer other people's challenges, but not their own.
  expect((await waiting('dee')).acts).not.toContainEqual(answer);
  await gitnomic('act', 'accept-duel', 'duel=duel-1', '--as', 'bo');
  expect((await waiting('cy')).acts).not.toContainEqual(answer);
});
