import type { APIRoute } from 'astro';
import sharp from 'sharp';
import { previewsOf } from './previews.ts';
import { nameOf, say, statusInWords } from '../../site/data/say.ts';
import { readSite } from '../../site/data/read-site.ts';
import type { PostSummary, SiteData } from '../../site/data/site-data.ts';
import { voteLines } from '../../site/data/vote-lines.ts';

const [WIDTH, HEIGHT, LINE] = [1200, 630, 26];

/** The preview picture for links to the site: the game, the kind of page, the dynasty's colours. */
export const GET: APIRoute = async ({ params }) => {
  const site = readSite();
  const { theme } = site.display;
  const preview = previewsOf(site).find(({ id }) => id === params['page']);
  const lines = wrap(preview?.title ?? site.game.name).slice(0, preview?.matter === undefined ? 3 : 2);
  const title = lines
    .map(
      (line, at) =>
        `<text x="90" y="${(preview?.matter === undefined ? 270 : 230) + at * 92}" font-size="76" font-weight="bold">${escape(line)}</text>`,
    )
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${theme.paper ?? '#fbf8f1'}"/><rect width="24" height="100%" fill="${theme.accent}"/><g font-family="Georgia, 'DejaVu Serif', serif" fill="#22201b"><text x="90" y="130" font-size="36" fill="${theme.accent}">${escape(theme.ornament)} ${escape(site.game.name)}</text>${title}${preview?.matter === undefined ? `<text x="90" y="560" font-size="32" fill="#5f5a4f">${escape(site.dynasty.name)}</text>` : votesOn(site, preview.matter)}</g></svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};

const COLOURS: Readonly<Record<string, string>> = { for: '#2f6b3a', against: '#9b2c2c', other: '#5f5a4f' };

/** A matter in words: its author, its tally, and when the votes came in. */
function votesOn(site: SiteData, matter: PostSummary): string {
  const box = { width: 1100, height: 520, left: 90, right: 60, top: 390, bottom: 10 };
  const { lines } = voteLines(matter, matter.resolvedAt ?? site.builtAt, box);
  const said = [
    ...matter.counts.slice(0, 3).map(({ count, title }) => `${count} ${title}`),
    ...(matter.status === null ? [] : [statusInWords(matter.status)]),
  ];
  const paths = lines.map(
    ({ side, path }) => `<path d="${path}" fill="none" stroke="${COLOURS[side] ?? ''}" stroke-width="6"/>`,
  );
  const by =
    matter.author === 'engine'
      ? matter.kindTitle
      : say`${matter.kindTitle} by ${nameOf(site, matter.author)}`;
  return `${paths.join('')}<text x="90" y="580" font-size="36" font-weight="bold">${escape(said.join(' · '))}</text><text x="1040" y="580" font-size="32" text-anchor="end" fill="#5f5a4f">${escape(by)}</text>`;
}

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
