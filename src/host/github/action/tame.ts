import { defuse } from '../../../kernel/defuse.ts';

/** The marker that the engine appends to its posts. */
const MARK = '<!-- gitnomic:';
const MARKER = /^<!-- gitnomic:\S+ \S+ -->\s*$/u;

/**
 * The engine's messages quote players. On GitHub such words must not mention anybody, link anywhere, load pictures or
 * contain HTML. Bold, lists and code stay.
 */
export function tame(text: string): string {
  const at = text.lastIndexOf(MARK);
  const marker = at >= 0 && MARKER.test(text.slice(at)) ? text.slice(at) : '';
  const said = text.slice(0, text.length - marker.length);
  return `${defuse(said.replaceAll('<', '&lt;'))
    .replaceAll('](', ']\u200b(')
    .replaceAll(/^([^\S\n]*\[[^\]]{0,1000}\]):/gmu, '$1\u200b:')}${marker}`;
}

/** Finds the address of the engine's own post or of a stored picture; null if unknown. */
export interface Places {
  readonly post: (id: string) => string | null;
  readonly picture: (path: string) => string | null;
}

const POST = /\[((?:\\.|[^[\]\\])*)\]\u200b\(#post:([\w.-]{1,100})\)/gu;
const THING = /\[((?:\\.|[^[\]\\])*)\]\u200b\(#thing:[\w./-]{1,200}\)/gu;
const PICTURE = /!\[((?:\\.|[^[\]\\])*)\]\u200b\((pictures\/[\w/-]{1,100}\.[0-9a-f]{16}\.webp)\)/gu;

/** Restores links in defused text that lead to the game's own posts and pictures. */
export function leadWithin(tamed: string, { post, picture }: Places): string {
  return tamed
    .replace(PICTURE, (whole, words: string, path: string) => {
      const address = picture(path);
      return address === null ? whole : `![${words}](${address})`;
    })
    .replace(POST, (_, words: string, id: string) => {
      const number = post(id);
      return number === null ? words : `${words} (#${number})`;
    })
    .replace(THING, '$1');
}
