import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { readEnvironment, type ActionEnvironment } from '../../src/host/github/action/environment.ts';
import { readWish, runSetup } from '../../src/host/github/action/run-setup.ts';
import { runTick } from '../../src/host/github/action/run-tick.ts';
import { BeaconError, verifyBeaconDraws, type Beacon } from '../../src/session/chance/beacon.ts';
import type { BeaconProof } from '../../src/session/chance/source.ts';
import { readGame } from '../../src/store/read-game.ts';
import { openClone } from '../../src/host/open-clone.ts';
import { replay } from '../../src/care/replay/replay.ts';
import { readContent } from '../../src/tick/observe.ts';
import type { Person } from '../../src/forge/events.ts';
import { readFileText } from '../../src/repository/read-file.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { openAt, startWithEngine } from './game-at.ts';
import { handsAt } from './stand-in/hands.ts';
import type { StandIn } from './stand-in/server.ts';
import { localBeacon } from '../../src/session/chance/fixtures/local-beacon.ts';

const ana: Person = { id: 'ana', name: 'ana', bot: false };
/** A chain made here, signed as drand's is; the one that GitHub's games use is drand's own. */
const chain = localBeacon({ secret: new TextEncoder().encode('tests'), genesis: '2021-05-13T00:00:00Z' });

vi.setConfig({ testTimeout: 240_000 });

let standIn: StandIn;
let environment: ActionEnvironment;
let said = '';
beforeEach(async () => {
  said = '';
  standIn = await startWithEngine();
  standIn.world.account('ana', { permission: 'write' });
  const output = join(standIn.folder, 'output');
  writeFileSync(output, '');
  // No seed: so set-up writes a game whose dice come from the beacon.
  environment = readEnvironment({
    GITHUB_TOKEN: 'token-of-github-actions[bot]',
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_API_URL: standIn.api,
    GITHUB_SERVER_URL: standIn.api,
    RUNNER_TEMP: standIn.folder,
    GITHUB_OUTPUT: output,
  });
});
afterEach(() => standIn.close());

const run = (beacon: Beacon): Promise<number> => runTick({ ...options(), beacon, caches });
const options = () => ({
  environment,
  now: () => standIn.world.now,
  say: (text: string) => void (said += text),
  paced: false,
});

async function begin() {
  const wish = { GAME_NAME: 'Harbour', GAME_CORE: '2021', GAME_DYNASTY: 'proving', GAME_ADMINS: 'ana' };
  await runSetup(options(), readWish(wish));
  expect(await run(chain)).toBe(0);
  const table = handsAt(standIn, await openAt(standIn), `${standIn.folder}/client`);
  return { table };
}

async function game() {
  const forge = await openAt(standIn, `${standIn.folder}/reader`);
  return readGame(await readContent(forge, (await readBranch(forge.repository, 'main')) ?? ''));
}

const answers = (): string[] =>
  (standIn.world.posts[0]?.comments ?? []).flatMap(({ by, body }) =>
    by?.type === 'Bot' ? [body.split('<!--')[0] ?? ''] : [],
  );

test('without a seed dice fall by the beacon, and anybody with the ledger can check them', async () => {
  const { table } = await begin();
  expect((await game()).game.dice).toEqual({ source: 'drand' });
  await table.comment(ana, '1', '/roll 3DICE6\n/roll DICE20');
  standIn.world.now = '2021-06-18T09:30:00Z';
  expect(await run(chain), said).toBe(0);
  expect(answers()).toHaveLength(2);
  expect(answers().join('')).not.toContain('Refused');
  const rolls = (await game()).ledger.filter(({ what }) => what === 'roll');
  expect(rolls).toHaveLength(2);
  for (const { at, proof, draws } of rolls) {
    const recorded = draws.map(({ size, result }) => ({ size, place: Number(result) - 1 }));
    expect(verifyBeaconDraws(chain.chain, proof as BeaconProof, at, recorded)).toEqual({ ok: true });
  }
  expect(readFileSync(environment.GITHUB_OUTPUT ?? '', 'utf8')).toContain('publish=true');
});

/** What anybody can have: all branches, and nothing else. */
const mirror = (name: string): string => {
  const folder = join(standIn.folder, name);
  execFileSync('git', ['clone', '--quiet', '--mirror', standIn.world.gitdir, folder]);
  return folder;
};

