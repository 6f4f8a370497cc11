import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { newReader } from '../site/find-browser.ts';

/** Somebody at a browser of their own, who does everything by what the pages offer. */
export class Sitting {
  readonly page: Page;
  readonly #url: string;

  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
  }

  static async of(browser: Browser, url: string, options?: BrowserContextOptions): Promise<Sitting> {
    return new Sitting(await (await newReader(browser, options)).newPage(), url);
  }

  go(path: string): Promise<unknown> {
    return this.page.goto(`${this.#url}${path}`);
  }

  /** Presses a button, and waits for the page that it leads to. */
  async press(label: string): Promise<void> {
    await Promise.all([
      this.page.waitForEvent('load'),
      this.page.getByRole('button', { name: label, exact: true }).first().click(),
    ]);
  }

  async sitAs(who: string): Promise<this> {
    await this.go('do/who/');
    await this.page.check(`input[name=who][value=${who}]`);
    await this.press('Continue');
    return this;
  }

  /** Comes in as New players, and asks to be let in by the link that each page has for them. */
  async askToJoin(name: string): Promise<void> {
    await this.go('do/who/');
    await this.page.fill('input[name=new]', name);
    await this.press('Continue as a new player');
    await this.page.getByRole('link', { name: 'Join the game' }).first().click();
    await this.page.waitForURL('**/do/post/**');
    await this.press('Post it');
  }

  async propose(title: string, body: string): Promise<string> {
    await this.go('do/rule/?change=add');
    await this.page.getByLabel('Title of the rule').fill(title);
    await this.page.getByLabel('Its text').fill(body);
    await this.press('Propose it');
    return this.matter();
  }

  async post(kind: string, title: string): Promise<string> {
    await this.go(`do/post/?kind=${kind}`);
    await this.page.getByLabel('Title').fill(title);
    await this.press('Post it');
    return this.matter();
  }

  matter(): string {
    return /\/matters\/([^/]+)\/$/u.exec(this.page.url())?.[1] ?? `no matter at ${this.page.url()}`;
  }

  async vote(matter: string, vote: string): Promise<void> {
    await this.go(`matters/${matter}/`);
    await Promise.all([
      this.page.waitForEvent('load'),
      this.page.click(`button[name=vote][value=${vote}]:not([disabled])`),
    ]);
  }

  /** Takes an action as the page asks: what comes of it is seen first. */
  async act(action: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
    await this.go(`do/act/?action=${action}`);
    for (const [name, value] of Object.entries(fields)) await this.page.fill(`[name="p-${name}"]`, value);
    await this.press('Preview');
    await this.press('Do it');
    return this.result();
  }

  async forward(hours: number): Promise<string> {
    await this.go('do/time/');
    await this.page.fill('input[name=hours]', String(hours));
    await this.press('Skip ahead');
    await this.press(`Yes, skip ${hours} h`);
    return this.result();
  }

  async result(): Promise<string> {
    return (await this.page.textContent('#result, main')) ?? '';
  }

  async read(path: string): Promise<string> {
    await this.go(path);
    return (await this.page.textContent('main')) ?? '';
  }
}
