import { escapeHtml } from '../../seat/escape-html.ts';
import { differenceRead, type Piece } from './marked-text.ts';

/** Rendered pieces as HTML; players' words never become more than text. */
export function piecesHtml(pieces: readonly (Piece | string)[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? escapeHtml(piece) : pieceHtml(piece))).join('');
}

function pieceHtml({ tag, inside, start }: Piece): string {
  const own = piecesHtml(inside);
  // A heading within the text is not a heading of the page.
  if (tag === 'h3') return `<p><strong>${own}</strong></p>`;
  if (tag === 'th') return `<th scope="col">${own}</th>`;
  if (tag !== 'table') return `<${tag}${start === undefined ? '' : ` start="${start}"`}>${own}</${tag}>`;
  return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>${own}</table></div>`;
}

/** A difference word by word, as it is read; where only markup differs, as it was written. */
export function differenceHtml(words: Parameters<typeof differenceRead>[0]): string {
  const read = differenceRead(words);
  if (read !== null) return piecesHtml(read);
  const marks = { added: 'ins', removed: 'del', same: 'span' } as const;
  const parts = words.map(({ kind, text }) => `<${marks[kind]}>${escapeHtml(text)}</${marks[kind]}>`);
  return `<p>${parts.join('')}</p>`;
}
