import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { filesOfBoot, MadeAhead } from './made-ahead.ts';
import { DEFAULT_LIMITS } from './host.ts';
import { Work } from './meter.ts';
import { SandboxCaches } from './sandbox-caches.ts';
import { Sandbox } from './sandbox.ts';
import { manifestOf } from '../kernel/fixtures/kernel-with.ts';
import { slowTest } from '../../test/slowly.ts';

const AT = '2021-06-18T09:00:00Z';
const CLAUSE = `import { action, integer, rule } from 'gitnomic/rules';
  export default rule(({ result }) => ({
    player: { lanternOil: integer({ start: 3 }) },
    actions: { try: action({ by: 'anybody', with: { steps: integer() }, effect({ actor, steps }) {
      for (let i = 0; i < steps; i++);
      actor.lanternOil += 1;
      result([Object.keys(globalThis).join(), typeof globalThis.gitnomic, typeof globalThis.host, typeof Math.random, typeof Date]);
    } }) },
  }));`;

const limits = { polls: 60, memoryBytes: 41 * 1024 * 1024, stackBytes: 96 * 1024 };

const folder = mkdtempSync(join(tmpdir(), 'made-ahead-'));
/** The folder in which one process has stored its boot image, beside a cache of its game's sources that nobody should trust. */
const STORED = 'stored';
let first: Sandbox;
const loaded: string[] = [];
const asked: string[] = [];
beforeAll(async () => {
  const caches = startedIn(STORED);
  const { engine } = caches.sources;
  caches.sources.engine = (path) => {
    loaded.push(`src/${path}`);
    return engine.call(caches.sources, path);
  };
  caches.sources.store = {
    get: (_, path) => {
      asked.push(path);
      return path.includes('trial.ts') ? undefined : 'throw new Error("planted")';
    },
    set: (_, path) => asked.push(path),
  };
  first = await opened(caches);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The caches of a process that starts now and stores its boot images in this folder. */
const startedIn = (name: string): SandboxCaches => new SandboxCaches(new MadeAhead(join(folder, name)));
/** A copy of what was stored. */
function storedIn(name: string): MadeAhead {
  cpSync(join(folder, STORED), join(folder, name), { recursive: true });
  return new MadeAhead(join(folder, name));
}

const imageIn = (name: string): string =>
  readdirSync(join(folder, name)).find((file) => !file.endsWith('.json')) ?? '';

async function opened(caches: SandboxCaches): Promise<Sandbox> {
  const host = { draw: () => 1, ledger: { length: 0, at: () => null } };
  const sandbox = await Sandbox.create(host, limits, caches);
  expect(filled(sandbox)).toEqual([]);
  return sandbox;
}

function filled(sandbox: Sandbox): ReturnType<Sandbox['link']> {
  const manifest = manifestOf([{ title: 'Trial', clause: () => ({}) }]);
  const problems = sandbox.link(manifest, { files: new Map([['core/trial.ts', CLAUSE]]), version: '1' });
  sandbox.load(null);
  return problems;
}

function tried(sandbox: Sandbox, steps: number): unknown {
  try {
    return sandbox.take({ type: 'act', at: AT, by: 'ana', action: 'try', with: { steps } });
  } catch (error) {
    return (error as { code: string }).code;
  }
}

function mostSteps(sandbox: Sandbox): number {
  let [enough, tooMany] = [0, 2_000_000];
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2);
    if (tried(sandbox, middle) === 'too-many-steps') tooMany = middle;
    else enough = middle;
  }
  return enough;
}

slowTest(
  'from the third on a sandbox goes on from what the second was before anything was loaded',
  async () => {
    const caches = new SandboxCaches(null);
    await opened(caches);
    expect(caches.boots.within(limits)).toBeUndefined();
    await opened(caches);
    const image = caches.boots.within(limits);
    expect(image).toBeDefined();
    await opened(caches);
    expect(caches.boots.within(limits)).toBe(image);
    expect(Buffer.from(image?.memory ?? []).includes('lanternOil')).toBe(false);
  },
);

slowTest(
  'it does the same as one that has loaded the guest itself: answers, memory, and the step at which it is stopped',
  async () => {
    const caches = new SandboxCaches(null);
    const booted = await opened(caches);
    await opened(caches);
    const resumed = await opened(caches);
    expect(resumed.memoryBytes()).toBe(booted.memoryBytes());
    expect(tried(resumed, 5)).toEqual(tried(booted, 5));
    expect(resumed.state()).toEqual(booted.state());
    const most = mostSteps(booted);
    expect(most).toBeGreaterThan(200_000);
    expect(tried(resumed, most)).toMatchObject({ ok: true });
    expect(tried(resumed, most + 1)).toBe('too-many-steps');
  },
);

test('a boot image is used only for the limits that it was made with', () => {
  const { boots } = startedIn(STORED);
  expect(boots.within(limits)).toBeDefined();
  expect(boots.within({ ...limits, stackBytes: 64 * 1024 })).toBeUndefined();
});

slowTest('one that goes on from what another process kept does the same from the first on', async () => {
  await opened(startedIn('same'));
  const caches = startedIn('same');
  expect(caches.boots.within(limits)).toBeDefined();
  const [booted, resumed] = [await opened(new SandboxCaches(null)), await opened(caches)];
  expect(resumed.memoryBytes()).toBe(booted.memoryBytes());
  expect(tried(resumed, 5)).toEqual(tried(booted, 5));
  expect(resumed.state()).toEqual(booted.state());
  const most = mostSteps(booted);
  expect(tried(resumed, most)).toMatchObject({ ok: true });
  expect(tried(resumed, most + 1)).toBe('too-many-steps');
});

