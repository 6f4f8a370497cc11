import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ownCommands } from '../cli/registry.ts';
import { defineCommand, type Entry, type Ending, Failure } from '../cli/command.ts';
import { runCli } from './run-cli.ts';
import { clearLine, makeTerminal } from '../cli/terminal.ts';
import { Caches } from '../cache/caches.ts';
import { CodedError } from '../kernel/coded-error.ts';

/** A command that can end in every way, with an option and operands. */
const paint = defineCommand({
  usage: 'paint [options] FILE…',
  details: 'Paints files, each in one colour.',
  examples: [{ line: 'paint --colour red door.yml', does: 'a red door' }],
  options: {
    colour: { type: 'string', short: 'c', value: 'NAME', summary: 'the colour; blue unless said' },
    twice: { type: 'boolean', summary: 'two coats' },
  },
  operands: { name: 'FILE', summary: 'what to paint', min: 1, max: 2 },
  run({ values, operands, give, say }) {
    const [file] = operands;
    if (file === 'wet.yml') {
      const problem = {
        code: 'still-wet',
        what: 'The paint is still wet.',
        where: 'wet.yml:3',
        expected: 'dry paint',
      };
      throw new Failure('refused', [
        { ...problem, next: 'Wait an hour.' },
        { code: 'no-brush', what: 'No brush.' },
      ]);
    }
    if (file === 'gone.yml') throw Object.assign(new Error('x'), { code: 'ENOENT', path: 'gone.yml' });
    if (file === 'odd.yml') {
      throw new CodedError('no-colour', 'It has no colour.', { where: 'odd.yml:4' });
    }
    if (file === 'bug.yml') throw new TypeError('undefined is not a brush');
    say('painting');
    give({ painted: operands, colour: values.colour ?? 'blue' }, ({ colour }) => `All is ${colour}.\n`);
    return 'ok';
  },
});

const registry: readonly Entry[] = [
  { name: 'paint', summary: 'paint things', load: () => Promise.resolve({ command: paint }) },
  ...ownCommands.filter(({ name }) => name === 'help' || name === 'version'),
];

async function run(line: string, environment: Record<string, string> = {}) {
  const written = { out: '', err: '' };
  const terminal = makeTerminal(
    { write: (text) => (written.out += text) },
    { write: (text) => (written.err += text) },
    environment,
  );
  const words = line.split(' ').filter((word) => word !== '');
  const code = await runCli({ words, folder: '/', environment, terminal, registry });
  return { code, ...written };
}

const golden = (name: string): string => `./__golden__/${name}.txt`;

/** The typed commands and their whole output, as a person sees it. */
async function transcript(...lines: string[]): Promise<string> {
  const parts = await Promise.all(
    lines.map(async (line) => {
      const { code, out, err } = await run(line);
      return `$ gitnomic ${line}\n${out}${err}[${code}]\n`;
    }),
  );
  return parts.join('\n');
}

describe('what people read', () => {
  test('the help of a command', async () => {
    await expect(await transcript('paint --help')).toMatchFileSnapshot(golden('help-of-a-command'));
  });

  test('wrong usage', async () => {
    const lines = [
      '',
      'pant',
      'xyzzy',
      'paint',
      'paint a b c',
      'paint --color red a',
      'paint -c',
      'paint --twice=1 a',
    ];
    await expect(await transcript(...lines)).toMatchFileSnapshot(golden('usage-errors'));
  });

  test('problems: a refusal, a missing file, a coded error, a bug', async () => {
    const lines = [
      'paint wet.yml',
      'paint gone.yml',
      'paint odd.yml',
      'paint bug.yml',
      'paint wet.yml --json',
    ];
    await expect(await transcript(...lines)).toMatchFileSnapshot(golden('problems'));
  });

  test('the overview', async () => {
    await expect(await transcript('')).toMatchFileSnapshot(golden('overview'));
  });

  test.each(['exit-codes', 'json', 'environment', 'help', 'version', 'exit-code', 'nothing'])(
    'help %s',
    async (topic) => {
      const { out, err } = await run(`help ${topic}`);
      await expect(out + err).toMatchFileSnapshot(golden(`help-${topic}`));
    },
  );
});

