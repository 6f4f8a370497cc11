import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified, type Processor } from 'unified';

/** Where none of these stands, there is no bare web or mail address. */
const ADDRESS = /@|www\.|https?:/i;
/** Where none of these stands either, GFM has nothing that Markdown hasn't: no table, footnote, task, nothing struck out. */
const OF_GFM = /[|~]|:-|-:|\[\^|\[\s*x?\s*\]/i;

/** GFM as it is, but that a text is not looked through a second time. */
export const parser = unified().use(remarkParse).use(remarkGfm).use(withoutSecondLook);
const withoutAddresses = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(withoutSecondLook)
  .use(withoutAddressesInText);
const plain = unified().use(remarkParse);

/**
 * The same tree as `parser` gives. To look for an address at every letter takes more than half of all the time, and few rules
 * have any; so what can't be in a text isn't looked for.
 */
export function parseMarkdown(text: string): Root {
  if (ADDRESS.test(text)) return parser.parse(text);
  return (OF_GFM.test(text) ? withoutAddresses : plain).parse(text);
}

/**
 * Web addresses are found while the text is taken apart; GFM's extension looks for them in each text once more, which takes
 * an eighth of all the time and finds nothing that matters here.
 */
function withoutSecondLook(this: Processor): void {
  const data = this.data();
  data.fromMarkdownExtensions = (data.fromMarkdownExtensions ?? []).flat().map((extension) => ({
    ...extension,
    transforms: [],
  }));
}

const ADDRESSES: readonly (string | undefined)[] = ['emailAutolink', 'protocolAutolink', 'wwwAutolink'];

function withoutAddressesInText(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = (data.micromarkExtensions ?? []).flat().map((extension) => {
    const text: NonNullable<typeof extension.text> = {};
    for (const [code, constructs] of Object.entries(extension.text ?? {})) {
      const wanted = [constructs ?? []].flat().filter(({ name }) => !ADDRESSES.includes(name));
      if (wanted.length > 0) text[code] = wanted;
    }
    return { ...extension, text };
  });
}
