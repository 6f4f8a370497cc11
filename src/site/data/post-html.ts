import { href, matterHrefOf, postOf, readSite, thingHref, thingOf } from './read-site.ts';

const LINK = /<a data-(post|thing)="([^"]+)">(.*?)<\/a>/gs;
const PICTURE = /<span data-picture="([^"]+)">(.*?)<\/span>/gs;

/** The text of a post with the addresses of other posts, things and pictures filled in. */
export function postHtml(html: string, absolute: (address: string) => string = (address) => address): string {
  if (!html.includes(' data-')) return html;
  return html
    .replace(LINK, (_, kind: string, named: string, words: string) => {
      const address = kind === 'post' ? postAddress(named) : thingAddress(named);
      return address === null ? words : `<a href="${absolute(address)}">${words}</a>`;
    })
    .replace(PICTURE, (_, path: string, words: string) => {
      const picture = readSite().pictures[path];
      const size = picture?.sizes.find(({ width }) => width >= SHOWN_WIDTH) ?? picture?.sizes.at(-1);
      if (picture === undefined || size === undefined) return words;
      const height = Math.round((size.width * picture.height) / picture.width);
      const alt = words.replaceAll(/<[^>]*>/g, '').replaceAll('"', '&quot;');
      return `<img src="${absolute(href(size.path))}" width="${size.width}" height="${height}" alt="${alt}" loading="lazy" decoding="async">`;
    });
}

/** Pictures in posts are no wider than the text. */
const SHOWN_WIDTH = 640;

function postAddress(id: string): string | null {
  return postOf(readSite(), id) === undefined ? null : matterHrefOf(readSite(), id);
}

function thingAddress(named: string): string | null {
  const [collection = '', id = ''] = named.split('/');
  const thing = thingOf(readSite(), collection, id);
  return thing === undefined ? null : thingHref({ id: collection }, thing);
}