describe('what scripts read', () => {
  test('gives a result as one JSON document, without what was said on the way', async () => {
    const { code, out } = await run('paint a b -c red --json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ painted: ['a', 'b'], colour: 'red' });
  });

  test('gives people the sentence instead', async () => {
    expect(await run('paint a')).toEqual({ code: 0, out: 'painting\nAll is blue.\n', err: '' });
  });

  test('every ending has its exit code', async () => {
    const codes = await Promise.all(
      ['paint a', 'paint wet.yml', 'paint', 'paint gone.yml', 'paint bug.yml'].map(
        async (line) => (await run(line)).code,
      ),
    );
    expect(codes).toEqual([0, 1, 2, 3, 70]);
  });

  test('help lists the commands that exist', async () => {
    const { out } = await run('help --json');
    const { commands } = JSON.parse(out) as { commands: { name: string }[] };
    expect(commands.map(({ name }) => name)).toEqual(['paint', 'help', 'version']);
  });
});

test('shows a stack only to those who ask for it', async () => {
  expect((await run('paint bug.yml')).err).not.toContain('at ');
  expect((await run('paint bug.yml', { GITNOMIC_DEBUG: '1' })).err).toContain('run-cli.test.ts');
});

test('a watched command that takes more than two seconds says so, and what it is doing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const later = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
  const begun = Promise.withResolvers<null>();
  const slow = defineCommand({
    usage: 'slow',
    details: 'Takes its time.',
    examples: [],
    options: {},
    async run({ progress, say, give }): Promise<Ending> {
      begun.resolve(null);
      await later(2_300);
      progress('1 of 2');
      await later(1_100);
      say('half of it');
      await later(3_200);
      give(null, () => 'done\n');
      await later(4_000);
      return 'ok';
    },
  });
  const lines: string[] = [];
  const write = (text: string): unknown => lines.push(text.replace('\r\u001B[K', ''));
  const terminal = makeTerminal({ write: () => undefined }, { write, isTTY: true }, {});
  const entry = { name: 'slow', summary: 'take time', load: () => Promise.resolve({ command: slow }) };
  const ended = runCli({ words: ['slow'], folder: '/', environment: {}, terminal, registry: [entry] });
  await begun.promise;
  await vi.advanceTimersByTimeAsync(10_700);
  expect([await ended, ...lines]).toEqual([
    0,
    'slow … 2 s',
    '1 of 2',
    '1 of 2 … 3 s',
    '',
    // A line printed on the way isn't the result, so the progress display continues.
    '1 of 2 … 6 s',
    '',
  ]);
});

test('leaves nothing of its progress if a command ends without a word or fails', async () => {
  for (const ends of ['ok', 'fails'] as const) {
    const command = defineCommand({
      usage: 'quiet',
      examples: [],
      options: {},
      run({ progress }): Ending {
        progress('counting sand');
        if (ends === 'fails') throw new Failure('refused', { code: 'no', what: 'No.' });
        return 'ok';
      },
    });
    let err = '';
    const stderr = { write: (text: string) => (err += text), isTTY: true };
    const terminal = makeTerminal({ write: () => undefined }, stderr, { NO_COLOR: '1' });
    const entry = {
      name: 'quiet',
      summary: 'say nothing',
      needsNoGame: true,
      load: () => Promise.resolve({ command }),
    };
    await runCli({ words: ['quiet'], folder: '/', environment: {}, terminal, registry: [entry] });
    expect([ends, err.split(clearLine).at(-1)]).toEqual([
      ends,
      ends === 'ok' ? '' : expect.stringMatching(/^refused\[no\]/u),
    ]);
  }
});

test('counts the waiting from the start of the process, not of its work', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const loaded = Promise.withResolvers<null>();
  const command = defineCommand({ usage: 'slow', examples: [], options: {}, run: () => 'ok' });
  let err = '';
  const stderr = { write: (text: string) => (err += text), isTTY: true };
  const load = async (): Promise<{ command: typeof command }> => {
    await loaded.promise;
    return { command };
  };
  const ended = runCli({
    words: ['slow'],
    folder: '/',
    environment: {},
    terminal: makeTerminal({ write: () => undefined }, stderr, {}),
    registry: [{ name: 'slow', summary: 'take time', needsNoGame: true, load }],
    begunMs: performance.now() - 1_500,
  });
  // The time includes loading the command.
  await vi.advanceTimersByTimeAsync(1_100);
  expect(err).toContain('slow … 2 s');
  loaded.resolve(null);
  expect(await ended).toBe(0);
  expect(err.split(clearLine).at(-1)).toBe('');
});

test.each<[string, { readonly isTTY?: boolean }, readonly string[]]>([
  ['a terminal', { isTTY: true }, ['asking', 'asking … 2 s', 'asking … 3 s']],
  ['a log', {}, ['asking … 5 s']],
])('on %s, shows how long the rules have been running, until there is a result', async (_, stream, shown) => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const caches = new Caches(null);
  const { work } = caches.sandboxes;
  const command = defineCommand({
    usage: 'act',
    examples: [],
    options: {},
    run({ progress, give }): Ending {
      progress('asking');
      work.whileRunning(3_000);
      for (let ms = 0; ms < (stream.isTTY === true ? 3_500 : 8_500); ms += 100) {
        vi.advanceTimersByTime(100);
        work.whileRunning(1);
      }
      give(null, () => 'done\n');
      vi.advanceTimersByTime(60_000);
      work.whileRunning(1);
      return 'ok';
    },
  });
  const lines: string[] = [];
  const write = (text: string): unknown => lines.push(text.replace('\r\u001B[K', '').trim());
  const terminal = makeTerminal({ write: () => undefined }, { write, ...stream }, {});
  const entry = { name: 'act', summary: 'act', load: () => Promise.resolve({ command }) };
  await runCli({ words: ['act'], folder: '/', environment: {}, terminal, registry: [entry], caches });
  expect(lines.filter((line) => line !== '')).toEqual(shown);
});
