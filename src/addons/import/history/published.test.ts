// An import leaves out what a blog or wiki never showed to everybody, even if the export contains it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { readPast, type WholePast } from './read-past.ts';

const folder = mkdtempSync(join(tmpdir(), 'published-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(text: string): Promise<WholePast> {
  const file = join(folder, 'export.xml');
  writeFileSync(file, text);
  const past = await readPast([file], null);
  past.pages.close();
  return past;
}

const titles = ({ matters }: WholePast): readonly string[] => matters.map(({ title }) => title);
const codes = ({ unclear }: WholePast): readonly string[] => unclear.map(({ code }) => code);

const rss = (items: string): string =>
  `<rss xmlns:wp="w" xmlns:dc="d"><channel><title>A blog</title>${items}</channel></rss>`;
const item = (title: string, more: string): string =>
  `<item><title>${title}</title><dc:creator>Zoë</dc:creator><pubDate>Tue, 01 Mar 2005 09:00:00 +0000</pubDate>${more}</item>`;
const shown = item(
  'Shown',
  '<wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_password></wp:post_password>',
);

test.each(['draft', 'pending', 'private', 'future', 'trash', 'auto-draft', 'request-pending'])(
  'leaves out a WordPress post that is %s',
  async (status) => {
    const hidden = item('Hidden', `<wp:post_type>post</wp:post_type><wp:status>${status}</wp:status>`);
    const past = await read(rss(shown + hidden));
    expect(titles(past)).toEqual(['Shown']);
    expect(codes(past)).toEqual(['not-public']);
  },
);

test('leaves out a post behind a password, and a comment that waits, is spam or is a link back', async () => {
  const locked = item('Locked', '<wp:status>publish</wp:status><wp:post_password>enter</wp:post_password>');
  const comment = (approved: string, type: string): string =>
    `<wp:comment><wp:comment_author>Bo &amp;raquo; Co</wp:comment_author><wp:comment_content>Said</wp:comment_content><wp:comment_approved>${approved}</wp:comment_approved><wp:comment_type>${type}</wp:comment_type></wp:comment>`;
  const talk = item(
    'Talk &amp;amp; &lt;em&gt;more&lt;/em&gt;',
    ['1', '1:comment', '0', 'spam', 'trash', '1:pingback', '1:trackback']
      .map((one) => comment(one.split(':')[0] ?? '', one.split(':')[1] ?? ''))
      .join(''),
  );
  const past = await read(rss(locked + talk));
  expect(titles(past)).toEqual(['Talk & more']);
  expect(past.matters[0]?.comments.map(({ by }) => by)).toEqual(['Bo » Co', 'Bo » Co']);
  expect(codes(past)).toEqual([
    'not-public',
    'not-public',
    'not-public',
    'not-public',
    'link-back',
    'link-back',
  ]);
});

const feed = (entries: string): string =>
  `<feed xmlns="a" xmlns:app="p" xmlns:thr="t" xmlns:blogger="b"><title>A blog</title>${entries}</feed>`;
const entry = (id: string, more: string): string =>
  `<entry><id>${id}</id><title>${id}</title><author><name>Zoë</name></author><published>2005-03-03T09:00:00Z</published><content>Words</content>${more}</entry>`;
const kind = (word: string): string =>
  `<category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#${word}"/>`;

test('imports posts and comments from Blogger’s old exports, but no drafts, pages, settings or templates', async () => {
  const past = await read(
    feed(
      [
        entry('post', kind('post')),
        entry('said', `${kind('comment')}<thr:in-reply-to ref="post"/>`),
        entry('draft', `${kind('post')}<app:control><app:draft>yes</app:draft></app:control>`),
        entry('kept', `${kind('post')}<app:control><app:draft>no</app:draft></app:control>`),
        entry('draft-2', `<control xmlns="app"><draft>yes</draft></control>`),
        ...['page', 'settings', 'template'].map((word) => entry(word, kind(word))),
      ].join(''),
    ),
  );
  expect(titles(past)).toEqual(['post', 'kept']);
  expect(past.matters[0]?.comments).toHaveLength(1);
  expect(codes(past)).toEqual(['not-public', 'not-public']);
});

test('imports the same from Blogger’s newer exports', async () => {
  const says = (type: string, status: string): string =>
    `<blogger:type>${type}</blogger:type><blogger:status>${status}</blogger:status>`;
  const past = await read(
    feed(
      [
        entry('post', says('POST', 'LIVE')),
        entry('said', `<blogger:parent>post</blogger:parent>${says('COMMENT', 'LIVE')}`),
        entry('spam', `<blogger:parent>post</blogger:parent>${says('COMMENT', 'SPAM_COMMENT')}`),
        entry('draft', says('POST', 'DRAFT')),
        entry('gone', says('POST', 'SOFT_TRASHED')),
        entry('page', says('PAGE', 'LIVE')),
      ].join(''),
    ),
  );
  expect(titles(past)).toEqual(['post']);
  expect(past.matters[0]?.comments).toHaveLength(1);
  expect(codes(past)).toEqual(['not-public', 'not-public', 'not-public']);
});

test('a wiki’s revision whose text was hidden isn’t one without text', async () => {
  const saved = (at: string, text: string): string =>
    `<revision><timestamp>${at}</timestamp><contributor><username>Bo</username></contributor>${text}</revision>`;
  const past = await read(
    `<mediawiki><page><title>Ruleset</title>${saved('2005-03-01T09:00:00Z', '<text>== Votes ==\nTwo days.</text>')}${saved('2005-03-02T09:00:00Z', '<text deleted="deleted" />')}${saved('2005-03-03T09:00:00Z', '<text>== Votes ==\nThree days.</text>')}</page></mediawiki>`,
  );
  expect(past.pages.rules.map(({ at, after }) => [at.slice(0, 10), after?.includes('days')])).toEqual([
    ['2005-03-01', true],
    ['2005-03-03', true],
  ]);
  expect(codes(past)).toEqual(['not-public']);
});
