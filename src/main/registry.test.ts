import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hosts } from '../host/registry.ts';
import type { Ending } from '../cli/command.ts';
import { addons } from '../addons/registry.ts';
import { ownCommands, registryOf } from '../cli/registry.ts';
import { renamedIn } from '../cli/renamed.ts';
import { runIn } from './fixtures/run-in.ts';
import { runCli } from './run-cli.ts';
import { makeTerminal } from '../cli/terminal.ts';

test('every file in commands/ is registered under its name, and every command has a file', () => {
  const files = readdirSync(new URL('../cli/commands', import.meta.url)).filter(
    (file) => !file.includes('.test.'),
  );
  const commands = files.filter((file) => file.endsWith('.ts')).map((file) => file.replace(/\.ts$/, ''));
  expect(
    ownCommands.map(({ name }) => name.split(' ').at(-1) ?? '').toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(commands.toSorted((a, b) => a.localeCompare(b)));
});

test.each([...renamedIn(registryOf(hosts, addons))])(
  'understands %s as %s, and says so',
  async (old, name) => {
    const names = registryOf(hosts, addons).map((entry) => entry.name);
    expect(names).toContain(name === 'seal open' || name === 'seal keys' ? 'seal' : name);
    expect(names).not.toContain(old);
    const { code, said } = await runIn('/', '2030-06-03T09:00:00Z', [...old.split(' '), '--help']);
    expect(code).toBe(0);
    expect(said.split('\n')[0]).toBe(`\`gitnomic ${old}\` is now called \`gitnomic ${name}\`.`);
  },
);

test.each(registryOf(hosts, addons).map((entry) => [entry.name, entry] as const))(
  '%s can be loaded and explains itself',
  async (name, entry) => {
    const { command } = await entry.load();
    expect(`${command.usage} `.startsWith(`${name} `)).toBe(true);
    expect(entry.summary).toMatch(/^[a-z].*[^.]$/);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const { line } of command.examples) expect(`${line} `.startsWith(`${name} `)).toBe(true);
  },
);

test.each(registryOf(hosts, addons).map((entry) => [entry.name, entry] as const))(
  'a watched %s says so if it takes long, and writes none of that to the output if nobody watches',
  async (name, entry) => {
    const { command } = await entry.load();
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const said = async (isTTY: boolean): Promise<{ readonly err: string; readonly out: string }> => {
      let [err, out] = ['', ''];
      const begun = Promise.withResolvers<null>();
      const run = async (): Promise<Ending> => {
        begun.resolve(null);
        await new Promise((done) => setTimeout(done, 4_000));
        return 'ok';
      };
      const slow = { ...entry, load: () => Promise.resolve({ command: { ...command, operands, run } }) };
      const terminal = makeTerminal(
        { write: (text) => (out += text) },
        { write: (text) => (err += text), isTTY },
        {},
      );
      const ended = runCli({
        words: name.split(' '),
        folder: '/',
        environment: {},
        terminal,
        registry: [slow],
      });
      await begun.promise;
      await vi.advanceTimersByTimeAsync(4_100);
      expect(await ended).toBe(0);
      return { err, out };
    };
    const operands = { name: 'ANY', summary: 'anything', min: 0, max: 9 };
    expect((await said(true)).err).toContain(`${name} … 2 s`);
    expect(await said(false)).toEqual({ err: '', out: '' });
  },
);

test('no command writes to the streams itself, bypassing the progress display', () => {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const files = globSync(['cli/commands/*.ts', 'addons/*/{,*-}command.ts'], { cwd: root }).filter(
    (file) => !file.includes('.test.'),
  );
  expect(files.filter((file) => file.startsWith('addons')).length).toBeGreaterThan(3);
  const past = files.filter((file) =>
    /process\.std(?:out|err)\b|console\.|terminal\.out\(/u.test(readFileSync(join(root, file), 'utf8')),
  );
  // This file, if it is there, contains the source of a service that runs on its own.
  expect(past.filter((file) => file !== 'addons/github-sign-in/command.ts')).toEqual([]);
});
