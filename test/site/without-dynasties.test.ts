import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const bin = new URL('../../bin/gitnomic.mjs', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'no-dynasties-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FOREIGN = /\b(?:dynast|emperor|quorum|hiatus)\w*/giu;

function gitnomic(...words: string[]): string {
  return execFileSync(process.execPath, [bin, ...words], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

/** Words that are shown: code, addresses and ids are none. */
function shownIn(html: string): string {
  return html.replace(/<(script|style)\b.*?<\/\1>/gsu, '').replace(/<[^>]*>/gu, ' ');
}

/** Pages take a minute to make, so they are looked at in the long suite; commands always. */
const LONG = process.env['GITNOMIC_LIVE'] === 'whole';
const LONG_MS = 300_000;

test(
  'no screen says anything of dynasties, an emperor or quorum where the rules have none',
  () => {
    gitnomic('init', 'table', '--core', 'suber', '--player', 'ana', '--player', 'bo');
    const game = ['--game', 'table'];
    gitnomic('propose', ...game, '--as', 'ana', '--transmute', '116', '--title', 'Free it');
    const said = [gitnomic('status', ...game), gitnomic('why', '1', ...game), gitnomic('show', '1', ...game)];
    expect(said.join('\n').match(FOREIGN) ?? []).toEqual([]);
    if (!LONG) return;
    gitnomic('site', ...game, '--out', 'pages');
    const pages = readdirSync(join(folder, 'pages'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.(?:html|xml|json)$/u.test(path),
    );
    const found = pages.flatMap((path) => {
      const words = shownIn(readFileSync(join(folder, 'pages', path), 'utf8')).match(FOREIGN) ?? [];
      return words.length === 0 ? [] : [`${path}: ${words.join(', ')}`];
    });
    expect(found).toEqual([]);
    expect(pages).toContain('matters/1/index.html');
    expect(pages).not.toContain('dynasties/index.html');
  },
  LONG_MS,
);
