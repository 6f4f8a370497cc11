// The rooms that run a game need nothing of Node: esbuild bundles them for browsers without a polyfill, and what Chromium plays from that
// bundle is what Node plays, to the byte.
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { bundleForBrowser, PLACE } from '../../scripts/build-playground/bundle-for-browser.ts';
import { engineFiles } from '../../scripts/build-playground/engine-files.ts';
import { runsAnywhere } from '../layers/map.ts';
import { findBrowser, launchBrowser, newReader } from '../site/find-browser.ts';
import { playGame, type Plan, type Played } from './play-game.ts';
import { anyMove, GIVEN } from './plans.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GAMES = Number(process.env['GITNOMIC_GAMES'] ?? '3') > 100 ? 60 : 1;
/** Packages that stand for a module of Node. */
const POLYFILLS =
  /node_modules\/(buffer|safe-buffer|crypto-browserify|process|path-browserify|readable-stream|browserify-\w+|util|events|memfs)\//;

test('the rooms that run anywhere can be bundled for a browser, without a polyfill', async () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => runsAnywhere(path) && !/\.test\.ts$|\.d\.ts$|\/fixtures\//.test(path));
  expect(files.length).toBeGreaterThan(500);
  const contents = files.map((path) => `import './${path}';`).join('\n');
  const { metafile, warnings } = await bundleForBrowser({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    format: 'esm',
    splitting: true,
    outdir: 'nowhere',
  });
  const inputs = Object.keys(metafile?.inputs ?? {});
  expect(warnings).toEqual([]);
  expect(inputs).toEqual(expect.arrayContaining(files.filter((path) => !path.includes('/node/'))));
  expect(inputs.filter((path) => POLYFILLS.test(path) || path.startsWith('src/platform/node/'))).toEqual([]);
});

describe.skipIf(findBrowser() === null && process.env['CI'] === undefined)('in Chromium', () => {
  const files = new Map(
    [...engineFiles(ROOT)].map(([path, content]) => [`${PLACE}${path}`, content] as const),
  );
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const { outputFiles } = await bundleForBrowser({
      entryPoints: ['test/platform/game-worker.ts'],
      format: 'iife',
      outdir: 'nowhere',
    });
    const script = outputFiles?.[0]?.text ?? expect.fail('no bundle');
    browser = await launchBrowser();
    page = await (await newReader(browser)).newPage();
    // A page of its own address has what browsers give only to those: the network is never asked.
    await page.route('**/*', (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ contentType: 'text/javascript', body: script })
        : route.fulfill({ contentType: 'text/html', body: '<title>A game</title>' }),
    );
    await page.goto('https://gitnomic.test/');
    const packed = [...files].map(([path, content]) =>
      typeof content === 'string'
        ? { path, text: content }
        : { path, base64: Buffer.from(content).toString('base64') },
    );
    await page.evaluate((given) => {
      const worker = new Worker('worker.js');
      const known = given.map(({ path, text, base64 }): [string, string | Uint8Array] => [
        path,
        text ?? Uint8Array.from(atob(base64 ?? ''), (letter) => letter.charCodeAt(0)),
      ]);
      worker.postMessage({ files: new Map(known) });
      Object.assign(globalThis, { worker });
    }, packed);
  });

  afterAll(() => browser.close());

  function playInBrowser(plan: Plan): Promise<Played> {
    return page.evaluate(
      (wanted) =>
        new Promise<Played>((resolve, reject) => {
          const { worker } = globalThis as unknown as { worker: Worker };
          worker.onerror = ({ message }) => reject(new Error(message));
          worker.onmessage = ({ data }: { data: { played?: Played | null; failed?: string } }) => {
            if (data.failed !== undefined) reject(new Error(data.failed));
            else if (data.played) resolve(data.played);
          };
          worker.postMessage({ plan: wanted });
        }),
      plan,
    );
  }

  test('a game has the same commits, journal and ledger as in Node', async () => {
    const there = await playInBrowser(GIVEN);
    const here = await playGame(GIVEN);
    expect(there).toEqual(here);
    // It is a game in which something happens.
    expect(here.main.length).toBeGreaterThan(5);
    expect(Object.values(here.ledger).join('')).toContain('"draws":[{');
    expect(here.outcomes.filter((one) => one === 'ok').length).toBeGreaterThan(30);
  });

  test('any game has the same commits, journal and ledger as in Node', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyMove, { minLength: 5, maxLength: 30 }), async (moves) => {
        const plan = { ...GIVEN, moves };
        expect(await playInBrowser(plan)).toEqual(await playGame(plan));
      }),
      { numRuns: GAMES },
    );
  });
});
