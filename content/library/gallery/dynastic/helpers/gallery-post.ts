import type { Things } from 'gitnomic/rules';

type Piece = Things['art'];

/** A picture that is sent as a file, and of which nobody makes a copy, is no address. */
const LONGEST_ADDRESS = 500;

/** Words of players, so that they stand in Markdown as they are. */
export function asWords(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_~[\]<>|]/g, '\\$&');
}

/** An entry in a Gallery Post: title, image, and source if one was given. Who sent it is not said. */
export function entryOf({
  id,
  title,
  image,
  source,
}: Pick<Piece, 'id' | 'title' | 'image' | 'source'>): string {
  const parts = [
    `**[${asWords(title)}](#thing:art/${id})**`,
    ...(image === '' || image.length > LONGEST_ADDRESS ? [] : [`![${asWords(title)}](${image})`]),
    ...(source === '' ? [] : [`Source: ${source}`]),
  ];
  return parts.join('\n\n');
}

/** What the Gallery Post is told when its gallery has been judged. */
export function makersOf(pieces: readonly Pick<Piece, 'title' | 'submitter'>[]): string {
  return pieces
    .map(({ title, submitter }) => `- ${asWords(title)}: ${submitter?.label ?? 'nobody'}`)
    .join('\n');
}
