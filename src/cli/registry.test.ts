import { readdirSync } from 'node:fs';

import { expect, test } from 'vitest';

import { hosts } from '../host/registry.ts';
import { ownCommands, registryOf } from './registry.ts';

test('every file in commands/ is registered under its name, and the other way round', () => {
  const files = readdirSync(new URL('./commands', import.meta.url)).filter(
    (file) => !file.includes('.test.'),
  );
  const commands = files.filter((file) => file.endsWith('.ts')).map((file) => file.replace(/\.ts$/, ''));
  expect(ownCommands.map(({ name }) => name).sort()).toEqual(commands.sort());
});

test.each(registryOf(hosts).map((entry) => [entry.name, entry] as const))(
  '%s can be loaded and explains itself',
  async (name, entry) => {
    const { command } = await entry.load();
    expect(command.usage.split(' ')[0]).toBe(name);
    expect(entry.summary).toMatch(/^[a-z].*[^.]$/);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const { line } of command.examples) expect(line.split(' ')[0]).toBe(name);
  },
);
