import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { hosts } from '../../src/host/registry.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';

const TEXT =
  'Immutable Rules\n\n101. Obey the rules.\n\n102. There are points.\n\nMutable Rules\n\n201. A proposal passes by one vote.\n';

test('turns a text into a game in one command, and it can be played by hand', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-own-'));
  const run = async (...words: string[]) => {
    let out = '';
    const sink = { write: (text: string) => (out += text) };
    const terminal = makeTerminal(sink, sink, {}, () => 0);
    return { code: await runCli({ words, folder, environment: {}, terminal, hosts, caches }), out };
  };
  try {
    writeFileSync(join(folder, 'rules.txt'), TEXT);
    const begun = await run('init', 'g', '--ruleset', 'rules.txt', '--player', 'ana', '--player', 'bo');
    expect(begun).toMatchObject({ code: 0, out: expect.stringContaining('read as numbered text') });
    expect(readFileSync(join(folder, 'g/content/game.yml'), 'utf8')).toContain('resolution: by-admin');
    const as = (who: string, ...words: string[]) => run(...words, '--game', 'g', '--as', who);
    expect(
      await as(
        'bo',
        'propose',
        '--title',
        'Two votes',
        '--rule',
        '201',
        '--replace',
        'one vote',
        '--with',
        'two votes',
      ),
    ).toMatchObject({ code: 0 });
    expect(await as('ana', 'vote', 'for', '1')).toEqual({
      code: 0,
      out: expect.not.stringContaining('does not count'),
    });
    // The rehearsal knows that an Admin resolves.
    expect(await run('doctor', '--game', 'g')).toEqual({
      code: 0,
      out: expect.not.stringContaining('problem '),
    });
    expect(await as('bo', 'resolve', '1', 'enacted')).toMatchObject({ code: 1 });
    expect(await as('ana', 'resolve', '1', 'enacted')).toMatchObject({ code: 0 });
    expect((await run('show', '201', '--game', 'g')).out).toContain('passes by two votes');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