test('anybody who mirrors the repository can replay the game, and finds bent dice', async () => {
  const { table } = await begin();
  await table.comment(ana, '1', '/roll DICE6');
  standIn.world.now = '2021-06-18T09:30:00Z';
  expect(await run(chain), said).toBe(0);
  const folder = mirror('mirror.git');
  expect(await replay(await openClone(folder, chain.chain))).toEqual({
    same: true,
    lines: 1,
    stopped: [],
    since: null,
  });
  // By drand's own key it is no roll of drand's.
  expect(await replay(await openClone(folder))).toMatchObject({
    same: false,
    line: 0,
    why: 'the proof is about another chain',
  });
  const path = 'content/ledger/2021-06.jsonl';
  const forge = await openAt(standIn, `${standIn.folder}/reader`);
  const main = (await readBranch(forge.repository, 'main')) ?? '';
  const [line = ''] = ((await readFileText(forge.repository, main, path)) ?? '').split('\n');
  const bend = async (name: string, bent: string) => {
    const bending = mirror(name);
    const { repository } = (await openClone(bending, chain.chain)).forge;
    const commit = await writeCommit(repository, {
      parents: [main],
      changes: new Map([[path, `${bent}\n`]]),
      author: { name: 'x', email: '', at: standIn.world.now },
      message: 'Ledger 0: ana: roll\n',
    });
    execFileSync('git', ['--git-dir', bending, 'update-ref', 'refs/heads/main', commit]);
    return replay(await openClone(bending, chain.chain));
  };
  // Whoever writes the ledger could write another result, everywhere: played again it is taken as it fell.
  const fell = /"size":6,"result":(\d)/u.exec(line)?.[1] ?? '';
  const other = String((Number(fell) % 6) + 1);
  const result = line.replace(`"size":6,"result":${fell}`, `"size":6,"result":${other}`);
  expect(await bend('bent.git', result.replace(`"result":[${fell}]`, `"result":[${other}]`))).toMatchObject({
    same: false,
    line: 0,
    why: expect.stringMatching(/draw 1 of 6 gives place/u) as string,
  });
  const round = Number(/"round":(\d+)/u.exec(line)?.[1]);
  const later = await chain.round(round + 1);
  const picked = line
    .replace(/"round":\d+/u, `"round":${later.round}`)
    .replace(/"randomness":"\w+"/u, `"randomness":"${later.randomness}"`)
    .replace(/"signature":"\w+"/u, `"signature":"${later.signature}"`);
  expect(await bend('picked.git', picked)).toMatchObject({
    same: false,
    why: `round ${round} was due, and round ${round + 1} was used`,
  });
  expect(await bend('other-purpose.git', line.replace('/roll#1"', '/roll#2"'))).toMatchObject({
    same: false,
    why: expect.stringContaining('its dice were rolled for roll#1') as string,
  });
  const { proof: _, ...bare } = JSON.parse(line) as Record<string, unknown>;
  expect(await bend('bare.git', JSON.stringify(bare))).toMatchObject({
    same: false,
    why: expect.stringContaining('no round is recorded') as string,
  });
});

test('without the beacon nothing is decided, and the next run rolls', async () => {
  const { table } = await begin();
  await table.comment(ana, '1', '/roll DICE6');
  const down: Beacon = {
    chain: chain.chain,
    round: () => Promise.reject(new BeaconError('unreachable', 'no relay answers')),
  };
  standIn.world.now = '2021-06-18T09:30:00Z';
  expect(await run(down)).toBe(1);
  expect(said).toContain('no relay answers');
  expect(answers()).toEqual([]);
  expect(await run(chain)).toBe(0);
  expect(answers()).toEqual([expect.stringMatching(/^> \/roll DICE6\n\n\*\*Done/u)]);
});

test('doesn’t trust a beacon that lies', async () => {
  const { table } = await begin();
  await table.comment(ana, '1', '/roll DICE6');
  const other = localBeacon({ secret: new TextEncoder().encode('liar'), genesis: '2021-05-13T00:00:00Z' });
  standIn.world.now = '2021-06-18T09:30:00Z';
  expect(await run({ chain: chain.chain, round: (round) => other.round(round) })).toBe(1);
  expect(said).toContain("can't be used");
  expect(answers()).toEqual([]);
});
