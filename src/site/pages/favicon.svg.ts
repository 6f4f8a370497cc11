import type { APIRoute } from 'astro';
import { readSite } from '../data/read-site.ts';

export const GET: APIRoute = () => {
  const { accent, ornament } = readSite().display.theme;
  const safe = ornament.replace(/[&<>"']/g, '');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${accent}"/><text x="16" y="23" font-size="20" text-anchor="middle" fill="#fff">${safe}</text></svg>`;
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
};
