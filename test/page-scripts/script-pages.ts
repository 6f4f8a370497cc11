import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';

import { launchBrowser, newReader } from '../site/find-browser.ts';

const SITE = 'https://game.example';
const TYPE = 'text/html; charset=utf-8';
const SETTLED = '/settled';
const sources = fileURLToPath(new URL('../../src/site/scripts/', import.meta.url));

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly part: string | null;
}

/** An answer of the server: a text, or one with a status; null if nothing answers. */
export type Answer = string | { readonly status: number; readonly text: string } | null;

export interface PageWish {
  /** Where the page is, with its search and hash. */
  readonly at?: string;
  /** Attributes of its `html`. */
  readonly html?: string;
  readonly title?: string;
  /** What the server answers: by path, once for each request, and the last of a list from then on. What is opened as a page has the scripts. */
  readonly answers?: Readonly<Record<string, Answer | readonly Answer[]>>;
  /** Runs in the page before its scripts. */
  readonly before?: () => void;
  readonly browser?: BrowserContextOptions;
}

export interface OpenedPage extends Page {
  /** What was sent to the server, in this order. */
  readonly sent: readonly Sent[];
}

/** Small pages with scripts of `src/site/scripts`, in a browser. */
export class ScriptPages {
  readonly #browser: Browser;
  readonly #built: ReadonlyMap<string, string>;

  private constructor(browser: Browser, built: ReadonlyMap<string, string>) {
    [this.#browser, this.#built] = [browser, built];
  }

  static async open(...scripts: readonly string[]): Promise<ScriptPages> {
    const { outputFiles } = await build({
      entryPoints: scripts.map((name) => `${sources}${name}.ts`),
      outdir: '/scripts',
      bundle: true,
      splitting: true,
      write: false,
      format: 'esm',
      conditions: ['browser'],
    });
    const built = new Map(outputFiles.map(({ path, text }) => [path, text]));
    return new ScriptPages(await launchBrowser(), built);
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  /** Opens a page that has this in its body, and these scripts. */
  async show(body: string, scripts: readonly string[], wish: PageWish = {}): Promise<OpenedPage> {
    const { at = '/', html = 'lang="en"', title = '', answers = {}, before, browser = {} } = wish;
    const context = await newReader(this.#browser, browser);
    const page = await context.newPage();
    const sent: Sent[] = [];
    const tags = scripts.map((name) => `<script type="module" src="/scripts/${name}.js"></script>`);
    const whole = (inside: string): string =>
      `<!doctype html><html ${html}><head><title>${title}</title>${tags.join('')}</head><body>${inside}</body></html>`;
    const left = new Map(Object.entries(answers).map(([path, given]) => [path, [given].flat()]));
    let isOpened = false;
    await page.route('**/*', async (route) => {
      const { pathname: path, search } = new URL(route.request().url());
      if (path === SETTLED) return route.fulfill({ body: '' });
      const code = this.#built.get(path);
      if (code !== undefined) return route.fulfill({ contentType: 'text/javascript', body: code });
      if (isOpened) sent.push(sentBy(route, path + search));
      const list = isOpened ? (left.get(path) ?? []) : [];
      const given = (list.length > 1 ? list.shift() : list[0]) ?? null;
      const isPage = route.request().isNavigationRequest();
      const said = list.length > 0 ? given : isPage ? body : { status: 404, text: '' };
      isOpened = true;
      if (said === null) return route.abort();
      const { status, text } = typeof said === 'string' ? { status: 200, text: said } : said;
      return route.fulfill({ status, contentType: TYPE, body: isPage ? whole(text) : text });
    });
    await noteReached(page);
    if (before !== undefined) await page.addInitScript(before);
    await page.goto(`${SITE}${at}`);
    return Object.assign(page, { sent });
  }
}

/**
 * Waits until what the page has begun is over: timers of so many milliseconds, and what it asked the server. Without milliseconds
 * it does so where the clock stands still, too.
 */
export function settle(page: Page, ms = 0): Promise<void> {
  return page.evaluate(
    async ([path, wait]) => {
      if (wait > 0) await new Promise((done) => setTimeout(done, wait));
      // The page may have another `fetch`.
      for (let turn = 0; turn < 2; turn++)
        await new Promise((done) => {
          const request = new XMLHttpRequest();
          request.addEventListener('loadend', done);
          request.open('GET', path);
          request.send();
        });
    },
    [SETTLED, ms] as const,
  );
}

function sentBy(route: Route, path: string): Sent {
  const request = route.request();
  return {
    method: request.method(),
    path,
    body: request.postData() ?? '',
    part: request.headers()['x-home-part'] ?? null,
  };
}

/** `npm run mutants` asks which functions a test calls. */
async function noteReached(page: Page): Promise<void> {
  if (process.env['GITNOMIC_REACHED'] === undefined) return;
  await page.exposeFunction('noteReached', (one: string) => void globalThis.reached?.add(one));
  await page.addInitScript(() => {
    const noted = new Set<string>();
    const note = Reflect.get(window, 'noteReached') as (one: string) => void;
    const add = (one: string): void => {
      if (!noted.has(one)) note(one);
      noted.add(one);
    };
    Object.assign(globalThis, { reached: { add } });
  });
}
