// What programs and people write as JSON: a number that a reader of JSON would make another one, and a key of two that it would drop, are refused by
// their names at every door, and nothing is done.
import { spawn } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { armor, Encrypter } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { serveBridge } from '../../src/addons/chat-bridge/serve-bridge.ts';
import { serveMcp } from '../../src/addons/programs/serve-mcp.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { unpackGame } from '../../src/cli/local/unpack-game.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import type { FormField } from '../../src/wording/form-field.ts';
import { parseReport, writeReport } from '../../src/wording/action-report.ts';
import type { HomeGame } from '../../src/host/game.ts';
import { homeIn } from '../../src/host/host.ts';
import { hosts } from '../../src/host/registry.ts';
import { IN_ENGLISH } from '../../src/language/wording.ts';
import { readAddresses } from '../../src/addons/notices/addresses.ts';
import { commitmentToEnvelope } from '../../src/session/secrets/commitment.ts';
import { readRevealed, writeRevealed } from '../../src/session/secrets/reveal.ts';
import { ballot, OUTSIDE, RECEIVER } from '../../src/session/secrets/fixtures/sealed.ts';
import { open } from '../../src/session/secrets/open.ts';
import { sealEnvelope } from '../../src/session/secrets/seal.ts';
import { formatSealed, parseSealed } from '../../src/session/secrets/sealed-text.ts';
import { readShares } from '../../src/session/secrets/shares.ts';
import { listPacks } from '../../src/ruleset/compose.ts';
import { runProgram } from '../../src/addons/programs/read-policy.ts';
import { SeatKeys } from '../../src/seat/program/seat-keys.ts';
import { SeatPace } from '../../src/seat/program/seat-pace.ts';
import { simulate } from '../../src/addons/programs/simulate.ts';
import { readFields } from '../../src/seat/read-fields.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';

const SRC = join(import.meta.dirname, '../../src');
const NOW = '2030-06-03T09:00:00Z';
const folder = mkdtempSync(join(tmpdir(), 'odd-json-'));
const CLAUSE = `import { action, data, rule } from 'gitnomic/rules';
export default rule(() => ({
  player: { any: data() },
  actions: { take: action({ by: 'anybody', with: { any: data() }, effect: ({ actor, any }) => { actor.any = any; } }) },
}));
`;

