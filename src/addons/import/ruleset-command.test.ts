import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { runCli } from '../../main/run-cli.ts';
import { makeTerminal } from '../../cli/terminal.ts';

const TEXT = `Core Rules

Manners

Everybody says please. Nobody shouts.

Dynastic Rules

Lanterns

There is a lantern. It is lit.
`;

test('turns the text of a ruleset into rule files, and leaves a folder that isn’t empty alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-import-'));
  try {
    writeFileSync(join(folder, 'rules.txt'), TEXT);
    const run = async (...words: string[]) => {
      let [out, err] = ['', ''];
      const terminal = makeTerminal(
        { write: (text) => (out += text) },
        { write: (text) => (err += text) },
        {},
        () => 0,
      );
      return { code: await runCli({ words, folder, environment: {}, terminal, caches }), out, err };
    };
    expect(await run('import', 'rules.txt')).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(join(folder, 'ruleset/core/manners.md'), 'utf8')).toContain(
      'Everybody says please. Nobody shouts.',
    );
    expect(readFileSync(join(folder, 'ruleset/dynastic/lanterns.md'), 'utf8')).toContain(
      'There is a lantern. It is lit.',
    );
    const again = await run('import', 'rules.txt');
    expect(again.code).toBe(2);
    expect(again.err).toContain('is not empty');

    writeFileSync(join(folder, 'blank.txt'), ' \n\n');
    writeFileSync(join(folder, 'latin.txt'), Buffer.from('1. Caf\u00e9', 'latin1'));
    for (const [name, what] of [
      ['blank.txt', 'There is no text in'],
      ['latin.txt', 'is not UTF-8'],
      ['gone.txt', 'There is no file'],
    ] as const) {
      const { code, err } = await run('import', name, '--out', 'other');
      expect([name, code, err]).toEqual([name, 3, expect.stringContaining(what)]);
    }
    expect(existsSync(join(folder, 'other'))).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
