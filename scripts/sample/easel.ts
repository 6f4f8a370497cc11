import type { Network } from '../../src/pictures/fetch-picture.ts';
import { draw, STYLES, type Style } from '../draw-art/draw.ts';

/** A drawing; the same words give the same picture. */
export interface Drawn {
  readonly style: string;
  readonly seed: string;
  readonly forged?: boolean;
}

const HOST = 'pictures.example';
/** The sample should look good and stay small. */
const LONGEST_SIDE = 480;

/** The address of a drawing in the sample's own network. */
export function addressOf({ style, seed, forged = false }: Drawn): string {
  const name = seed.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
  return `https://${HOST}/${style}/${encodeURIComponent(name)}${forged ? '~' : ''}.svg`;
}

/** Returns the addresses of drawings anywhere in a submission. */
export function addressesIn(words: unknown): readonly string[] {
  return [...JSON.stringify(words).matchAll(/https:\/\/pictures\.example\/[^"]+/gu)].map(([found]) => found);
}

/** Draws the picture that an address names; it is fetched, checked and re-encoded like any other. */
export const easel: Network = {
  resolve: () => Promise.resolve(['93.184.216.34']),
  get: ({ pathname }) => {
    const [style = '', file = ''] = pathname.slice(1).split('/');
    const name = decodeURIComponent(file.replace(/\.svg$/u, ''));
    if (!Object.hasOwn(STYLES, style)) throw new Error(`nobody draws in the style ${style}`);
    const seed = name.replace(/~$/u, '');
    const svg = smaller(draw({ style: style as Style, seed, forged: seed !== name }));
    async function* body(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(new TextEncoder().encode(svg));
    }
    return Promise.resolve({ status: 200, location: null, body: body(), end: () => undefined });
  },
};

function smaller(svg: string): string {
  const [, width = '1', height = '1'] = /viewBox="0 0 (\d+) (\d+)"/u.exec(svg) ?? [];
  const scale = LONGEST_SIDE / Math.max(Number(width), Number(height));
  const side = (length: string): string => String(Math.round(Number(length) * scale));
  return svg
    .replace(`width="${width}"`, `width="${side(width)}"`)
    .replace(`height="${height}"`, `height="${side(height)}"`);
}