let game: HomeGame;
beforeAll(async () => {
  const ruleset = new Map([
    ['dynastic/any.md', '---\ntitle: Any\norder: 5\n---\nEach Player has Any.\n'],
    ['dynastic/any.ts', CLAUSE],
  ]);
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({ id, admin: id === 'ana' }));
  const wish = { name: 'Any', core: listPacks(shippedLibrary).core.at(-1) ?? '', players, ruleset };
  game = await homeIn(hosts).begin(join(folder, 'game'), shippedLibrary, wish, { now: () => NOW, caches });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A step as it is written; `any` is what stands there for a value. */
const stepWith = (any: string): string => `{"do":"act","action":"take","with":{"any":${any}}}`;
/** What is refused, with what the refusal says. */
const REFUSED: readonly (readonly [any: string, says: string])[] = [
  ['9007199254740993', 'has the number 9007199254740993, which would become 9007199254740992'],
  ['[1, {"n": -1e400}]', 'has the number -1e400, which would become -Infinity'],
  ['9'.repeat(10_000), `has the number ${'9'.repeat(40)}…, which would become Infinity`],
  ['{"n": 1, "n": 2}', 'has the key n twice'],
  [`${'['.repeat(80)}${']'.repeat(80)}`, 'is nested more than 74 deep'],
];
const NO_JSON = ['007', '+5', '0x10', '1_000', '١٢', 'NaN'].map((any) => [any, 'is not JSON'] as const);
/** What is taken as it was written. */
const TAKEN: readonly (readonly [any: string, value: unknown])[] = [
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ['"9007199254740993"', '9007199254740993'],
  ['-0', 0],
  ['1e21', 1e21],
  ['1.50', 1.5],
  ['["007", "١٢", "1_000"]', ['007', '١٢', '1_000']],
];

async function gitnomic(...words: string[]): Promise<{ readonly code: number; readonly said: string }> {
  let said = '';
  const sink = { write: (text: string) => (said += text) };
  const terminal = makeTerminal(sink, sink, {}, () => 0);
  const environment = { CI: '1', GITNOMIC_NOW: NOW };
  const code = await runCli({ words, folder: game.folder, environment, terminal, hosts, caches });
  return { code, said };
}

async function viaProgram(text: string): Promise<string> {
  // As a program without any library would write it.
  const { policy, close } = runProgram(process.execPath, [
    '-e',
    `let said = 0; process.stdin.on('data', () => process.stdout.write(said++ === 0 ? ${JSON.stringify(`${text}\n`)} : '{"do":"pass"}\\n'))`,
  ]);
  const wish = { seed: 'a', days: 1, players: 1, policy };
  try {
    return JSON.stringify(await simulate(game, wish, () => undefined));
  } catch (error) {
    return String(error);
  } finally {
    close();
  }
}

const toolCall = (any: string): string =>
  `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"rehearse","arguments":{"step":${stepWith(any)}}}}`;

async function overHttp(any: string): Promise<string> {
  const warn = (text: string): void => expect.fail(text);
  const keys = new SeatKeys(game.folder);
  const server = await serveMcp(game, keys, new SeatPace(), 0, warn);
  const headers = {
    authorization: `Bearer ${keys.invite('ana', NOW)}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  try {
    const answer = await fetch(server.url, { method: 'POST', headers, body: toolCall(any) });
    return await answer.text();
  } finally {
    server.close();
  }
}

/** One process for all of them, as a model’s program has it. */
let stdio: ReturnType<typeof beginStdio> | null = null;
afterAll(() => void stdio?.child.kill());
function beginStdio() {
  const bin = join(import.meta.dirname, '../../bin/gitnomic.mjs');
  const child = spawn(process.execPath, [bin, 'mcp', '--game', game.folder, '--as', 'ana'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, GITNOMIC_NOW: NOW },
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
  return { child, lines: () => out.split('\n').filter((line) => line !== '') };
}
async function overStdio(any: string): Promise<string> {
  stdio ??= beginStdio();
  const before = stdio.lines().length;
  stdio.child.stdin.write(`${toolCall(any)}\n`);
  await expect.poll(() => stdio?.lines().length, { timeout: 60_000 }).toBe(before + 1);
  return stdio.lines().at(-1) ?? '';
}

async function overBridge(any: string): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const warn = (text: string): void => expect.fail(text);
  const bridge = { game, keys: new SeatKeys(game.folder), pace: new SeatPace(), key: raw, warn };
  const server = await serveBridge(bridge, 0);
  const at = String(Math.floor(Date.now() / 1000));
  const body = `{"type":1,"data":{"name":"x","options":[{"name":"y","value":${any}}]}}`;
  const signature = sign(null, Buffer.from(at + body), privateKey).toString('hex');
  const headers = { 'x-signature-timestamp': at, 'x-signature-ed25519': signature };
  try {
    return await (await fetch(server.url, { method: 'POST', headers, body })).text();
  } finally {
    server.close();
  }
}

/** Sealed by a program of their own, which writes what it likes. */
async function opened(any: string): Promise<string> {
  const envelope = ballot({ params: { any: 'HERE' } });
  const { sealed } = await sealEnvelope(RECEIVER.recipient, envelope);
  const encrypter = new Encrypter();
  encrypter.addRecipient(RECEIVER.recipient);
  const armored = armor.encode(
    await encrypter.encrypt(JSON.stringify(envelope).replace('"HERE"', () => any)),
  );
  const commitment = await commitmentToEnvelope(envelope);
  return open([RECEIVER.identity], formatSealed({ ...sealed, commitment, armored }), OUTSIDE).then(
    ({ params }) => JSON.stringify(params),
    String,
  );
}

async function sealedInPublic(any: string): Promise<string> {
  const { text } = await sealEnvelope(RECEIVER.recipient, ballot({ open: { any: 'HERE' } }));
  try {
    return JSON.stringify(parseSealed(text.replace('"HERE"', () => any)).open);
  } catch (error) {
    return String(error);
  }
}

const toldText = (any: string): string =>
  writeReport({
    call: 'c1',
    lines: 3,
    disclosed: { changes: [{ path: ['game', 'any'], after: 'HERE' }], used: [], rolls: [] } as never,
    pictures: null,
  }).replace('"HERE"', () => any);

/** Where the answer is that nothing was understood, that is said to whoever wrote it by the part that asked. */
const silent = (value: unknown, none: unknown): string =>
  JSON.stringify(value) === JSON.stringify(none) ? 'nothing' : JSON.stringify(value);

/** Each file that reads JSON of others, and how something gets to it; a silent one says no more than that it is nothing. */
const FORMS: Readonly<
  Record<string, { readonly via: (any: string) => Promise<string> | string; readonly isSilent?: boolean }>
> = {
  'cli/commands/rehearse.ts': {
    via: async (any) => (await gitnomic('rehearse', '--as', 'ana', '--json', '--step', stepWith(any))).said,
  },
  'addons/programs/read-policy.ts': { via: (any) => viaProgram(stepWith(any)) },
  'addons/programs/serve-mcp.ts': { via: overHttp },
  'addons/programs/mcp-over-stdio.ts': { via: overStdio },
  'addons/chat-bridge/serve-bridge.ts': { via: overBridge },
  'session/secrets/envelope.ts': { via: opened },
  'session/secrets/sealed-text.ts': { via: sealedInPublic },
  'session/secrets/reveal.ts': {
    via: (any) =>
      silent(
        readRevealed(writeRevealed([ballot({ params: { any: 'HERE' } })]).replace('"HERE"', () => any)),
        [],
      ),
    isSilent: true,
  },
  'wording/action-report.ts': { via: (any) => silent(parseReport(toldText(any)), null), isSilent: true },
};

test.each(Object.entries(FORMS))(
  '%s refuses JSON that would be read as something else',
  async (_, { via, isSilent = false }) => {
    for (const [any, says] of [...REFUSED, ...NO_JSON]) {
      const said = await via(any);
      if (isSilent) expect(said, any.slice(0, 60)).toBe('nothing');
      else expect(said, any.slice(0, 60)).toContain(says);
    }
  },
);

test('accepts JSON that is read as it’s written', async () => {
  for (const [any, value] of TAKEN) {
    const plainly = JSON.stringify(value);
    const rehearsed = await gitnomic('rehearse', '--as', 'ana', '--json', '--step', stepWith(any));
    expect(JSON.parse(rehearsed.said), rehearsed.said).toMatchObject({ ok: true });
    expect(await viaProgram(stepWith(any))).toMatch(/"take":\{[^}]*"taken":1/u);
    for (const mcp of [overHttp, overStdio])
      expect(await mcp(any)).toMatch(/"isError":false.*"id":7|"id":7.*"isError":false/u);
    expect(await opened(any)).not.toContain('malformed');
    expect(await sealedInPublic(any)).toBe(`{"any":${plainly}}`);
    expect(parseReport(toldText(any))?.disclosed.changes).toMatchObject([
      { after: JSON.parse(any) as unknown },
    ]);
  }
});

test('a program’s text may hold any character that ends a line elsewhere', async () => {
  expect(await viaProgram(stepWith('"one\u2028two\u2029three\u0085four"'))).toMatch(
    /"take":\{[^}]*"taken":1/u,
  );
});

test('a player’s text with such characters reaches a program in one line', async () => {
  const { code, said } = await gitnomic('act', 'take', 'any="one\u2028two\u2029three"', '--as', 'ana');
  expect(code, said).toBe(0);
  const script = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { state } = JSON.parse(line);
    console.log(JSON.stringify({ do: state.players.ana.any.length === 13 ? 'pass' : 'cut' }));
  })`;
  const { policy, close } = runProgram(process.execPath, ['-e', script]);
  const wish = { seed: 'a', days: 1, players: null, policy };
  expect(await simulate(game, wish, () => undefined)).toMatchObject({ days: 1 });
  close();
});

test('a form field for anything keeps as text what would be written differently as data', () => {
  const field: FormField = {
    id: 'any',
    label: 'Any',
    about: null,
    hint: null,
    input: 'anything',
    required: false,
    optional: false,
    options: [],
    min: null,
    max: null,
    numbers: false,
    parts: [],
    start: {},
  };
  const read = (text: string): unknown => readFields([field], () => [text], IN_ENGLISH.say).words['any'];
  for (const text of ['007', '1.50', '-0', '9007199254740993', '1e400', '1_000', '١٢', '+5', '{"n":1,"n":2}'])
    expect(read(text)).toBe(text);
  expect(read('[9007199254740993, 1.50, 12]')).toEqual(['9007199254740993', '1.50', 12]);
});

/** Doors that take nothing but texts, of which one of two under a key would be lost. */
const OF_TEXTS: Readonly<Record<string, (twice: string) => unknown>> = {
  'session/secrets/shares.ts': (twice) => {
    const name = `"sha256:${'0'.repeat(64)}"`;
    return readShares(`/shares\n\n\`\`\`json\n{${name}:"a"${twice === '' ? '' : `,${name}:"b"`}}\n\`\`\`\n`);
  },
  'cli/local/unpack-game.ts': (twice) => {
    const path = join(mkdtempSync(join(tmpdir(), 'packed-')), 'harbour.json');
    const file = '"game.yml":"aGk="';
    const files = twice === '' ? file : `${file},${file}`;
    writeFileSync(path, `{"gitnomic-game":1,"name":"Harbour","files":{${files}}}`);
    try {
      return unpackGame(path);
    } catch {
      return null;
    }
  },
  'addons/notices/addresses.ts': (twice) =>
    readAddresses(`{"to":{"x":{"as":"json","url":"https://a.example"${twice}}}}`).addresses,
};

test.each(Object.entries(OF_TEXTS))('%s refuses a key that occurs twice', (_, read) => {
  expect(read('')).not.toBeNull();
  expect(read(',"url":"https://b.example"')).toBeNull();
});

test('every reader of JSON that people write is tested above', () => {
  const doors = sourceFiles().filter((file) =>
    /\breadWrittenJson\(|\breadMessage\(/u.test(readFileSync(join(SRC, file), 'utf8')),
  );
  // The reader itself; and a browser's worker, which takes a packed game as `cli/local/unpack-game.ts` does.
  const others: ReadonlySet<string> = new Set(['ruleset/plain-data.ts', 'addons/playground/worker.ts']);
  expect(doors.filter((file) => !others.has(file)).sort()).toEqual(
    Object.keys({ ...FORMS, ...OF_TEXTS }).sort(),
  );
});

function sourceFiles(): readonly string[] {
  return globSync('**/*.{ts,astro,mjs}', { cwd: SRC }).filter(
    (file) => !/\.test\.ts$|\/fixtures\//u.test(file),
  );
}
