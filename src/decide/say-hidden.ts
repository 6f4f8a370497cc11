import type { Wording } from '../language/wording.ts';
import type { HiddenText } from '../ruleset/hidden-text.ts';

/** A sentence about hidden text, without its place: `Letters that nobody sees: “a⟨U+200B⟩b”.` */
export function sayHidden({ kind, what, inside = '' }: HiddenText, { say }: Wording): string {
  switch (kind) {
    case 'turned':
      return say`Hidden characters reverse part of this line, so it doesn’t say what it seems to: “${what}”.`;
    case 'unseen':
      return say`There are invisible characters here: “${what}”.`;
    case 'scripts':
      return say`“${what}” contains letters that look like others but aren’t.`;
    case 'lookalike':
      return say`“${what}” looks like a word in Latin letters, but is written in others.`;
    case 'far':
      return say`This is far to the right or far below, where few people look: “${what}”.`;
    case 'struck':
      return say`“${what}” is struck through but counts all the same.`;
    case 'footnote':
      return say`“${what}” is in a footnote but counts all the same.`;
    case 'html':
      return inside === ''
        ? say`“${what}” contains HTML, which may hide part of it.`
        : say`“${what}” is inside ${inside}, where a page may hide it, but counts all the same.`;
    default:
      return say`“${what}” contains a picture; its description counts as text.`;
  }
}
