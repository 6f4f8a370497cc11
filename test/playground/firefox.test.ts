// A game is begun, played, found again and checked in Firefox.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildPlayground } from '../../scripts/build-playground/build.ts';
import { serveFolder, type Served } from '../../src/cli/local/serve-folder.ts';
import { playTable } from '../platform/play-game.ts';
import { GIVEN } from '../platform/plans.ts';
import { findFirefox, Firefox } from '../site/firefox.ts';
import { publishTable } from './publish-table.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PORT = 8950;
const found = findFirefox();

describe.skipIf(found === null)(
  found === null ? 'left out: no Firefox, which FIREFOX may name' : 'in Firefox',
  () => {
    const root = mkdtempSync(join(tmpdir(), 'in-firefox-'));
    let served: Served;
    let firefox: Firefox;
    let url: string;

    beforeAll(async () => {
      await publishTable(await playTable(GIVEN), root, '/game/');
      await buildPlayground(ROOT, join(root, 'site/play'));
      served = await serveFolder(join(root, 'site'), PORT);
      url = `${served.url}play/`;
      firefox = await Firefox.launch(found ?? '');
    });
    afterAll(async () => {
      await firefox.close();
      await served.close();
      rmSync(root, { recursive: true, force: true });
    });

    const frame = "document.querySelector('iframe').contentDocument";
    /** Goes to a page of the game, and waits for it. */
    async function go(path: string): Promise<void> {
      await firefox.read(
        `document.querySelector('iframe').contentWindow.location = ${JSON.stringify(url + path)}`,
      );
      await arrived(path);
    }
    async function arrived(path: string): Promise<void> {
      await firefox.until(
        `${frame}.location.href.includes(${JSON.stringify(path)}) && ${frame}.readyState === 'complete' && ${frame}.querySelector('main') !== null`,
      );
    }
    const fill = (field: string, value: string): Promise<string> =>
      firefox.read(`${frame}.querySelector(${JSON.stringify(field)}).value = ${JSON.stringify(value)}`);
    const press = (button: string): Promise<string> =>
      firefox.read(`${frame}.querySelector(${JSON.stringify(button)}).click()`);
    async function sitAs(who: string): Promise<void> {
      await go('do/who/');
      await press(`input[name=who][value=${who}]`);
      await firefox.read(`${frame}.querySelector('main form').requestSubmit()`);
      await firefox.until(`!${frame}.location.href.includes('do/who/')`);
    }

    test('begins a game, votes in a rule, and finds all of it again later', async () => {
      await firefox.goto(url);
      await firefox.until("document.querySelector('#go:not([disabled])') !== null");
      await firefox.read("document.querySelector('#names').value = 'Ana\\nBo\\nCy'");
      await firefox.read("document.querySelector('#go').click()");
      await firefox.until("!document.querySelector('#game').hidden");
      await arrived('');
      await sitAs('ana');
      await go('do/rule/?change=add');
      await fill('[name=name]', 'Hats');
      await fill('[name=body]', 'Each Player may wear a hat.');
      await press('button[value=propose]');
      await firefox.until(`/matters\\/[^/]+\\/$/u.test(${frame}.location.pathname)`);
      const path = (await firefox.read(`${frame}.location.href`)).slice(url.length);
      for (const who of ['bo', 'cy']) {
        await sitAs(who);
        await go(path);
        if ((await firefox.read(`${frame}.querySelector('button[name=vote]') !== null`)) === 'false') break;
        await press('button[name=vote][value=FOR]');
        await firefox.until(
          `!${frame}.location.pathname.endsWith('do/vote/') && ${frame}.readyState === 'complete'`,
        );
      }
      await go('ruleset/');
      expect(await firefox.read(`${frame}.querySelector('main').textContent`)).toContain('may wear a hat');
      await firefox.goto(`${url}ruleset/`);
      await firefox.until("!document.querySelector('#game').hidden");
      await arrived('ruleset/');
      expect(await firefox.read(`${frame}.querySelector('main').textContent`)).toContain('may wear a hat');
    });

    test('plays in a private window too, and says so if the site may store nothing', async () => {
      const inPrivate = await Firefox.launch(found ?? '', { 'browser.privatebrowsing.autostart': true });
      try {
        await inPrivate.goto(url);
        await inPrivate.until("document.querySelector('#go:not([disabled])') !== null");
        await inPrivate.read("document.querySelector('#names').value = 'Ana\\nBo'");
        await inPrivate.read("document.querySelector('#go').click()");
        await inPrivate.until("!document.querySelector('#game').hidden");
        await inPrivate.until("document.querySelector('#kept').textContent.includes('may delete it')");
      } finally {
        await inPrivate.close();
      }
      const refusing = await Firefox.launch(found ?? '', { 'network.cookie.cookieBehavior': 2 });
      try {
        await refusing.goto(url);
        await refusing.until("document.querySelector('#said').textContent.includes('set to store nothing')");
        expect(await refusing.read("document.querySelector('#go').disabled")).toBe('true');
      } finally {
        await refusing.close();
      }
    });

    test('checks a published game', async () => {
      await firefox.goto(`${served.url}game/check/`);
      await firefox.read("document.querySelector('#check-run').click()");
      await firefox.until("document.querySelector('#check-found').textContent.includes('enactments')");
      await firefox.until("document.querySelector('#check-run:not([disabled])') !== null");
      const said = await firefox.read("document.querySelector('#check-found').innerText");
      expect(said).toMatch(/✓ \d+ lines of the journal/u);
      expect(said).toMatch(/✓ \d+ lines of the ledger .* [1-9]\d* rolls and [1-9]\d* enactments/u);
      expect(await firefox.read("document.querySelectorAll('#check-found .refused').length")).toBe('0');
    });
  },
);
