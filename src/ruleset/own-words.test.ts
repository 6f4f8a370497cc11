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
  'a longer fence around a shorter one': (words) => `\`\`\`\`\n\`\`\`\n${words}\n\`\`\`\n\`\`\`\``,
  'a fence of tildes around one of ticks': (words) => `~~~\n\`\`\`\n${words}\n~~~`,
  'an indented block': (words) => `    ${words}`,
  'an indented block in a list': (words) => `-     ${words}`,
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

/** Ways to write a word so that it is the author's own. */
const OWN: Readonly<Record<string, (words: string) => string>> = {
  'plain words': (words) => words,
  'bold words': (words) => `**${words}**`,
  'a list': (words) => `- ${words}`,
  'a heading': (words) => `# ${words}`,
  'the text of a link': (words) => `[${words}](https://example.org "why")`,
  'a cell of a table': (words) => `| a |\n| - |\n| ${words} |`,
  'words in HTML': (words) => `<b>${words}</b>`,
  'folded words': (words) => `<details>\n<summary>More</summary>\n\n${words}\n\n</details>`,
  'a footnote': (words) => `Well.[^1]\n\n[^1]: ${words}`,
  'a task': (words) => `- [ ] ${words}`,
  'after a tick alone': (words) => `a \` b\n${words}`,
  'after code that looks like a fence': (words) => `\`\`\`no\`\`\` ${words}`,
  'between ticks that are escaped': (words) => `\\\`${words}\\\``,
  'after a quote': (words) => `> no\n\n${words}`,
  'directly after a quote': (words) => `> no\n${words}`,
  'after code': (words) => `\`no\` ${words}`,
};

test.each(Object.entries(NOT_OWN))('leaves out what isn’t the author’s own: %s', (_name, write) => {
  expect(ownWords(write(VOTE))).not.toContain(VOTE);
  // Markup without an end covers everything after it.
  expect(ownWords(`Well.\n\n${write(VOTE)}`)).toMatch(/^Well\.\n/u);
  expect(ownWords(`${'So it is. '.repeat(600)}\n\n${write(VOTE)}`)).not.toContain(VOTE);
});

test.each(Object.entries(OWN))('keeps what is the author’s own: %s', (_name, write) => {
  expect(ownWords(write(VOTE))).toContain(VOTE);
});

test('any mix of such pieces is reduced to the author’s own words, each on its line', () => {
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
      const saved = all.flatMap(({ own }, at) => (own ? [`:own-${at}:`] : []));
      expect(left.match(/:(?:own|other)-\d+:/gu) ?? []).toEqual(saved);
      expect(left.split('\n')).toHaveLength(text.split('\n').length);
    }),
    { numRuns: Number(process.env['GITNOMIC_FUZZ'] ?? 100) },
  );
});

/** Puts blocks into a quote, a list, a list's later paragraph, or a fold. */
const AROUND: readonly { readonly quotes: boolean; readonly put: (block: string) => string }[] = [
  { quotes: true, put: prefixed('> ', '> ') },
  { quotes: true, put: prefixed('>', '>') },
  { quotes: true, put: prefixed('- > ', '  > ') },
  { quotes: false, put: prefixed('- ', '  ') },
  { quotes: false, put: prefixed('12) ', '    ') },
  { quotes: false, put: (block) => `* a\n\n${prefixed('  ', '  ')(block)}` },
  { quotes: false, put: (block) => `> old\n\n${block}` },
  { quotes: false, put: (block) => `<details>\n\n${block}\n\n</details>` },
];

function prefixed(first: string, others: string): (block: string) => string {
  return (block) => block.replaceAll('\n', `\n${others}`).replace(/^/u, first);
}

test('keeps words at any depth of lists, quotes and folds only if no quote contains them', () => {
  // The second line of a quote without its mark counts as an answer to the quote.
  const { 'directly after a quote': _, ...leaves } = OWN;
  // The width of a tab depends on its place in the line.
  const { 'a block indented by a tab': _tab, ...others } = NOT_OWN;
  const leaf = fc.oneof(
    fc.constantFrom(...Object.values(leaves)).map((write) => ({ write, own: true })),
    fc.constantFrom(...Object.values(others)).map((write) => ({ write, own: false })),
  );
  const nested = fc.record({ leaf, around: fc.array(fc.constantFrom(...AROUND), { maxLength: 4 }) });
  fc.assert(
    fc.property(nested, ({ leaf: { write, own }, around }) => {
      const text = around.reduce((block, { put }) => put(block), write(VOTE));
      const isOwn = own && !around.some(({ quotes }) => quotes);
      expect([text, ownWords(text).includes(VOTE)]).toEqual([text, isOwn]);
    }),
    { numRuns: Number(process.env['GITNOMIC_FUZZ'] ?? 300) },
  );
});

test('counts a vote in a long text beside code, a link and brackets, as in a short one', () => {
  const reasons = 'I have thought about this for long, and so (they say) has Bo.\n\n'.repeat(900);
  const text = `${reasons}See \`votes.md\` [here](https://example.org): I am ${VOTE}\n\n> :for:\n`;
  expect(ownWords(text).match(/:\w+:/gu)).toEqual([VOTE]);
});

describe('for commands', () => {
  test.each([
    ['a quote', '> /enact'],
    ['a fenced block', '```\n/enact\n```'],
    ['a comment of HTML', '<!--\n/enact\n-->'],
    ['a comment of HTML in a paragraph', 'Well <!--\n/enact\n--> then'],
    ['a block of HTML', '<pre>\n/enact\n</pre>'],
  ])('leaves out %s', (_name, text) => {
    expect(ownBlocks(text)).not.toContain('/enact');
  });

  test('keeps a line whatever it contains', () => {
    const text = '/act say text="`x` ~~y~~ [z](https://example.org) <b>" why=<!-- no -->';
    expect(ownBlocks(text)).toBe(text);
    const long = `/act say text="<!-- <s ${'| a > b '.repeat(2000)}"`;
    expect(ownBlocks(`Well.\n<!--\n/act a\n-->\n${long}`)).toMatch(/^Well\.\n[\s]*\/act say/u);
    expect(ownBlocks(`${long}\n<!--\n/act a\n-->`).split('\n')[0]).toBe(long);
  });
});

test('finishes on hostile text, and returns nothing longer than it', () => {
  for (const part of ['<', '<s ', '<!--', '> ', '`', '[', '~~', '<a '])
    for (const letters of [4990, 60_000]) {
      const text = `${part.repeat(letters / part.length)}\n\nYes.`;
      const start = process.threadCpuUsage();
      expect(ownWords(text).length).toBeLessThanOrEqual(text.length);
      expect(process.threadCpuUsage(start).user, part).toBeLessThan(1_000_000);
    }
});
