import type { APIRoute } from 'astro';
import { escapeHtml } from '../../seat/escape-html.ts';
import { badgesOf } from './badges.ts';
import { found, readSite } from '../../site/data/read-site.ts';

/** The approximate width of a letter of 11 pixels in common fonts; `textLength` makes it exact. */
const LETTER = 6.6;
const MOST = 40;

export const GET: APIRoute = ({ params: { badge: id } }) => {
  const site = readSite();
  const { title, value } = found(
    badgesOf(site).find((one) => one.id === id),
    id,
  );
  const [left, right] = [part(title), part(value)];
  const label = escapeHtml(`${title}: ${value}`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${left.width + right.width}" height="20" role="img" aria-label="${label}"><title>${label}</title><rect width="${left.width}" height="20" fill="#444"/><rect x="${left.width}" width="${right.width}" height="20" fill="${site.display.theme.accent}"/><g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">${left.at(0)}${right.at(left.width)}</g></svg>`;
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
};

function part(text: string): { readonly width: number; readonly at: (x: number) => string } {
  const letters = Array.from(text);
  const shown = letters.length > MOST ? `${letters.slice(0, MOST - 1).join('')}…` : text;
  const length = Math.round(Math.min(letters.length, MOST) * LETTER);
  return {
    width: length + 12,
    at: (x) => `<text x="${x + 6}" y="14" textLength="${length}">${escapeHtml(shown)}</text>`,
  };
}
