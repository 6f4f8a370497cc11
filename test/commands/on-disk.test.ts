// Commands about folders and files: what they answer where there is no game.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { runIn } from '../../src/main/fixtures/run-in.ts';

const NOW = '2030-06-03T09:00:00Z';
let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'on-disk-'));
  writeFileSync(join(root, 'file.txt'), 'words');
  mkdirSync(join(root, 'empty'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function answer(
  folder: string,
  line: string,
): Promise<{ readonly code: number; readonly said: string }> {
  const { code, said } = await runIn(folder, NOW, line.split(' '));
  return { code, said: said.replaceAll(root, 'ROOT') };
}

test.each<[string, number, string]>([
  ['site --base game', 2, '--base takes a path, not “game”.'],
  ['site --base //game', 2, '--base takes a path, not “//game”.'],
  ['site --base /a/../b', 2, '--base takes a path, not “/a/../b”.'],
  ['site --base /a?b', 2, '--base takes a path, not “/a?b”.'],
  ['site --base /a/', 2, 'There is no content folder in ROOT.'],
  ['site --origin game', 2, '--origin takes the address of a site, not “game”.'],
  ['site --origin ftp://game.example', 2, '--origin takes the address of a site, not “ftp://game.example”.'],
  ['site --origin https://game.example/a', 2, '--origin takes the address of a site'],
  ['site --origin https://game.example', 2, 'There is no content folder in ROOT.'],
  ['site --at soon', 2, '--at takes a moment, not “soon”.'],
  ['site --at 7', 2, '--at takes a moment, not “7”.'],
  ['site --at 2024-99-99', 2, '--at takes a moment, not “2024-99-99”.'],
  ['site --at 2024-03-01', 2, 'There is no content folder in ROOT.'],
  ['site --out file.txt', 2, 'ROOT/file.txt is a file, not a folder.'],
  ['site --game empty', 2, 'There is no content folder in ROOT/empty.'],
  ['site --game nowhere', 3, 'nowhere'],
  ['start harbour', 2, "start does not know what to do with 'harbour'."],
  ['start harbour', 2, '`gitnomic start --game harbour`'],
  ['start --once --sample subr', 2, 'There is no sample of subr.'],
  ['start --once --sample subr', 2, 'Did you mean suber?'],
  ['start --once --sample nothing-like-it', 2, 'suber'],
  ['start --port nine', 2, '--port'],
  ['lint types', 2, '`gitnomic lint types` needs --core.'],
  ['lint types --core firesid', 2, 'fireside'],
  ['lint types --core fireside --dynasty nothing', 2, '--dynasty'],
  ['lint', 3, 'ROOT'],
  ['lint empty', 3, 'There is no folder content in ROOT/empty.'],
  ['upgrade', 3, 'There is no game in ROOT to upgrade.'],
  ['upgrade --game nowhere', 3, 'Begin one there: `gitnomic init nowhere`.'],
  ['upgrade --game empty', 3, 'There is no game in ROOT/empty to upgrade.'],
  ['doctor', 0, 'There is no game in ROOT. [no-game]'],
  ['doctor', 0, 'Nothing is wrong apart from the notes above.'],
  ['doctor --game empty', 3, '1 problem.'],
  ['doctor --game nowhere', 3, 'Begin one there: `gitnomic init nowhere`.'],
  ['links', 3, 'There is no game'],
  ['version', 0, `(Node ${process.versions.node}, ${process.platform}-${process.arch})`],
])('without a game, %s ends with %i: %s', async (line, code, said) => {
  const got = await answer(root, line);
  expect(got.said).toContain(said);
  expect(got.code).toBe(code);
});
