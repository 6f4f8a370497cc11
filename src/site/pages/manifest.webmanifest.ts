import type { APIRoute } from 'astro';
import { ICON_SIDES } from '../data/icons.ts';
import { href, readSite } from '../data/read-site.ts';

/** Lets browsers install the game's pages as an app. */
export const GET: APIRoute = () => {
  const { game, display, drawn } = readSite();
  const png = ICON_SIDES.map((side) => ({
    src: href(`icons/${side}.png`),
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose: 'any maskable',
  }));
  const manifest = {
    name: game.name,
    short_name: game.name,
    id: href(''),
    start_url: href(''),
    scope: href(''),
    display: 'standalone',
    background_color: display.theme.paper ?? '#fbf8f1',
    theme_color: display.theme.paper ?? '#fbf8f1',
    icons: [{ src: href('favicon.svg'), sizes: 'any', type: 'image/svg+xml' }, ...(drawn ? png : [])],
  };
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } });
};
