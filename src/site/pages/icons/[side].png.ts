import type { APIRoute } from 'astro';
import sharp from 'sharp';
import { iconOf } from '../../data/icons.ts';
import { readSite } from '../../data/read-site.ts';

/** The icon as a bitmap, since phones accept no SVG. */
export const GET: APIRoute = async ({ params }) => {
  const side = Number(params['side']);
  const drawn = Buffer.from(iconOf(readSite(), { fills: true }));
  const png = await sharp(drawn, { density: (72 * side) / 32 })
    .resize(side, side)
    .png()
    .toBuffer();
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};
