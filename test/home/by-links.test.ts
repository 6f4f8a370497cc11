// A group plays by links on two addresses of this machine: from an empty folder to the second dynasty.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Browser } from 'playwright-core';
import { renderUnicodeCompact } from 'uqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findBrowser, launchBrowser } from '../site/find-browser.ts';
import { Sitting } from './sitting.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/gitnomic.mjs', import.meta.url));
const INIT =
  'init game --core 2021 --dynasty gallery --practice --player Ana --player Dee --player Flo --player Eli --emperor Eli';
const [FIRST, SECOND] = ['127.0.0.1', '127.0.0.2'];
const MOST_MS = 300_000;

const unseen = findBrowser() === null && process.env['CI'] === undefined;
// Only Linux answers on the whole loopback range without being told.
const skipped = unseen
  ? 'left out: no Chromium, which CHROMIUM may name'
  : process.env['GITNOMIC_LIVE'] !== 'whole'
    ? 'left out: it takes a minute or two, and is played by `npm run test:long`'
    : process.platform !== 'linux' && 'left out: this machine has one loopback address';

describe.skipIf(skipped !== false)(skipped === false ? 'in browsers' : skipped, () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-links-'));
  let browser: Browser;
  let server: ChildProcess;
  let said = '';
  beforeAll(async () => {
    execFileSync(process.execPath, [PROGRAM, ...INIT.split(' ')], { cwd: folder });
    server = spawn(process.execPath, [PROGRAM, 'start', '--host', '0.0.0.0', '--name', SECOND], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    server.stdout?.setEncoding('utf8').on('data', (piece: string) => (said += piece));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sits down by links, at one of the two addresses. */
  const seatBrowser = async (address: string, ...links: string[]): Promise<Sitting> => {
    const port = /:(\d+)\/seat/u.exec(said)?.[1] ?? '';
    const one = await Sitting.of(browser, `http://${address}:${port}/`);
    for (const link of links) {
      await one.go(new URL(link).pathname.slice(1));
      await one.page.waitForURL((url) => !url.pathname.startsWith('/seat/'));
    }
    return one;
  };
  const linkOf = (name: string): string => new RegExp(` ${name}.* (http\\S+)`, 'u').exec(said)?.[1] ?? '';

  test(
    'start, code, two joins, votes, a sealed thing, the clock, a withdrawn link, ascension',
    async () => {
      await expect.poll(() => said).toContain('and picks a name. You let them in.');
      const links = execFileSync(process.execPath, [PROGRAM, 'links'], { cwd: folder, encoding: 'utf8' });
      expect(said).not.toContain('/seat/');
      said += links;
      const address = /opens (http:\S+\/),/u.exec(said)?.[1] ?? '';
      expect(said).toContain(renderUnicodeCompact(address));
      const ana = await seatBrowser(FIRST, linkOf('Host'), linkOf('Ana'));
      const eli = await seatBrowser(FIRST, linkOf('Eli'));
      const bo = await seatBrowser(SECOND, linkOf('New players'));
      const cy = await seatBrowser(SECOND, linkOf('New players'));
      const reader = await seatBrowser(SECOND);
      const all = [ana, eli, bo, cy];
      await bo.askToJoin('Bo');
      await cy.askToJoin('Cy');
      for (const player of ['bo', 'cy']) expect(await ana.act('join', { player })).toContain('Done.');

      const matter = await bo.propose('Bells', 'A bell rings at noon.');
      for (const one of all) await one.vote(matter, 'FOR');
      expect(await bo.read('do/time/')).toContain('Only the host can do that');
      expect(await ana.forward(49)).toContain('Bells');
      expect(await reader.read('ruleset/')).toContain('A bell rings at noon.');

      expect(await eli.act('start-round', { theme: 'Lamps' })).toContain('Done.');
      await bo.go('do/seal/?kind=sale');
      await bo.page.fill('[name="p-art"]', 'the brass lamp');
      await bo.press('Seal and send');
      await bo.press('Seal and send');
      expect(await bo.result()).toContain('Sealed and sent.');
      expect(await eli.read('do/seal/')).toContain('the brass lamp');
      for (const one of [ana, cy, reader]) expect(await one.read('do/seal/')).not.toContain('the brass lamp');

      await ana.go('do/links/');
      const unfoldCy = (): Promise<void> => ana.page.locator('summary', { hasText: 'Cy' }).click();
      await unfoldCy();
      await ana.press('Withdraw the link of Cy');
      expect(await ana.result()).toContain('Cy’s link no longer works.');
      expect(await cy.read('do/post/')).toContain('You’re watching.');
      await unfoldCy();
      await ana.press('New link for Cy');
      const part = ana.page.locator('details.part', { has: ana.page.getByRole('heading', { name: 'Cy' }) });
      const again = await seatBrowser(SECOND, (await part.locator('.meta').textContent()) ?? '');

      const dov = await bo.post('dov', 'It is all mine');
      for (const one of [ana, eli, bo, again]) await one.vote(dov, 'FOR');
      await reader.go(`matters/${dov}/`);
      expect(await reader.page.locator('button[name=vote]').count()).toBe(0);
      expect(await ana.forward(13)).toContain('It is all mine');
      expect(await bo.act('ascend', { theme: 'Lamps on the water' })).toContain('Done.');
      for (const one of [again, reader]) expect(await one.read('')).toMatch(/First Dynasty of Bo/iu);
    },
    MOST_MS,
  );
});
