import { defuse } from '../../../kernel/defuse.ts';

/** The engine's own marker, which it puts behind what it posts. */
const MARK = '<!-- gitnomic:';
const MARKER = /^<!-- gitnomic:\S+ \S+ -->\s*$/u;

/**
 * A tick's own messages hold words of players: on GitHub these call nobody, refer to nothing, load no
 * picture and are no HTML. Bold, lists and code stay.
 */
export function tame(text: string): string {
  const at = text.lastIndexOf(MARK);
  const marker = at >= 0 && MARKER.test(text.slice(at)) ? text.slice(at) : '';
  const said = text.slice(0, text.length - marker.length);
  return `${defuse(said.replaceAll('<', '&lt;'))
    .replaceAll('](', ']\u200b(')
    .replaceAll(/^([^\S\n]*\[[^\]]{0,1000}\]):/gmu, '$1\u200b:')}${marker}`;
}

/** Where on GitHub a post of the engine's own is, and a picture that the game keeps; null where that isn't known. */
export interface Places {
  readonly post: (id: string) => string | null;
  readonly picture: (path: string) => string | null;
}

const POST = /\[((?:\\.|[^[\]\\])*)\]\u200b\(#post:([\w.-]{1,100})\)/gu;
const THING = /\[((?:\\.|[^[\]\\])*)\]\u200b\(#thing:[\w./-]{1,200}\)/gu;
const PICTURE = /!\[((?:\\.|[^[\]\\])*)\]\u200b\((pictures\/[\w/-]{1,100}\.[0-9a-f]{16}\.webp)\)/gu;

/** In tame text, what leads to the game's own leads there: to another post of the rules, to a picture of the repository. */
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
