import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { addons } from '../../src/addons/registry.ts';
import { registryOf } from '../../src/cli/registry.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import { readEnvironment } from '../../src/host/github/action/environment.ts';
import { runTick } from '../../src/host/github/action/run-tick.ts';
import { commitmentToSeed } from '../../src/session/chance/committed-seed.ts';
import type { ContentFiles } from '../../src/store/paths.ts';
import { readGame } from '../../src/store/read-game.ts';
import { openHosted, openJournalled } from '../../src/host/github/hosted/open-hosted.ts';
import { pictureAsDataUrl } from '../../src/pictures/prepare-picture.ts';
import { newEnvelope, sealEnvelope } from '../../src/session/secrets/seal.ts';
import { readContent } from '../../src/tick/observe.ts';
import { parseReport, writeReport } from '../../src/wording/action-report.ts';
import { readTree } from '../../src/repository/read-tree.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { beginHall, cloneOfHall, HALL_SEED, openAt, startWithEngine } from './game-at.ts';
import type { StandIn } from './stand-in/server.ts';
import type { GameElsewhere } from '../../src/host/game.ts';

vi.setConfig({ testTimeout: 480_000, hookTimeout: 240_000 });

const NAMES = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay', 'gus'];
let standIn: StandIn;
let clone = '';
let thread = '';
let said = '';

/** A game of the gallery on the stand-in; cy, who has its secrets, has a clone. */
beforeEach(async () => {
  standIn = await startWithEngine();
  said = '';
  const begun = await beginHall(standIn, NAMES, { dynasty: 'gallery', emperor: 'cy' });
  ({ thread } = begun);
  clone = cloneOfHall(standIn, 'clone', begun.files);
});
afterEach(() => standIn.close());

const optionsOf = (by = 'cy') => ({
  environment: {
    GITHUB_TOKEN: standIn.world.account(by, { permission: 'write' }).token,
    GITHUB_API_URL: standIn.api,
    GITHUB_SERVER_URL: standIn.api,
  },
  now: () => standIn.world.now,
  caches,
});
const open = (by = 'cy'): Promise<GameElsewhere> =>
  openHosted(by === 'cy' ? clone : join(standIn.folder, `clone-of-${by}`), optionsOf(by));

/** The engine's own run, with none of the emperor's secrets. */
async function workflow(): Promise<ContentFiles> {
  const environment = readEnvironment({
    GITHUB_TOKEN: 'token-of-github-actions[bot]',
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_API_URL: standIn.api,
    GITHUB_SERVER_URL: standIn.api,
    RUNNER_TEMP: join(standIn.folder, 'runner'),
    GITNOMIC_DICE_SEED: HALL_SEED,
  });
  const code = await runTick({
    environment,
    now: () => standIn.world.now,
    say: (text) => void (said += text),
    paced: false,
    caches,
  });
  expect(code, said).toBe(0);
  const forge = await openAt(standIn, join(standIn.folder, 'reader'));
  return readContent(forge, (await readBranch(forge.repository, 'main')) ?? '');
}

async function call(text: string): Promise<GameElsewhere> {
  const game = await open();
  await game.say(game.me ?? { id: '', name: '', bot: false }, thread, text);
  return game;
}

const later = (hours: number): void => {
  const at = Date.parse(standIn.world.now) + hours * 3_600_000;
  standIn.world.now = `${new Date(at).toISOString().slice(0, 19)}Z`;
};

async function say(by: string, text: string): Promise<void> {
  const { token } = standIn.world.account(by, { permission: 'write' });
  const response = await fetch(`${standIn.api}/repos/o/r/issues/${thread}/comments`, {
    method: 'POST',
    headers: { authorization: `token ${token}` },
    body: JSON.stringify({ body: text }),
  });
  expect(response.ok).toBe(true);
}

const commentsOf = (): readonly { readonly body: string }[] =>
  standIn.world.posts.find(({ number }) => String(number) === thread)?.comments ?? [];