test('stores nothing of a game for other processes, even if the storing process loaded one', () => {
  const kept = readdirSync(join(folder, STORED));
  expect(kept).toContain(imageIn(STORED));
  for (const name of kept)
    expect(readFileSync(join(folder, STORED, name)).includes('lanternOil')).toBe(false);
});

test('ignores and replaces an image that has a changed byte or is cut short', async () => {
  const saved = storedIn('spoilt');
  const path = join(folder, 'spoilt', imageIn('spoilt'));
  const whole = readFileSync(path);
  for (const at of [0, 31, 32, 40, 5_000, whole.length >> 1, whole.length - 1]) {
    const altered = Buffer.from(whole);
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
    writeFileSync(path, altered);
    expect(saved.read(limits), `byte ${at}`).toBeNull();
  }
  for (const length of [0, 3, 40, whole.length - 1]) {
    writeFileSync(path, whole.subarray(0, length));
    expect(saved.read(limits), `cut to ${length} bytes`).toBeNull();
  }
  await opened(new SandboxCaches(saved));
  expect(saved.read(limits)).not.toBeNull();
});

test('replaces an image that fits no machine', async () => {
  const saved = storedIn('odd');
  const fitting = saved.read(limits);
  if (fitting === null) throw new Error('nothing is kept');
  saved.write(limits, { ...fitting, place: fitting.place + 32 });
  await opened(new SandboxCaches(saved));
  expect(saved.read(limits)?.place).toBe(fitting.place);
});

slowTest('an image fits whatever program runs', async () => {
  const stored = new MadeAhead(join(folder, STORED));
  const before = process.argv[1] ?? '';
  try {
    for (const [at, program] of ['/bin/a', `/home/${'somebody/'.repeat(20)}gitnomic.mjs`].entries()) {
      process.argv[1] = program;
      const booted = new SandboxCaches(stored, new Work(), new MadeAhead(join(folder, `program-${at}`)));
      await opened(booted);
      expect(booted.boots.within(limits)?.place).toBe(stored.read(limits)?.place);
    }
  } finally {
    process.argv[1] = before;
  }
});

test('ignores an image made for other limits, even if its name says otherwise', () => {
  const saved = storedIn('limits');
  const name = imageIn('limits');
  const other = { ...limits, stackBytes: 64 * 1024 };
  const path = join(folder, 'limits', name.replace(String(limits.stackBytes), String(other.stackBytes)));
  writeFileSync(path, readFileSync(join(folder, 'limits', name)));
  expect(saved.read(other)).toBeNull();
  expect(saved.read(limits)).not.toBeNull();
});

test('ignores an image if any of the engine’s files has changed', () => {
  const root = join(folder, 'engine');
  const long = new Date(Date.now() - process.uptime() * 1000 - 60_000);
  const put = (path: string, text: string, at = long): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    utimesSync(join(root, path), at, at);
  };
  for (const path of filesOfBoot()) put(path, path);
  const image = { place: 1, parts: [], memory: new Uint8Array(8) };
  const now = (): MadeAhead => new MadeAhead(join(folder, 'of-engine'), root);
  now().write(limits, image);
  for (const path of [
    'src/kernel/kernel.ts',
    'src/sandbox/guest/main.ts',
    'src/sandbox/machine.ts',
    'package-lock.json',
  ]) {
    put(path, 'of another engine');
    expect(now().read(limits), path).toBeNull();
    put(path, path);
    expect(now().read(limits)).toEqual({ ...image, memory: Buffer.alloc(8) });
  }
  put('src/rules/index.ts', 'edited while this process runs', new Date());
  now().write(limits, image);
  expect(now().read(limits)).toBeNull();
});

test('doesn’t read from a game’s own cache while making the image that other games use', async () => {
  expect(tried(first, 5)).toMatchObject({ ok: true });
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((path) => path !== 'core/trial.ts')).toEqual([]);
  expect(tried(await opened(startedIn(STORED)), 5)).toMatchObject({ ok: true });
});

test('every file loaded while booting belongs to the files that identify the engine', () => {
  expect(loaded.length).toBeGreaterThan(50);
  expect(filesOfBoot()).toEqual(expect.arrayContaining(loaded));
});

test('a trial starts from the image in its own memory, counts the same steps, and outlives the game', async () => {
  const images = new MadeAhead(join(folder, 'trials'));
  const caches = new SandboxCaches(new MadeAhead(join(folder, STORED)), new Work(), images);
  const host = { draw: () => 1, ledger: { length: 0, at: () => null } };
  const games = [
    await Sandbox.create(host, DEFAULT_LIMITS, caches),
    await Sandbox.create(host, DEFAULT_LIMITS, caches),
  ];
  await Sandbox.prepare(caches);
  const beside = Sandbox.another(host, caches);
  const sharing = Sandbox.another(host, caches);
  const counted = [games[0]!, beside, sharing].map((sandbox) => {
    expect(filled(sandbox)).toEqual([]);
    const { polls } = caches.work;
    tried(sandbox, 500_000);
    return caches.work.polls - polls;
  });
  expect(counted[0]).toBeGreaterThan(30);
  expect(counted).toEqual([counted[0], counted[0], counted[0]]);
  games[1]!.dispose();
  expect(tried(beside, 5)).toMatchObject({ ok: true });
});
