import type { APIRoute } from 'astro';
import worker from '../scripts/offline-worker.js?raw';

/** Served from the root of the pages, because a service worker controls nothing above its own path. */
export const GET: APIRoute = () =>
  new Response(worker, { headers: { 'content-type': 'text/javascript; charset=utf-8' } });
