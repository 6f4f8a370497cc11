import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';

import type { Frame, Page } from 'playwright-core';

import { typeOf } from '../../src/seat/media-types.ts';

/** Hosts serve projects from below a path. */
export const BELOW = '/some/path/';

/** Serves a folder below a path, and notes what was asked for. */
export function serveBelow(folder: string, asked: string[] = [], port = 0): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const whole = new URL(url, 'http://localhost').pathname;
    const pathname = `/${whole.slice(BELOW.length)}`;
    // A browser asks for an icon at the root by itself.
    if (whole !== '/favicon.ico') asked.push(whole);
    if (!whole.startsWith(BELOW)) return response.writeHead(404).end();
    const file = join(folder, pathname === '/' ? 'index.html' : pathname);
    if (!existsSync(file) || statSync(file).isDirectory()) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': typeOf(extname(file)) }).end(readFileSync(file));
  });
  return new Promise((resolve) => {
    server.listen(port, () => resolve(server));
  });
}

/** Somebody at the one device, who acts in the frame that shows the game. */
export class AtTheDevice {
  readonly page: Page;
  readonly url: string;

  constructor(page: Page, url: string) {
    this.page = page;
    this.url = url;
  }

  get frame(): Frame {
    const frame = this.page.frames().find((one) => one.parentFrame() !== null);
    if (frame === undefined) throw new Error('no game is shown');
    return frame;
  }

  async go(path: string): Promise<void> {
    await this.frame.goto(`${this.url}${path}`);
  }

  async press(label: string): Promise<void> {
    const button = this.frame.getByRole('button', { name: label, exact: true }).first();
    await Promise.all([this.frame.waitForNavigation({ waitUntil: 'load' }), button.click()]);
  }

  async sitAs(who: string): Promise<void> {
    await this.go('do/who/');
    await this.frame.check(`input[name=who][value=${who}]`);
    await this.press('Continue');
  }

  async read(path: string): Promise<string> {
    await this.go(path);
    return (await this.frame.textContent('main')) ?? '';
  }

  /** Proposes a rule, and returns the address of the matter. */
  async propose(title: string, text: string): Promise<string> {
    await this.go('do/rule/?change=add');
    await this.frame.getByLabel('Title of the rule').fill(title);
    await this.frame.getByLabel('Its text').fill(text);
    await this.press('Propose it');
    const found = /\/(matters\/[^/]+\/)$/u.exec(this.frame.url())?.[1];
    if (found === undefined) throw new Error(`${this.frame.url()}: ${await this.frame.innerText('main')}`);
    return found;
  }

  /** Each of them sits down and votes. */
  async voteFor(matter: string, ...voters: readonly string[]): Promise<void> {
    for (const who of voters) {
      await this.sitAs(who);
      await this.go(matter);
      const vote = this.frame.locator('button[name=vote][value=FOR]:not([disabled])').first();
      await Promise.all([this.frame.waitForNavigation({ waitUntil: 'load' }), vote.click()]);
    }
  }

  /** Waits until a game can be begun. */
  async arrive(): Promise<void> {
    await this.page.locator('#rules option').first().waitFor({ state: 'attached' });
  }

  /** Waits until the game is shown. */
  async seen(): Promise<void> {
    await this.page.locator('#game').waitFor({ state: 'visible' });
    await this.frame.waitForSelector('main');
  }

  async begin(rules: string, names: readonly string[]): Promise<void> {
    await this.arrive();
    await this.page.fill('#names', names.join('\n'));
    await this.page.selectOption('#rules', rules);
    await this.page.click('#go');
    await this.seen();
  }
}
