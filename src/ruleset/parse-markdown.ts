import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified, type Processor } from 'unified';

/** A text without any of these contains no bare web or mail address. */
const ADDRESS = /@|www\.|https?:/i;
/** A text without any of these either has no GFM: no table, footnote, task or strikethrough. */
const OF_GFM = /[|~]|:-|-:|\[\^|\[\s*x?\s*\]/i;

/** Complete GFM, without the second search for addresses. */
export const parser = unified().use(remarkParse).use(remarkGfm).use(withoutSecondParse);
const withoutAddresses = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(withoutSecondParse)
  .use(withoutAddressesInText);
const plain = unified().use(remarkParse);

/**
 * Parses like `parser`, but faster. Searching every letter for an address takes more than half of the time, and few rules have one, so
 * extensions that a text can't need are left out.
 */
export function parseMarkdown(text: string): Root {
  if (ADDRESS.test(text)) return parser.parse(text);
  return (OF_GFM.test(text) ? withoutAddresses : plain).parse(text);
}

/**
 * Addresses are found while a text is tokenized. GFM's extension searches each text again, which takes an eighth of the time and finds
 * nothing that matters here.
 */
function withoutSecondParse(this: Processor): void {
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
