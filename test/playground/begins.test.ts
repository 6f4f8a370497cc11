// A game is begun and played in Chromium from the playground's static files. `npm run test:slow` plays on, from the other tests in this folder.
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, onTestFinished, test } from 'vitest';

import { buildPlayground } from '../../scripts/build-playground/build.ts';
import { findBrowser, launchBrowser, newReader } from '../site/find-browser.ts';
import { AtTheDevice, BELOW, serveBelow } from './at-the-device.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const unseen = findBrowser() === null && process.env['CI'] === undefined;

test.skipIf(unseen)('begins the starter, proposes a rule and decides it by vote', async () => {
  const out = mkdtempSync(join(tmpdir(), 'playground-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  await buildPlayground(ROOT, out);
  const server = await serveBelow(out);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await (await newReader(browser, { serviceWorkers: 'allow' })).newPage();
  const ana = new AtTheDevice(page, `http://localhost:${(server.address() as AddressInfo).port}${BELOW}`);
  await page.goto(ana.url);
  await ana.begin('fireside/dice-and-dares', ['Ana', 'Bo', 'Cy']);
  await ana.sitAs('ana');
  const matter = await ana.propose('Hats', 'Each Player may wear a hat.');
  await ana.voteFor(matter, 'bo');
  expect(await ana.read('ruleset/')).toContain('may wear a hat');
  // A page that is loaded again is where it was, in its seat.
  await page.reload();
  await ana.seen();
  expect(ana.frame.url()).toBe(`${ana.url}ruleset/`);
  expect(await ana.read('')).toContain('You are Bo');
});
