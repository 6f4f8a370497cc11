import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import { run } from './install.ts';

/** Runs a command, which has to go well and to warn of nothing. */
export function play(node: string, bin: string, folder: string, line: string): string {
  const { status, stdout, stderr } = run(node, folder, [bin, ...line.split(' ')]);
  const warned = stderr.replace(/^(Building the pages …|\d+ of \d+: .*)\n/gmu, '');
  expect([line, status, warned]).toEqual([line, 0, '']);
  return stdout;
}

/** A group of five changes a rule; what was begun with is played on until the change is in force. */
export function playGame(
  node: string,
  bin: string,
  folder: string,
  game: string,
  rules = ' --core 2021',
): void {
  const at = (line: string): string => play(node, bin, folder, `${line} --game ${game}`);
  const players = ['ana', 'bo', 'cy', 'di', 'ed'].map((name) => `--player ${name}`).join(' ');
  expect(play(node, bin, folder, `init ${game} ${players}${rules}`)).toMatch(/\d\d rules/u);
  at('propose --as ana --add-rule Manners --text Please.');
  for (const name of ['bo', 'cy']) at(`vote for Manners --as ${name}`);
  expect(at('tick --forward 3d')).toContain('Manners');
  expect(existsSync(join(folder, game, 'content/ruleset/dynastic/manners.md'))).toBe(true);
  expect(at('status')).toContain('Nothing is being voted on');
  expect(at('replay')).toContain('the game is the same');
  expect(at('doctor')).toContain('Nothing is wrong');
}

export function makeSite(node: string, bin: string, folder: string, game: string): void {
  expect(play(node, bin, folder, `site --game ${game} --out ${game}-pages`)).toContain('The pages are in');
  expect(readFileSync(join(folder, `${game}-pages/index.html`), 'utf8')).toContain(game);
}

/** Starts a game at home, and looks at what is served. */
export async function lookAtHome(
  node: string,
  bin: string,
  folder: string,
  [game, port]: [string, number],
): Promise<void> {
  const child = spawn(node, [bin, 'start', '--game', game, '--port', String(port)], { cwd: folder });
  try {
    let said = '';
    const served = await new Promise<string>((found, failed) => {
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text;
          const [, at] = /Play at (http:\S+) /u.exec(said) ?? [];
          if (at !== undefined) found(at);
        });
      child.on('close', () => failed(new Error(said)));
    });
    const front = await (await fetch(served)).text();
    expect(front).toContain(game);
    const [, style = ''] = /href="(\/_astro\/[^"]+\.css)"/u.exec(front) ?? [];
    expect(await (await fetch(new URL(style, served))).text()).toContain('{');
    expect(await (await fetch(new URL('do/rule/?change=add', served))).text()).toContain('A new rule');
  } finally {
    child.kill();
  }
}
