import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ownBlocks, ownWords } from './own-words.ts';

const VOTE = ':against:';

/** Ways to write a word so that readers don't take it for its author's own. */
const NOT_OWN: Readonly<Record<string, (words: string) => string>> = {
  'a quote': (words) => `> ${words}`,
  'a quote in a list': (words) => `- > ${words}`,
  'a quote of a quote': (words) => `> > ${words}`,
  'a quote without a space': (words) => `>${words}`,
  'a list in a quote': (words) => `> - a\n> - ${words}`,
  'a code span': (words) => `\`${words}\``,
  'a longer code span': (words) => `\`\` ${words} \` \`\``,
  'a fenced block': (words) => `\`\`\`\n${words}\n\`\`\``,
  'a fenced block of tildes': (words) => `~~~text\n${words}\n~~~`,
  'a fenced block without an end': (words) => `\`\`\`\n${words}`,
  'an indented block': (words) => `    ${words}`,
  'a block indented by a tab': (words) => `\t${words}`,
  'a comment of HTML': (words) => `<!-- ${words} -->`,
  'a comment of HTML over several lines': (words) => `<!--\n${words}\n-->`,
  'struck words': (words) => `~~${words}~~`,
  'words struck by HTML': (words) => `<del>${words}</del>`,
  'a quote of HTML': (words) => `<blockquote>${words}</blockquote>`,
  'code of HTML': (words) => `<CODE class="x">${words}</CODE>`,
  'a block of HTML': (words) => `<pre>\n${words}\n</pre>`,
  'the title of a link': (words) => `[here](https://example.org "${words}")`,
  'the address of a link': (words) => `[here](https://example.org/${words})`,
  'a bare address': (words) => `https://example.org/${words}`,
  'the address of a link by reference': (words) =>
    `[here][x]\n\n[x]: https://example.org/${words} "${words}"`,
  'the words of a picture': (words) => `![${words}](https://example.org/a.png "${words}")`,
  'an attribute': (words) => `<span title="${words}">hello</span>`,
};

/** Ways to write a word as one's own. */
const OWN: Readonly<Record<string, (words: string) => string>> = {
  'plain words': (words) => words,
  'bold words': (words) => `**${words}**`,
  'a list': (words) => `- ${words}`,
  'a heading': (words) => `# ${words}`,
  'the text of a link': (words) => `[${words}](https://example.org "why")`,
  'a cell of a table': (words) => `| a |\n| - |\n| ${words} |`,
  'words in HTML': (words) => `<b>${words}</b>`,
  'after a quote': (words) => `> no\n\n${words}`,
  'directly after a quote': (words) => `> no\n${words}`,
  'after code': (words) => `\`no\` ${words}`,
};

test.each(Object.entries(NOT_OWN))('%s holds none of its author’s words', (_name, write) => {
  expect(ownWords(write(VOTE))).not.toContain(VOTE);
  // Markup without an end covers everything after it.
  expect(ownWords(`Well.\n\n${write(VOTE)}`)).toMatch(/^Well\.\n/u);
  expect(ownWords(`${'So it is. '.repeat(600)}\n\n${write(VOTE)}`)).not.toContain(VOTE);
});

test.each(Object.entries(OWN))('%s is its author’s own', (_name, write) => {
  expect(ownWords(write(VOTE))).toContain(VOTE);
});

test('of many such pieces, in whatever order, only its author’s own words are left, each in its line', () => {
  const piece = (all: typeof OWN, own: boolean) =>
    fc.constantFrom(...Object.values(all)).map((write) => ({ write, own }));
  // Markup without an end covers everything after it.
  const { 'a fenced block without an end': _, ...ended } = NOT_OWN;
  const pieces = fc.array(fc.oneof(piece(ended, false), piece(OWN, true)), { maxLength: 12 });
  fc.assert(
    fc.property(pieces, (all) => {
      const text = all
        .map(({ write, own }, at) => write(`:${own ? 'own' : 'other'}-${at}:`))
        .join('\n\n***\n\n');
      const left = ownWords(text);
      const kept = all.flatMap(({ own }, at) => (own ? [`:own-${at}:`] : []));
      expect(left.match(/:(?:own|other)-\d+:/gu) ?? []).toEqual(kept);
      expect(left.split('\n')).toHaveLength(text.split('\n').length);
    }),
    { numRuns: Number(process.env['GITNOMIC_FUZZ'] ?? 100) },
  );
});

describe('for commands', () => {
  test.each([
    ['a quote', '> /enact'],
    ['a fenced block', '```\n/enact\n```'],
    ['a comment of HTML', '<!--\n/enact\n-->'],
    ['a comment of HTML in a paragraph', 'Well <!--\n/enact\n--> then'],
    ['a block of HTML', '<pre>\n/enact\n</pre>'],
  ])('%s is left out', (_name, text) => {
    expect(ownBlocks(text)).not.toContain('/enact');
  });

  test('a line keeps whatever is written in it', () => {
    const text = '/act say text="`x` ~~y~~ [z](https://example.org) <b>" why=<!-- no -->';
    expect(ownBlocks(text)).toBe(text);
  });
});

test('a hostile text takes no longer than others', () => {
  for (const part of ['<', '<s ', '<!--', '> ', '`', '[', '~~', '<a '])
    for (const letters of [4990, 60_000]) {
      const text = `${part.repeat(letters / part.length)}\n\nYes.`;
      expect(ownWords(text).length).toBeLessThanOrEqual(text.length);
    }
});
