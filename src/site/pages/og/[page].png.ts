import type { APIRoute } from 'astro';
import sharp from 'sharp';
import { previewsOf } from '../../data/previews.ts';
import { readSite } from '../../data/read-site.ts';

const [WIDTH, HEIGHT, LINE] = [1200, 630, 26];

/** The picture that stands beside a link to the site: the game, the kind of page, the dynasty's colours. */
export const GET: APIRoute = async ({ params }) => {
  const site = readSite();
  const { theme } = site.display;
  const preview = previewsOf(site).find(({ id }) => id === params['page']);
  const lines = wrap(preview?.title ?? site.game.name).slice(0, 3);
  const title = lines
    .map(
      (line, at) =>
        `<text x="90" y="${270 + at * 92}" font-size="76" font-weight="bold">${escape(line)}</text>`,
    )
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${theme.paper ?? '#fbf8f1'}"/><rect width="24" height="100%" fill="${theme.accent}"/><g font-family="Georgia, 'DejaVu Serif', serif" fill="#22201b"><text x="90" y="130" font-size="36" fill="${theme.accent}">${escape(theme.ornament)} ${escape(site.game.name)}</text>${title}<text x="90" y="560" font-size="32" fill="#5f5a4f">${escape(site.dynasty.name)}</text></g></svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};

function wrap(text: string): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (`${last} ${word}`.length <= LINE) lines[lines.length - 1] = `${last} ${word}`.trim();
    else lines.push(word.slice(0, LINE));
  }
  return lines.filter((line) => line !== '');
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
