/** Text that is HTML already. Only `html` makes it, so whatever else is put into a page is escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Html | string | number | null | false | readonly Content[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function html(pieces: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(pieces.map((piece, index) => piece + toHtml(values[index] ?? null)).join(''));
}

function toHtml(value: Content): string {
  if (value === null || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(toHtml).join('');
  return String(value).replace(/[&<>"']/gu, (sign) => ESCAPES[sign] ?? sign);
}
