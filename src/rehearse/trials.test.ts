import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Person } from '../forge/events.ts';

import {
  bo,
  dee,
  seenAfterTick,
  kernelGame,
  testGame,
  VOTES,
  type TestGame,
} from '../tick/fixtures/embedded-game.ts';
import { Caches } from '../cache/caches.ts';
import { trialKey, Trials, triedOnce } from './trials.ts';
import { tryMatter, type Trial } from './try-matter.ts';

const BELLS = 'content/ruleset/dynastic/bells';
const TEXT = '---\ntitle: Bells\norder: 90\n---\nAs a Daily Action a player may ring the bell.\n';
const clauseWith = (effect: string): string => `import { daily, integer, rule } from 'gitnomic/rules';

export default rule(() => ({
  player: { tolled: integer() },
  actions: { 'toll': daily({ title: 'Ring', effect({ actor }) { ${effect} } }) },
}));
`;
let folder = '';
const trials = (): Trials => new Trials(join(folder, 'trials.json'));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trials-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function propose(
  game: TestGame,
  by: Person,
  title: string,
  changes: Record<string, string>,
): Promise<string> {
  const head = await game.branch(changes);
  return game.table.open(by, { kind: 'proposal', title, text: 'Please.', head });
}

async function summaryOf(game: TestGame, post: string): Promise<string> {
  return (await game.said(post)).find((text) => text.includes('Quorum: ')) ?? '';
}

test('tries a proposal and type-checks its clauses before anybody votes', async () => {
  const game = await testGame();
  const good = await propose(game, bo, 'Bells', {
    [`${BELLS}.md`]: TEXT,
    [`${BELLS}.ts`]: clauseWith('actor.tolled += 1;'),
  });
  const misspelt = await propose(game, bo, 'Other bells', {
    [`${BELLS}.md`]: TEXT,
    [`${BELLS}.ts`]: clauseWith('actor.tolde += 1;'),
  });
  const broken = await propose(game, dee, 'No bells', {
    [`${BELLS}.md`]: TEXT,
    [`${BELLS}.ts`]: 'export default (;\n',
  });
  const words = (await game.content()).get(VOTES) ?? '';
  const core = await propose(game, dee, 'A longer window', {
    [VOTES]: words.replace('[48 hours]', '[72 hours]'),
  });
  const posts = [good, misspelt, broken, core];
  await game.tick({ trials: trials() });
  const said = await Promise.all(posts.map((post) => summaryOf(game, post)));
  expect(said[0]).toContain('in favour: it works. The code passes the type check.');
  expect(said[1]).toContain("Property 'tolde' does not exist");
  expect(said[1]).toContain('bells.ts:5');
  expect(said[2]).toContain('is not TypeScript that can be read');
  expect(said[3]).toMatch(/in favour: it works\.\n$/u);
});

test('tries a proposal once, however often the engine runs', async () => {
  const game = await kernelGame();
  await propose(game, bo, 'Bells', {
    [`${BELLS}.md`]: TEXT,
    [`${BELLS}.ts`]: clauseWith('actor.tolled += 1;'),
  });
  const tried: string[] = [];
  for (const act of ['nothing', 'comment', 'nothing'] as const) {
    // Another command reads the same file.
    const known = trials();
    const add = known.add.bind(known);
    known.add = (key, trial) => {
      tried.push(key);
      add(key, trial);
    };
    if (act === 'comment') await game.table.comment(dee, '1', ':against:');
    await game.tick({ trials: known });
  }
  expect(tried).toHaveLength(1);
});

