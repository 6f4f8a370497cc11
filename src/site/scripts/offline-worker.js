// This service worker caches the pages that a reader has seen, so that they can be read again without a connection.
const KEPT = `gitnomic-pages ${self.registration.scope}`;
/** The most pages and files that are cached; the oldest go first. */
const MOST_KEPT = 400;
/** A page that takes longer than this is looked after. */
const SLOW_MS = 5_000;
/** The header in which a copy says when it was cached. */
const KEPT_AT = 'x-kept-at';
/** True once something else is served here. */
let isOver = false;
/** Counts the people who have used this browser: what was asked for by one of them is kept for no other. */
let person = 0;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => {
  const { keep: addresses = [], forget = false } = event.data ?? {};
  event.waitUntil(forget ? forgetAll() : keepAll(addresses));
});
self.addEventListener('fetch', (event) => {
  if (changesSeat(event.request)) event.waitUntil(forgetAll());
  if (!isOver && isReadable(event.request)) event.respondWith(answer(event));
});

const placeOf = (url) => url.slice(self.registration.scope.length).replace(/[?#].*/u, '');

/** Whoever comes next may be somebody else. */
function changesSeat({ method, url }) {
  return placeOf(url).startsWith('seat/') || (method === 'POST' && placeOf(url).startsWith('do/who/'));
}

/** Forms, seat links and event streams are never cached. */
function isReadable({ method, url, headers }) {
  if (method !== 'GET' || !url.startsWith(self.registration.scope) || headers.has('x-home-part'))
    return false;
  return !/^(?:do|seat)\/|^(?:changed|healthz|built\.txt|sw\.js)$/u.test(placeOf(url));
}

async function answer(event) {
  const { request } = event;
  const kept = await caches.match(request, { cacheName: KEPT, ignoreSearch: request.mode === 'navigate' });
  const late = lateFor(request);
  if (late !== undefined) return late;
  const asking = person;
  const fresh = fetch(request);
  const first = await (kept === undefined ? fresh : Promise.race([fresh, isAway(fresh)])).catch(() => null);
  if (first) {
    event.waitUntil(keep(request, first.clone(), asking));
    return first;
  }
  event.waitUntil(fresh.then((answered) => bringLate(event, answered, asking)).catch(() => undefined));
  if (kept !== undefined)
    return fromBefore(kept, first === null ? 'There is no connection' : 'No answer came yet');
  return request.mode === 'navigate' ? neverSeen() : Response.error();
}

/** Settles once nothing answers here any more. As long as something does, what was asked for is only slow. */
async function isAway(fresh) {
  const settled = fresh.then(
    () => true,
    () => true,
  );
  for (;;) {
    if (await Promise.race([settled, later(SLOW_MS)])) return;
    const asked = fetch(`${self.registration.scope}healthz`, { cache: 'no-store' }).catch(() => undefined);
    if ((await Promise.race([asked, later(SLOW_MS)])) === undefined) return;
  }
}

function later(ms) {
  return new Promise((tell) => setTimeout(tell, ms));
}

/** Answers that came after an older page was shown: that page loads again and gets them, since they may say what came of an action. */
const late = new Map();

async function bringLate({ request, resultingClientId }, response, asking) {
  await keep(request, response.clone(), asking);
  const client = request.mode === 'navigate' ? await self.clients.get(resultingClientId) : undefined;
  if (client?.url !== request.url || asking !== person) return;
  late.set(request.url, response);
  await client.navigate(request.url);
}

function lateFor({ mode, url }) {
  const response = mode === 'navigate' ? late.get(url) : undefined;
  late.delete(url);
  return response;
}

async function keep(request, response, asking) {
  const type = response.headers.get('content-type') ?? '';
  if (
    isOver ||
    !response.ok ||
    response.redirected ||
    response.type !== 'basic' ||
    type.includes('event-stream')
  )
    return;
  const bytes = await response.arrayBuffer();
  if (request.url === self.registration.scope && !new TextDecoder().decode(bytes).includes('id="offline"')) {
    isOver = true;
    await self.registration.unregister();
    await caches.delete(KEPT);
    return;
  }
  const headers = new Headers(response.headers);
  headers.set(KEPT_AT, new Date().toISOString());
  const cache = await caches.open(KEPT);
  await cache.delete(request);
  if (asking !== person) return;
  await cache.put(request, new Response(bytes, { headers }));
  const all = await cache.keys();
  await Promise.all(all.slice(0, -MOST_KEPT).map((old) => cache.delete(old)));
}

function forgetAll() {
  person += 1;
  late.clear();
  return caches.delete(KEPT);
}

async function keepAll(addresses) {
  const asking = person;
  for (const address of addresses) {
    const request = new Request(address);
    if (!isReadable(request)) continue;
    const response = await fetch(request).catch(() => undefined);
    if (response !== undefined) await keep(request, response, asking);
  }
}

/** Makes a cached page say that it is not current. */
async function fromBefore(kept, why) {
  if (!(kept.headers.get('content-type') ?? '').startsWith('text/html')) return kept;
  const at = (kept.headers.get(KEPT_AT) ?? '').slice(0, 16).replace('T', ' ');
  const said = `<p class="notice" role="status">${why}: you read what you saw at ${at} UTC. Nothing can be done meanwhile.</p>`;
  const text = (await kept.text()).replace('<main id="content">', `<main id="content">${said}`);
  return new Response(text, { headers: kept.headers });
}

function neverSeen() {
  const { scope } = self.registration;
  const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>There is no connection</title><link rel="stylesheet" href="${scope}theme.css"></head><body><main id="content"><h1>There is no connection</h1><p>You have not seen this page before, so that it can’t be read now. <a href="${scope}">The front page</a></p></main></body></html>`;
  return new Response(text, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
}
