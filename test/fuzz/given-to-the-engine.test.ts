// Whatever a clause hands to the engine is refused, with the rule to blame, or stands in the game as its files hold it. A sample runs in
// `npm test`, all of it in `npm run test:long`.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import { manifestOf } from '../../src/kernel/fixtures/kernel-with.ts';
import type { State } from '../../src/kernel/state.ts';
import { SandboxError, SandboxLostError } from '../../src/sandbox/host.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { readTracked, writeTracked } from '../../src/store/tracked-file.ts';
import { HOST } from './call-twice.ts';
import { CLAUSE, DEALS, VALUES } from './given-to-the-engine.ts';

const AT = '2021-06-18T09:00:00Z';
const LIMITS = { polls: 3_000, memoryBytes: 64 * 2 ** 20, stackBytes: 96 * 1024 };
const IS_ALL = process.env['GITNOMIC_FUZZ'] !== undefined;
const PATH = 'content/gamestate/game.md';

let sandbox: Sandbox;
let begun: State;

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

async function begin(): Promise<void> {
  sandbox = await Sandbox.create(HOST, LIMITS);
  const manifest = manifestOf([
    { title: 'Trial', values: { few: '2' }, lists: { tools: ['Axe'] }, clause: () => ({}) },
  ]);
  expect(sandbox.link(manifest, { files: new Map([['core/trial.ts', CLAUSE]]), version: '1' })).toEqual([]);
  sandbox.load(null);
  for (const id of ['p1', 'p2'])
    sandbox.take({ type: 'post', at: AT, by: 'bo', id, kind: 'proposal', title: id, text: '', changes: [] });
  for (const action of ['build', 'end']) sandbox.take({ type: 'act', at: AT, by: 'bo', action, with: {} });
  begun = copy(sandbox.state());
  expect(begun.posts['p1']?.status).toBe('failed');
}

/** What is wrong with what comes of it; null if nothing is. */
async function deal(at: number, value: number): Promise<string | null> {
  try {
    const result = sandbox.take({ type: 'act', at: AT, by: 'bo', action: 'go', with: { deal: at, value } });
    if (!result.ok) return /fault/u.exec(result.refusal.reason)?.input ?? null;
    if (result.amendments.length > 0) sandbox.settle();
    const { game } = sandbox.state();
    const { data, problems } = readTracked(PATH, writeTracked(PATH, null, game));
    sandbox.load(copy(begun));
    const isAsInFile = JSON.stringify(data) === JSON.stringify(game);
    return problems.length === 0 && isAsInFile ? null : 'the file of the game holds something else';
  } catch (error) {
    // It took more steps or memory than it may. Only QuickJS throws null, when it has no room for an error.
    const isOfClause =
      error instanceof SandboxError || (error as { code?: string }).code === 'too-much-memory';
    if (error instanceof SandboxLostError) await begin();
    else sandbox.load(copy(begun));
    return isOfClause ? null : String(error);
  }
}

beforeAll(begin);

test(
  'nothing that a clause hands over makes the engine fail, or differs in the files',
  async () => {
    const one = fc.tuple(fc.nat(DEALS.length - 1), fc.nat(VALUES.length - 1));
    const cases = IS_ALL
      ? DEALS.flatMap((_, at) => VALUES.map((__, value) => [at, value] as const))
      : fc.sample(one, 1_500);
    const found: string[] = [];
    for (const [at, value] of cases) {
      const wrong = await deal(at, value);
      if (wrong !== null) found.push(`${DEALS[at]} with ${VALUES[value]}: ${wrong}`);
    }
    expect(found).toEqual([]);
    sandbox.dispose();
  },
  30 * 60_000,
);
