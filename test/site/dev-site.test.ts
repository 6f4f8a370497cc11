// Those who work on the pages see the game of this folder by Astro's own server.
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findBrowser, launchBrowser, newReader } from './find-browser.ts';

const PORT = 47_431;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'gitnomic-dev-'));
const RULE = 'core/votable-matters/votes';
let server: ChildProcess | null = null;
let said = '';

beforeAll(async () => {
  cpSync(join(ROOT, 'content'), join(folder, 'content'), { recursive: true });
  // Inside a test Astro's server would hold back its pages.
  const { VITEST: _, NODE_ENV: _mode, ...env } = process.env;
  server = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/dev-site.ts', String(PORT), folder],
    { cwd: ROOT, env },
  );
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (text: Buffer) => (said += text.toString()));
  await vi.waitUntil(() => said.includes('watching for file changes'), { timeout: 60_000 });
});
afterAll(() => {
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

test('shows the front page and a rule of the sample', async () => {
  for (const path of ['', `rules/${RULE}/`]) {
    const page = await (await fetch(`http://localhost:${PORT}/${path}`)).text();
    expect(page).toContain('Zahndorf');
    expect(page).toContain('/@vite/client');
  }
});

describe.skipIf(findBrowser() === null && process.env['CI'] === undefined)('in a browser', () => {
  test('pages look as published, and reload when the game’s content changes', async () => {
    const browser = await launchBrowser();
    try {
      const page = await (await newReader(browser)).newPage();
      await page.goto(`http://localhost:${PORT}/`);
      const position = () =>
        page.evaluate(() => getComputedStyle(document.querySelector('.top') ?? document.body).position);
      await expect.poll(position).toBe('sticky');
      await page.goto(`http://localhost:${PORT}/rules/${RULE}/`);
      const file = join(folder, `content/ruleset/${RULE}.md`);
      writeFileSync(file, `${readFileSync(file, 'utf8')}\nEverybody votes gladly.\n`);
      const words = () => page.textContent('main').catch(() => '');
      await expect.poll(words).toContain('Everybody votes gladly.');
    } finally {
      await browser.close();
    }
  });
});
