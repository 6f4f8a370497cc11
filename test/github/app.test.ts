import { generateKeyPairSync } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signAppToken, tokenOfApp } from '../../src/forge/github/app-token.ts';
import { openClone } from '../../src/host/open-clone.ts';
import { replay } from '../../src/care/replay/replay.ts';
import { actAsApp, runTick, type RunOptions } from '../../src/host/github/action/run-tick.ts';
import { readWish, runSetup } from '../../src/host/github/action/run-setup.ts';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { ana, bo, cy, dee, eli, playAt, PLAYERS } from './action-game.ts';
import { environmentAt, startWithEngine } from './game-at.ts';
import type { StandIn } from './stand-in/server.ts';

const RESTRICTED = 'error: GH013: Repository rule violations found for refs/heads/main.\n';
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});
/** What docs/github.md has its owner let it do. */
const PERMISSIONS = {
  contents: 'write',
  issues: 'write',
  'pull-requests': 'write',
  checks: 'write',
} as const;

let standIn: StandIn;
let options: RunOptions;
let said = '';
beforeEach(async () => {
  standIn = await startWithEngine();
  const { world } = standIn;
  const account = { ...world.account('harbour-engine[bot]', { type: 'Bot', id: 990_001 }), app: 4711 };
  account.permission = 'write';
  world.accounts.delete(account.token);
  world.app = { id: 4711, clientId: 'Iv1.abc', publicKey, account, permissions: PERMISSIONS };
  for (const name of PLAYERS) world.account(name, { permission: 'write' });
  // Nobody may push to these branches but who is on the list of the ruleset, as the App is.
  writeFileSync(join(world.gitdir, 'restricted'), RESTRICTED);
  said = '';
  options = {
    caches,
    environment: { ...environmentAt(standIn), GITNOMIC_APP: 'Iv1.abc', GITNOMIC_APP_KEY: privateKey },
    now: () => world.now,
    say: (text) => void (said += text),
    paced: false,
  };
});
afterEach(() => standIn.close());

async function tick(): Promise<void> {
  const code = await runTick(await actAsApp(options));
  if (code !== 0) throw new Error(`${said}${standIn.world.failures.map(String).join('\n')}`);
}

test('an App of its owner plays a game with restricted branches, and is the engine', async () => {
  const { world } = standIn;
  const wish = readWish({
    GAME_NAME: 'Harbour',
    GAME_CORE: '2021',
    GAME_DYNASTY: 'none',
    GAME_ADMINS: PLAYERS.join(' '),
  });
  // With the workflow's own token it is refused, and told why.
  await expect(runSetup(options, wish)).rejects.toThrow('GH013');
  await runSetup(await actAsApp(options), wish);
  await tick();
  const game = await playAt(standIn);
  const night = await game.propose(bo, 'Night', {
    'content/ruleset/dynastic/night.md': '---\ntitle: Night\n---\nIt is night.\n',
  });
  for (const voter of [ana, cy, dee, eli]) await game.table.comment(voter, String(night.number), ':for:');
  world.now = '2021-06-18T10:00:00Z';
  await tick();
  expect(night.comments.at(-1)?.by?.login).toBe('harbour-engine[bot]');
  expect(world.checks.map(({ app }) => app)).toContain(4711);
  world.now = '2021-06-18T22:30:00Z';
  await tick();
  expect(game.post(String(night.number))).toMatchObject({ merged: true, closed: true });
  // Its own pushes are no pushes of others, and its words no news: what it left stays, and a tick leaves no trace.
  await tick();
  const stood = [...world.refs()];
  await tick();
  expect([...world.refs()]).toEqual(stood);
  expect(said).toMatch(/Everything is up to date\.\n$/u);
  expect(said).not.toContain('PRIVATE KEY');
  expect(said.replaceAll(/^::add-mask::.*$/gmu, '')).not.toContain('ghs_of_');
  // Whoever has a clone knows by it who the engine is.
  const mirror = join(standIn.folder, 'mirror.git');
  execFileSync('git', ['clone', '--quiet', '--mirror', world.gitdir, mirror]);
  const clone = await openClone(mirror);
  expect(clone.forge.engine).toEqual({ id: '990001', name: 'harbour-engine', bot: true });
  expect(await replay(clone)).toMatchObject({ same: true });
  expect(world.failures).toEqual([]);
});

test('a game begun with the workflow’s token goes on with an App, and another App’s check stays as it is', async () => {
  const { world } = standIn;
  rmSync(join(world.gitdir, 'restricted'));
  const game = await playAt(standIn);
  await game.setUp();
  const night = await game.propose(bo, 'Night', {
    'content/ruleset/dynastic/night.md': '---\ntitle: Night\n---\nIt is night.\n',
  });
  await game.tick();
  await game.tick();
  await game.table.comment(ana, String(night.number), ':for:');
  await tick();
  const verdicts = world.checks.filter(({ name }) => name === 'Gitnomic');
  expect(new Set(verdicts.map(({ app }) => app))).toEqual(new Set([15_368, 4711]));
});

test('refuses an App with another key or an outdated token, and an error about a malformed key doesn’t reveal it', async () => {
  const place = { api: standIn.api, paced: false, now: standIn.world.now };
  const other = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await expect(tokenOfApp({ app: 'Iv1.abc', key: other.privateKey }, 'o/r', place)).rejects.toThrow('401');
  await expect(tokenOfApp({ app: '4711', key: privateKey }, 'o/r', place)).resolves.toMatch(/^ghs_/u);
  const [, said = ''] = signAppToken({ app: 'Iv1.abc', key: privateKey }, standIn.world.now).split('.');
  const { iat, exp } = JSON.parse(Buffer.from(said, 'base64url').toString()) as { iat: number; exp: number };
  expect([exp > iat, exp - iat <= 600]).toEqual([true, true]);
  const late = { ...place, now: '2021-06-18T08:00:00Z' };
  await expect(tokenOfApp({ app: 'Iv1.abc', key: privateKey }, 'o/r', late)).rejects.toThrow('401');
  const wrong = `${privateKey.slice(0, 80)} and no more`;
  const tell = (): string => signAppToken({ app: 'Iv1.abc', key: wrong }, standIn.world.now);
  expect(tell).toThrow('GITNOMIC_APP_KEY is not a private key in PEM.');
  expect(tell).not.toThrow(privateKey.slice(40, 80));
});