test('tells before the vote which values change type or get lost, and which clauses stop working', async () => {
  const game = await kernelGame();
  const files = (type: string, more = ''): Record<string, string> => ({
    [`${BELLS}.md`]: TEXT,
    [`${BELLS}.ts`]: `import { integer, rule, text } from 'gitnomic/rules';

export default rule(() => ({
  player: { tolled: ${type}, rope: text() },
  views: { loudest: { of: 'game', returns: text(), value: () => 'all' } },
${more}}));
`,
  });
  const counts = {
    'content/ruleset/dynastic/counts.md': '---\ntitle: Counts\norder: 91\n---\nBells are counted.\n',
    'content/ruleset/dynastic/counts.ts': `import { integer, rule } from 'gitnomic/rules';

export default rule((g) => ({
  views: {
    'all-tolled': { of: 'game', returns: integer(), value: () => [...g.players].reduce((sum, one) => sum + one.tolled, 0) },
  },
}));
`,
  };
  const BO = 'content/gamestate/players/bo.md';
  const main = await game.mainTip();
  await game.forge.advance('main', main, await game.branch({ ...files('integer()'), ...counts }));
  const bo7 = ((await game.content()).get(BO) ?? '').replace(/^---\n/u, '---\ntolled: 7\nrope: hemp\n');
  await game.forge.advance('main', await game.mainTip(), await game.branch({ [BO]: bo7 }));
  const asText = await propose(game, bo, 'Words', files('text()'));
  const gone = await propose(game, dee, 'No bells', {
    [`${BELLS}.md`]: null as never,
    [`${BELLS}.ts`]: null as never,
  });
  await game.tick({ trials: trials() });
  const [first, second] = await Promise.all([summaryOf(game, asText), summaryOf(game, gone)]);
  expect(first).toMatch(/tolled becomes another kind of value, and so does .*bo 7 → “7”/u);
  expect(first).toContain('the clause of “Counts” may not fit the rules around it');
  expect(second).toMatch(/players.rope would no longer be tracked, and this would be lost: bo “hemp”/u);
  expect(second).toContain(
    'from then on nothing under “Counts” works any more that needs “tolled”, which no rule defines',
  );
  expect(second).not.toContain('.ts:');
});

test('makes a trial once, and keeps it while commands ask for others', async () => {
  const made: string[] = [];
  const ask = (key: string): Promise<unknown> =>
    triedOnce(trials(), key, async () => {
      made.push(key);
      return { ok: true, problems: [], omitted: [], typed: false };
    });
  for (const key of ['one', 'two', 'three', 'two', 'one', 'three']) await ask(key);
  expect(made).toEqual(['one', 'two', 'three']);
  for (let n = 0; n < 120; n++) await ask(`other ${n}`);
  await ask('other 119');
  expect(made).toHaveLength(123);
  await ask('one');
  expect(made.slice(123)).toEqual(['one']);
});

/** A clause without a cached verdict. */
const newClause = (): string => `// ${randomUUID()}\n${clauseWith('actor.tolled += 1;')}`;

test('if the compiler itself fails, the trial says so, and the matter is tried again', async () => {
  const game = await kernelGame();
  const post = await propose(game, bo, 'Bells', { [`${BELLS}.md`]: TEXT, [`${BELLS}.ts`]: newClause() });
  vi.stubEnv('NODE_OPTIONS', '--max-old-space-size=4');
  try {
    await game.tick({ trials: trials() });
  } finally {
    vi.unstubAllEnvs();
  }
  expect(await summaryOf(game, post)).toContain(
    'The TypeScript compiler could not check the types of clauses',
  );
  await game.tick({ trials: trials() });
  expect(await summaryOf(game, post)).toContain('in favour: it works. The code passes the type check.');
});

test('repeats a trial once if the machine lacked memory, and never remembers it', async () => {
  const game = await kernelGame();
  await propose(game, bo, 'Bells', { [`${BELLS}.md`]: TEXT, [`${BELLS}.ts`]: newClause() });
  const { key, state, id } = await seenAfterTick(game, ({ open: { play } }) => {
    const [matter] = Object.values(play.state().posts);
    if (matter === undefined) throw new Error('there is no matter');
    return { key: trialKey(play, matter), state: play.state(), id: matter.id };
  });
  const files = await game.content();
  const saved = trials();
  const tryWith = (caches: Caches): Promise<Trial> =>
    triedOnce(saved, key, () => tryMatter(files, state, id, game.now, caches));
  const full = withoutMemory(Number.POSITIVE_INFINITY);
  const lost = await tryWith(full.caches);
  expect(lost).toMatchObject({ ok: false, fleeting: true });
  expect(lost.problems[0]).toContain('no memory left');
  expect(full.asked()).toBeGreaterThan(1);
  const fullOnce = withoutMemory(1);
  expect(await tryWith(fullOnce.caches)).toMatchObject({ ok: true, typed: true });
});

/** Caches whose memory for rehearsals is broken the first few times. */
function withoutMemory(most: number): { readonly caches: Caches; readonly asked: () => number } {
  const caches = new Caches(null);
  const { sandboxes } = caches;
  let asked = 0;
  // There is no memory in reserve either.
  sandboxes.boots.spareWithin = () => [];
  let { last } = sandboxes;
  Object.defineProperty(sandboxes, 'last', {
    get: () => (last !== null && ++asked <= most ? null : last),
    set: (engine: typeof last) => {
      last = engine;
    },
  });
  return { caches, asked: () => asked };
}
