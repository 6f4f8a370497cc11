import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { bo, cy, dee, eli, fay, kernelGame, type TestGame } from '../../tick/fixtures/embedded-game.ts';
import { caches } from '../../cache/fixtures/shared-caches.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { Trials } from '../trials.ts';
import { tryScenarios, whyNotHolding } from './try-scenarios.ts';

const BELLS = 'content/ruleset/dynastic/bells';
const TEXT = '---\ntitle: Bells\norder: 90\n---\nAs a Daily Action a player may ring the bell.\n';
const clauseWith = (count: number): string => `import { daily, integer, rule } from 'gitnomic/rules';

export default rule(() => ({
  player: { tolled: integer() },
  actions: { 'toll': daily({ title: 'Ring', effect({ actor }) { actor.tolled += ${count}; } }) },
}));
`;
const ringing = (count: number): string => `title: The bell rings once a day
start: 2024-03-01T09:00:00Z
players: { ana: { admin: true, emperor: true }, bo: {}, cy: {}, dee: {}, eli: {} }
steps:
  - { at: +1h, by: bo, act: toll }
  - { at: +2h, by: bo, act: toll, refused: day }
then: { players: { bo: { tolled: ${count} } } }
`;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scenarios-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function propose(
  game: TestGame,
  title: string,
  changes: Record<string, string | null>,
): Promise<string> {
  const head = await game.branch(changes);
  return game.table.open(bo, { kind: 'proposal', title, text: 'Please.', head });
}

async function saidOf(game: TestGame, post: string): Promise<string> {
  await game.tick({ trials: new Trials(join(folder, 'trials.json')) });
  return (await game.said(post)).find((text) => text.includes('Quorum: ')) ?? '';
}

const bells = (count: number, wanted: number): Record<string, string> => ({
  [`${BELLS}.md`]: TEXT,
  [`${BELLS}.ts`]: clauseWith(count),
  [`${BELLS}.scenario.yml`]: ringing(wanted),
});

test('describes a proposed scenario, enacts it, and checks later proposals against it', async () => {
  const game = await kernelGame();
  const good = await propose(game, 'Bells', bells(1, 1));
  const said = await saidOf(game, good);
  expect(said).toMatch(
    /\*\*The code in plain words:\*\*\n\n- \*\*Bells\*\*\n {2}- Keeps tolled for each player\n {2}- Ring: any \w+, once a day; changes tolled\n/u,
  );
  expect(said).toContain('It adds the test “The bell rings once a day”; it passes.');
  expect(said).toContain(
    'Given ana (the emperor, an admin), bo, cy, dee, eli; it begins 2024-03-01 09:00 UTC',
  );
  expect(said).toContain('When \\+1h, bo: act toll');
  expect(said).toContain('Then players bo tolled is 1');
  for (const voter of [cy, dee, eli, fay]) await game.table.comment(voter, good, ':for:');
  game.later(49);
  await game.tick();
  expect((await game.content()).get(`${BELLS}.scenario.yml`)).toBe(ringing(1));

  const louder = await propose(game, 'Louder bells', { [`${BELLS}.ts`]: clauseWith(2) });
  expect(await saidOf(game, louder)).toContain(
    'It breaks the test “The bell rings once a day”: at the end: players.bo.tolled is 2; expected 1',
  );
  const silent = await propose(game, 'No bells', { [`${BELLS}.md`]: null, [`${BELLS}.ts`]: null });
  expect(await saidOf(game, silent)).toContain('It breaks the test “The bell rings once a day”: step 1');
});

test('reports a scenario that fails under its own proposal, with the place', async () => {
  const game = await kernelGame();
  const said = await saidOf(game, await propose(game, 'Bells', bells(1, 3)));
  expect(said).toContain('it fails: at the end: players.bo.tolled is 1; expected 3');
});

test('reports scenarios that can’t be read or take too many steps, and stops when time is up', async () => {
  const content = await (await kernelGame()).content();
  const files = new Map(
    [...content].flatMap(([path, text]): [string, string][] =>
      path.startsWith('content/ruleset/') ? [[path.slice('content/ruleset/'.length), text]] : [],
    ),
  );
  const terms = { player: 'player', players: 'players', emperor: 'emperor', emperors: 'emperors' };
  const means = { caches, wording: IN_ENGLISH };
  const long = ringing(1).replace(/^ {2}- .*\n/gmu, (step) => step.repeat(150));
  const rules = { files, terms };
  expect(await whyNotHolding('a', 'title: [', rules, caches)).toMatch(/Flow sequence|end of the stream/iu);
  expect(await whyNotHolding('a', long, rules, caches)).toContain('300 steps; the limit is 200');
  const more = new Map(files).set('dynastic/a.scenario.yml', ringing(1)).set('dynastic/b.scenario.yml', long);
  let clock = 0;
  const slow = (): number => (clock += 15_000);
  expect(await tryScenarios(rules, { files: more, terms }, means, slow)).toEqual([
    expect.stringMatching(/adds the test.*fails: step 1: act was refused/su),
    '1 more were not tried.',
  ]);
});