test('the emperor runs what only they can run, and the engine takes in what may be public', async () => {
  const first = await call(
    `/seed ${commitmentToSeed((await open()).vault.seeds.secret ?? new Uint8Array())}`,
  );
  expect((await first.tick()).notified).toBe(0);
  const opening = await call('/act start-round theme=Snow');
  expect(await opening.tick()).toMatchObject({ notified: 1, commits: [{ commit: null }] });
  let content = await workflow();
  expect(readGame(content).state?.game).toMatchObject({ round: 1, theme: 'Snow' });
  expect(readGame(content).ledger.at(-1)).toMatchObject({
    by: 'cy',
    what: 'start-round',
    told: expect.any(String),
  });
  expect(standIn.world.posts.some(({ title }) => title === 'Round 1')).toBe(true);

  // What others sealed, only cy's machine opens.
  later(1);
  const { vault, pictures } = await open();
  const picture = await pictureAsDataUrl(readFileSync('content/pictures/art/' + firstPicture()));
  const envelope = newEnvelope({
    game: 'Hall',
    dynasty: Number(readGame(content).state?.dynasty['number']),
    submission: 'art',
    sender: 'ana',
    serial: 1,
    params: { title: 'Boats', image: picture },
  });
  await say('ana', (await sealEnvelope(vault.key?.recipient ?? '', envelope)).text);
  expect(pictures.known()).toEqual({});
  content = await workflow();
  later(60);
  const position = await (await open()).openPosition();
  expect(Object.values(position.open.play.state().submissions)).toMatchObject([
    { by: 'ana', contents: { title: 'Boats' } },
  ]);
  position.open.play.dispose();

  const second = await call('/act start-round theme=Ice');
  expect((await second.tick()).notified).toBe(1);
  content = await workflow();
  const { state } = readGame(content);
  expect(state?.game).toMatchObject({ round: 2, theme: 'Ice' });
  expect(state?.things['art']?.['r1-1']).toMatchObject({ title: 'Boats', submitter: null });
  const image = String(state?.things['art']?.['r1-1']?.['image']);
  expect(image).toMatch(/^pictures\//u);
  const forge = await openAt(standIn, join(standIn.folder, 'reader'));
  const main = (await readBranch(forge.repository, 'main')) ?? '';
  const { files } = await readTree(forge.repository, main, { under: ['content/pictures'] });
  expect([...files.keys()]).toEqual([`content/${image}`]);
  // Who sent it stays with cy, and nowhere else.
  const own = await (await open()).openPosition();
  expect(own.open.play.state().emperor['submitters']).toEqual({ 'r1-1': 'ana' });
  own.open.play.dispose();
  expect([...content.values()].some((text) => text.includes('"r1-1":"ana"'))).toBe(false);
  // Nothing is left to be told, and the engine has answered.
  expect((await (await open()).tick()).notified).toBe(0);
  expect(commentsOf().some(({ body }) => body.includes('told can’t be so'))).toBe(false);
});

/** Some picture of the shipped game. */
function firstPicture(): string {
  const path = /image: (pictures\/art\/[^\s]+)/u.exec(
    readFileSync('content/dynasties/3/last.json', 'utf8'),
  )?.[1];
  return (path ?? '').replace('pictures/art/', '').replace(/\\n.*$/u, '');
}

test('refuses a report that’s somebody else’s, reports too much, or comes too late', async () => {
  const game = await call('/act start-round theme=Snow');
  await game.tick();
  const told = commentsOf().find(({ body }) => body.startsWith('/told '))?.body ?? '';
  const parsed = parseReport(told);
  expect(parsed).not.toBeNull();
  if (parsed === null) return;
  // Only what was called for by oneself.
  const again = await openAt(standIn, join(standIn.folder, 'other'));
  expect(again.name).toBe('github');
  standIn.world.posts.find(({ number }) => String(number) === thread)?.comments.pop();
  await say('ana', told);
  const more = (change: object): string =>
    writeReport({
      ...parsed,
      disclosed: { ...parsed.disclosed, changes: [...parsed.disclosed.changes, change as never] },
    });
  await say('cy', more({ path: ['players', 'cy', 'admin'], after: true }));
  await say('cy', more({ path: ['players', 'ana', 'kudos'], after: -3 }));
  await say('cy', more({ path: ['posts', thread, 'title'], after: 'Mine' }));
  await say('cy', writeReport({ ...parsed, lines: 7 }));
  await say('cy', '/told nonsense');
  let content = await workflow();
  expect(readGame(content).state?.game).toMatchObject({ round: 0 });
  const answers = commentsOf().map(({ body }) => body);
  expect(answers.join('\n')).toMatch(/cy called for it/u);
  expect(answers.join('\n')).toMatch(/players\.cy\.admin isn’t part of this report/u);
  expect(answers.join('\n')).toMatch(/players\.ana\.kudos would be -3/u);
  expect(answers.join('\n')).toMatch(/something else has happened/u);
  // The same word, as it was told at first, counts.
  await say('cy', told);
  content = await workflow();
  expect(readGame(content).state?.game).toMatchObject({ round: 1, theme: 'Snow' });
  // Once.
  await say('cy', told);
  content = await workflow();
  expect(readGame(content).ledger).toHaveLength(1);
});

/** What cy reads in the clone after typing a command, and its exit code. */
async function typed(...words: readonly string[]): Promise<string> {
  let written = '';
  const write = { write: (text: string) => (written += text) };
  const environment = {
    CI: '1',
    GITNOMIC_NOW: standIn.world.now,
    GITHUB_TOKEN: standIn.world.account('cy', { permission: 'write' }).token,
    GITHUB_API_URL: standIn.api,
    GITHUB_SERVER_URL: standIn.api,
  };
  const code = await runCli({
    words,
    folder: clone,
    environment,
    terminal: makeTerminal(write, write, environment, () => 0),
    caches,
  });
  return `${written}[${code}]`;
}

/** Operands without which a command opens no game. */
const OPERANDS: Readonly<Record<string, readonly string[]>> = {
  propose: ['--add-rule', 'Manners', '--text', 'Please.', '--dry-run'],
  vote: ['for', '1'],
  comment: ['1', 'Well said.'],
  roll: ['DICE6'],
  resolve: ['1', 'enacted'],
  why: ['1'],
  'admin redact': ['bo'],
  'import history': ['history'],
};

test('nobody can act as somebody else than their token says: refuses every such command', async () => {
  for (const { name, load } of registryOf([], addons)) {
    const { options } = (await load()).command;
    for (const [option, words] of [
      ['as', ['--as', 'bo']],
      ['new', ['--new']],
    ] as const)
      if (option in options && 'game' in options)
        expect([name, await typed(...name.split(' '), ...(OPERANDS[name] ?? []), ...words)]).toEqual([
          name,
          expect.stringMatching(/--(?:as|new) has no effect here[\s\S]*\[2\]|played elsewhere[\s\S]*\[1\]/u),
        ]);
  }
  expect(commentsOf()).toEqual([]);
  expect(await typed('status', '--as', 'CY')).toMatch(/\[0\]$/u);
});

test('the usual commands work on the command line', async () => {
  expect(await typed('seal', 'keys', 'publish')).toMatch(/In force: \w+, age1\w+ \(first\)\n[^\n]+\n\[0\]$/u);
  expect(await typed('seal', 'seed')).toMatch(/drawn from the seed sha256:\w+\n\[0\]$/u);
  expect(await typed('act', 'round-summary', 'theme=Snow', '--yes')).toMatch(/Round 0 → 1[\s\S]*\[0\]$/u);
  expect(await typed('propose', '--add-rule', 'Manners', '--text', 'Please.')).toMatch(
    /played elsewhere[\s\S]*\[1\]$/u,
  );
  const content = await workflow();
  const { state, facts } = readGame(content);
  expect(state?.game).toMatchObject({ round: 1, theme: 'Snow' });
  expect(facts.keys).toHaveLength(1);
  expect(facts.seeds).toHaveLength(1);
});

test('a clone opens with just a token, keeps its secrets from Git, and talks on the engine’s open post', async () => {
  const { environment, ...tokenless } = optionsOf();
  await expect(openHosted(clone, tokenless)).rejects.toMatchObject({ code: 'no-token' });
  await expect(openHosted(clone, { environment: { GITHUB_TOKEN: '' } })).rejects.toMatchObject({
    code: 'no-token',
  });
  await expect(openHosted(standIn.folder, optionsOf())).rejects.toThrow('not a clone of a game on GitHub');
  expect(await openJournalled(clone, tokenless)).toBeNull();
  const asked: string[] = [];
  const network = {
    resolve: (host: string) => {
      asked.push(host);
      return Promise.reject(new Error('no such host'));
    },
    get: () => Promise.reject(new Error('unused')),
  };
  const { GITHUB_TOKEN: GH_TOKEN, ...places } = environment;
  const game = await openHosted(clone, { ...tokenless, environment: { GH_TOKEN, ...places }, network });
  expect(readFileSync(join(clone, '.gitnomic/.gitignore'), 'utf8')).toBe('*\n');
  await game.pictures.gather(['https://pictures.example/x.png']);
  expect(asked).toEqual(['pictures.example']);
  expect([await game.thread(), game.me?.name]).toEqual([thread, 'cy']);
  await (await openAt(standIn, join(standIn.folder, 'closing'))).close(thread);
  await expect((await open()).thread()).rejects.toMatchObject({ code: 'no-such-post' });
});

test('somebody who only looks sees what the engine has journalled, and writes nothing', async () => {
  await say('bo', '/roll DICE6');
  const content = await workflow();
  await say('bo', '/roll DICE6');
  const shown = await openJournalled(clone, optionsOf());
  if (shown === null) throw new Error('nothing is shown');
  expect(await shown.content()).toEqual(content);
  expect([shown.now(), await shown.main()]).toEqual([
    standIn.world.now,
    await readBranch(shown.forge.repository, 'main'),
  ]);
  const { open: opened } = await shown.openPosition();
  expect(opened.play.ledger.map(({ what }) => what)).toEqual(['roll']);
  opened.play.dispose();
  expect(await shown.vault.read({ lines: 0, digest: '' })).toEqual({});
  await expect(shown.vault.write({ lines: 0, digest: '' }, {})).rejects.toThrow('only looked at');
});
