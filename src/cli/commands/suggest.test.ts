import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { caches } from '../../cache/fixtures/shared-caches.ts';
import { hosts } from '../../host/registry.ts';
import { runCli } from '../run-cli.ts';
import { makeTerminal } from '../terminal.ts';

const TEXT = `Core Rules

Fair play

Players are fair to each other, and nobody plays for somebody else. No entry has more than 1000 words.

Lighthouses

A lighthouse shines from dusk on, and whoever keeps it owns three lamps.
`;

interface Said {
  readonly suggestions: readonly {
    readonly title: string;
    readonly likeness: number;
    readonly unmarked: readonly string[];
  }[];
}

test('a rule gets the clause of one in the library that is about the same, by a proposal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-suggest-'));
  const run = async (...words: string[]) => {
    let out = '';
    const sink = { write: (text: string) => (out += text) };
    const terminal = makeTerminal(sink, sink, {});
    return { code: await runCli({ words, folder, environment: {}, terminal, hosts, caches }), out };
  };
  try {
    writeFileSync(join(folder, 'rules.txt'), TEXT);
    await run('init', 'g', '--ruleset', 'rules.txt', '--player', 'ana');
    const { suggestions } = JSON.parse(
      (await run('suggest', 'Fair Play', '--game', 'g', '--json')).out,
    ) as Said;
    expect(suggestions[0]).toMatchObject({
      title: 'Fair Play',
      unmarked: expect.arrayContaining(['entries-a-day']),
    });
    expect(suggestions[0]?.likeness).toBeGreaterThan(suggestions[2]?.likeness ?? 0);
    expect((await run('suggest', 'Fair play', '--game', 'g')).out).toContain('[…](#value:entries-a-day)');
    expect((await run('suggest', 'Lighthouses', '--game', 'g')).out).not.toContain('Fair Play');
    // What is in force already is not suggested again.
    expect((await run('suggest', 'Dice', '--game', 'g')).out).not.toContain('100 %');

    const clause = join(folder, 'g/content/ruleset/core/fair-play.ts');
    expect(existsSync(clause)).toBe(false);
    expect(await run('suggest', 'Fair Play', '--take', '1', '--game', 'g')).toMatchObject({ code: 0 });
    expect(readFileSync(clause, 'utf8')).toContain('export ');
    expect((await run('diff', '--game', 'g')).out).toContain('core/fair-play.ts');
    expect(await run('suggest', 'Fair Play', '--take', '1', '--game', 'g')).toMatchObject({ code: 1 });
    expect(await run('suggest', 'Fair Play', '--take', '9', '--game', 'g')).toMatchObject({ code: 2 });
    expect(await run('suggest', 'Fair Pla', '--game', 'g')).toMatchObject({
      code: 2,
      out: expect.stringContaining('Fair play'),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
