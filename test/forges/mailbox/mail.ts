/** One mail as RFC 5322 has it, as far as a game by mail needs that: unfolded header fields and a plain text. */
export interface Mail {
  /** By lower-case name; where a field comes twice the first counts, which is the one that was added last. */
  readonly fields: ReadonlyMap<string, string>;
  readonly text: string;
}

export class UnreadableMailError extends Error {}

const WORD_CHARACTERS = 15;
const plainField = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/u;
const plainText = /^[\t\n\x20-\x7e]*$/u;

/** A header in the order in which its fields are given; fields without a value are left out. */
export function writeHeader(fields: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(fields)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\n`]))
    .join('');
}

export function writeMail(fields: Readonly<Record<string, string | undefined>>, text: string): string {
  const [charset, encoding, body] = encodeText(text);
  const mime = {
    'MIME-Version': '1.0',
    'Content-Type': `text/plain; charset=${charset}`,
    'Content-Transfer-Encoding': encoding,
  };
  return `${writeHeader({ ...fields, ...mime })}\n${body}\n`;
}

function encodeText(text: string): readonly [charset: string, encoding: string, body: string] {
  if (plainText.test(text) && text.split('\n').every((line) => line.length < 998))
    return ['us-ascii', '7bit', text];
  const charset = charsetFor(text);
  const base64 = bytesOf(text, charset).toString('base64');
  return [charset, 'base64', base64.replaceAll(/.{76}(?=.)/gu, '$&\n')];
}

/** Half a surrogate pair is no UTF-8, and people's words come back as they were. */
const charsetFor = (text: string): 'utf-8' | 'utf-16le' => (text.isWellFormed() ? 'utf-8' : 'utf-16le');
const bytesOf = (text: string, charset: string): Buffer =>
  Buffer.from(text, charset === 'utf-16le' ? 'utf16le' : 'utf8');

function textOf(bytes: Buffer, charset: string): string {
  if (charset === 'utf-16le') return bytes.toString('utf16le');
  try {
    return new TextDecoder(charset, { ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UnreadableMailError(`It is written in the character set ${charset}, which is not read here.`);
  }
}

/** As encoded words of RFC 2047 where it is not plain. */
export function encodeWords(text: string, plain = plainField): string {
  if (plain.test(text) && !text.includes('=?')) return text;
  const letters = Array.from(text);
  const words = Array.from({ length: Math.ceil(letters.length / WORD_CHARACTERS) }, (_, n) =>
    letters.slice(n * WORD_CHARACTERS, (n + 1) * WORD_CHARACTERS).join(''),
  );
  return words
    .map((word) => `=?${charsetFor(word)}?B?${bytesOf(word, charsetFor(word)).toString('base64')}?=`)
    .join('\n ');
}

export function decodeWords(value: string): string {
  return value
    .replaceAll(/(\?=)\s+(?==\?)/gu, '$1')
    .replaceAll(/=\?([^?]+)\?([bq])\?([^?]*)\?=/giu, (_, charset: string, how: string, word: string) =>
      textOf(
        how.toLowerCase() === 'b' ? Buffer.from(word, 'base64') : unquote(word.replaceAll('_', ' ')),
        charset.toLowerCase(),
      ),
    );
}

/** Quoted-printable. */
function unquote(text: string): Buffer {
  const joined = text.replaceAll(/=[\t ]*\r?\n/gu, '');
  return Buffer.from(
    joined.replaceAll(/=([\dA-F]{2})/giu, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16))),
    'latin1',
  );
}

export function readMail(bytes: Uint8Array): Mail {
  const raw = Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n');
  const end = raw.indexOf('\n\n');
  const header = end < 0 ? raw : raw.slice(0, end);
  const fields = new Map<string, string>();
  for (const line of header.replaceAll(/\n[\t ]+/gu, ' ').split('\n')) {
    const [, name, value] = /^([\x21-\x39\x3b-\x7e]+):[\t ]*(.*?)[\t ]*$/u.exec(line) ?? [];
    if (name !== undefined && value !== undefined && !fields.has(name.toLowerCase()))
      fields.set(name.toLowerCase(), value);
  }
  return { fields, text: readText(fields, end < 0 ? '' : raw.slice(end + 2)) };
}

function readText(fields: Mail['fields'], body: string): string {
  const type = fields.get('content-type') ?? 'text/plain';
  if (!/^text\/plain(?:\s*;|$)/iu.test(type))
    throw new UnreadableMailError(`It is ${type}: send plain text.`);
  const charset = (/charset="?([\w.-]+)"?/iu.exec(type)?.[1] ?? 'utf-8').toLowerCase();
  const encoding = (fields.get('content-transfer-encoding') ?? '7bit').toLowerCase();
  if (encoding === 'base64') return textOf(Buffer.from(body, 'base64'), charset);
  const lines = body.replace(/\n$/u, '');
  return textOf(encoding === 'quoted-printable' ? unquote(lines) : Buffer.from(lines, 'latin1'), charset);
}
