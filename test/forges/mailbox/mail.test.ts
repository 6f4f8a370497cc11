import fc from 'fast-check';
import { expect, test } from 'vitest';

import { decodeWords, encodeWords, readMail, writeMail } from './mail.ts';

const read = (lines: readonly string[]) => readMail(Buffer.from(lines.join('\r\n'), 'latin1'));

test('text is read back as written, including half surrogate pairs and line ends', () => {
  const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 });
  const anything = fc.oneof(
    fc.string(),
    units.map((codes) => String.fromCharCode(...codes)),
  );
  fc.assert(
    fc.property(anything, anything, (title, text) => {
      const raw = writeMail({ Subject: encodeWords(title) }, text);
      expect(raw).toMatch(/^[\t\n\x20-\x7e]*$/u);
      const mail = readMail(Buffer.from(raw, 'latin1'));
      expect(decodeWords(mail.fields.get('subject') ?? '')).toBe(title);
      expect(mail.text).toBe(text);
    }),
  );
});

test.each([
  ['plain', ['Subject: Re: night', '', 'Yes.', ''], 'Re: night', 'Yes.'],
  ['folded', ['Subject: a long', '\tsubject', '', 'a', 'b', ''], 'a long subject', 'a\nb'],
  ['in words of two kinds', ['Subject: =?iso-8859-1?q?Zo=EB_?= =?UTF-8?B?w7w=?=', '', ''], 'Zoë ü', ''],
  [
    'quoted-printable',
    [
      'Content-Transfer-Encoding: Quoted-Printable',
      'Content-Type: text/plain; charset=iso-8859-15',
      '',
      'caf=E9 =',
      'au lait',
      '',
    ],
    '',
    'café au lait',
  ],
])('reads what others write: %s', (_, lines, subject, text) => {
  const mail = read(lines);
  expect(decodeWords(mail.fields.get('subject') ?? '')).toBe(subject);
  expect(mail.text).toBe(text);
});

test.each([['text/html'], ['multipart/alternative; boundary=x'], ['text/plain; charset=klingon']])(
  'doesn’t guess at what it can’t read for sure: %s',
  (type) => {
    expect(() => read([`Content-Type: ${type}`, '', 'x'])).toThrow(/plain text|character set/u);
  },
);
