import type { APIRoute } from 'astro';
import worker from '../scripts/offline-worker.js?raw';

/** It stands where the pages begin, since a service worker has to do with nothing above its own place. */
export const GET: APIRoute = () =>
  new Response(worker, { headers: { 'content-type': 'text/javascript; charset=utf-8' } });
