/// <reference lib="dom" />
// The service worker: it hands requests of the game's frame to the page that owns the game, and answers nothing by itself but the
// playground's own files, so that it works offline.
import type { Answer, Handed } from './messages.ts';
import type { PageRequest, ServiceWorkerScope, Window } from '../../site/worker/scopes.ts';

const scope = globalThis as unknown as ServiceWorkerScope;

/** The playground may be served below a path: `/some/path/`. */
const BASE = new URL('.', scope.location.href).pathname;
const [OWN, OF_PAGES] = [`${BASE}playground/`, `${BASE}_astro/`];
/** Another playground may be served below another path of the same host. */
const CACHES = `gitnomic-playground ${BASE} `;
const CACHE = `${CACHES}BUILD`;
const PATIENCE_MS = 120_000;
const CSP =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

scope.addEventListener('install', (event) => {
  const fill = async (): Promise<void> => {
    const cache = await caches.open(CACHE);
    const { files } = (await (await fetch(`${BASE}playground/files.json`, { cache: 'no-store' })).json()) as {
      files: string[];
    };
    await cache.addAll(files.map((path) => new Request(`${BASE}${path}`, { cache: 'no-store' })));
  };
  event.waitUntil(fill());
});

scope.addEventListener('activate', (event) => {
  const clean = async (): Promise<void> => {
    const old = (await caches.keys()).filter((name) => name.startsWith(CACHES) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(clean());
});

// A newer playground waits until the game is closed, or its page asks for it, since its parts fit only each other.
scope.addEventListener('message', () => void scope.skipWaiting());

scope.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== scope.location.origin || !url.pathname.startsWith(BASE)) return;
  event.respondWith(answer(event, url));
});

async function answer({ request }: PageRequest, url: URL): Promise<Response> {
  if (url.pathname === `${BASE}sw.js`) return fetch(request);
  if (url.pathname.startsWith(OWN)) return own(request);
  if (url.pathname.startsWith(OF_PAGES)) return lasting(await own(request));
  // A new tab at an address of the game gets the page that owns the game, which then shows that address.
  if (request.destination === 'document') return ownPage();
  const pages = (await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(
    ({ frameType }) => frameType === 'top-level',
  );
  return handOn(pages, await handed(request, url));
}

/** A file that was loaded once is there offline. */
async function own(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request, { ignoreSearch: true });
  if (found !== undefined) return found;
  const answer = await fetch(request.url);
  // Without space it is loaded again next time.
  if (answer.ok) await cache.put(request.url, answer.clone()).catch(() => undefined);
  return answer;
}

/** The names of these files change with their content, so the next page has them from the browser's memory. */
function lasting(answer: Response): Response {
  const type = answer.headers.get('content-type') ?? '';
  const headers = { 'content-type': type, 'cache-control': 'max-age=31536000, immutable' };
  return answer.ok ? new Response(answer.body, { headers }) : answer;
}

/** The page may be served at any address, and names its own files relative to the playground's first page. */
async function ownPage(): Promise<Response> {
  const page = await own(new Request(BASE));
  const text = (await page.text()).replaceAll('"playground/', `"${BASE}playground/`);
  return new Response(text, { status: page.status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

async function handed(request: Request, url: URL): Promise<Handed> {
  const names = ['x-home-part', 'content-type', 'accept'];
  const headers = Object.fromEntries(
    names.flatMap((name) => {
      const value = request.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const body = request.method === 'POST' ? await request.text() : null;
  return { method: request.method, url: `/${url.pathname.slice(BASE.length)}${url.search}`, headers, body };
}

/** Only the page that owns the game answers. Other pages only say that the game is open elsewhere. */
function handOn(pages: readonly Window[], request: Handed): Promise<Response> {
  return new Promise((resolve) => {
    const late = setTimeout(
      () =>
        resolve(new Response('The page that plays this game is closed, or doesn’t answer.', { status: 504 })),
      PATIENCE_MS,
    );
    for (const page of pages) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<Answer | null>) => {
        clearTimeout(late);
        resolve(
          data === null
            ? new Response('There is no game here any more. Reload the page.', { status: 503 })
            : asResponse(data),
        );
      };
      page.postMessage({ handed: request }, [port2]);
    }
  });
}

function asResponse({ status, headers, body }: Answer): Response {
  const { location, 'set-cookie': _, ...others } = headers;
  if (location !== undefined)
    return Response.redirect(new URL(below(location), scope.location.origin).href, status);
  const isEmpty = status === 204 || status === 304;
  return new Response(isEmpty ? null : placed(body, headers['content-type'] ?? ''), {
    status,
    headers: { ...others, 'content-security-policy': CSP },
  });
}

/** `/matters/1/` → `/some/path/matters/1/` */
function below(address: string): string {
  return /^\/(?!\/)/u.test(address) ? `${BASE}${address.slice(1)}` : address;
}

/**
 * The links of a game's pages start at the root, as do the data in their tags. Text between tags was written
 * by people and stays unchanged.
 */
function placed(body: string | Uint8Array, type: string): BodyInit {
  if (BASE === '/' || !type.startsWith('text/html')) return body as string;
  const html = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return html.replace(/<[a-z][^<>]*>/giu, (tag) =>
    tag.replace(/(\s[\w-]+="|&quot;)\/(?!\/)/gu, (_, start: string) => `${start}${BASE}`),
  );
}
