import type { Wording } from '../language/wording.ts';
import type { HiddenText } from '../ruleset/hidden-text.ts';

/** A sentence about hidden text, without its place: `Letters that nobody sees: “a⟨U+200B⟩b”.` */
export function sayHidden({ kind, what, inside = '' }: HiddenText, { say }: Wording): string {
  switch (kind) {
    case 'turned':
      return say`Hidden letters turn the direction of this line, so that it reads otherwise than it is: “${what}”.`;
    case 'unseen':
      return say`There are letters here that nobody sees: “${what}”.`;
    case 'scripts':
      return say`“${what}” has letters that look like others and are not the same.`;
    case 'lookalike':
      return say`“${what}” looks like a word in Latin letters, but is written in others.`;
    case 'far':
      return say`This stands far to the right or far below, where few people look: “${what}”.`;
    case 'struck':
      return say`“${what}” is struck through, and counts all the same.`;
    case 'footnote':
      return say`“${what}” stands in a footnote, and counts all the same.`;
    case 'html':
      return inside === ''
        ? say`“${what}” has a tag of HTML within it, which may hide a part of it.`
        : say`“${what}” stands within ${inside}, where a page may hide it, and counts all the same.`;
    default:
      return say`“${what}” has a picture in it, whose description counts as its words.`;
  }
}
