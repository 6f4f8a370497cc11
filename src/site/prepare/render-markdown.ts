import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { Element, Root } from 'hast';
import { markdownExcess } from '../../ruleset/markdown-excess.ts';
import { ENGLISH } from '../../language/language.ts';
import { recordedIn } from '../../language/recorded.ts';
import type { Wording } from '../../language/wording.ts';
import { escapeHtml } from '../../seat/escape-html.ts';
import type { MarkdownProcessor, RenderedCache } from './rendered-cache.ts';
import { linkPictures, showSwallowed, tameHeadings, tameLinks, tameWide, innerText } from './tame-html.ts';

/** The markup that players may use: no scripts, styles, frames or event handlers; links to the web and within the page. */
const SCHEMA: typeof defaultSchema = {
  ...defaultSchema,
  clobberPrefix: '',
  tagNames: (defaultSchema.tagNames ?? []).filter(
    (name) => !['input', 'img', 'picture', 'source'].includes(name),
  ),
  attributes: {
    ...defaultSchema.attributes,
    '*': ['title'],
    a: ['href', 'title'],
    td: ['align'],
    th: ['align'],
    code: [['className', /^language-/]],
  },
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'] },
};

export interface RenderOptions {
  /** The prefix of paragraph anchors: `core.votes` makes `core.votes:1`. */
  readonly anchor: string | null;
  /** The level of the heading above the text. */
  readonly under?: number;
  /** The language of the note that a text is shown as it was written. */
  readonly wording: Wording;
}

const MOST_CHARACTERS = 200_000;

/** Raised when the rendering changes, to invalidate the cache. */
const VERSION = '7';

/** Renders Markdown that anybody may have written as harmless HTML. */
export function renderMarkdown(
  text: string,
  { anchor, under = 2, wording }: RenderOptions,
  cache: RenderedCache,
): string {
  const { tag } = wording.language;
  const parts = [VERSION, anchor ?? '', String(under), text, ...(tag === ENGLISH.tag ? [] : [tag])];
  return cache.get(parts, () => renderAsMarkdown(text, { anchor, under, wording }, cache.processors));
}

/** A text that is too deep or too long for the parser is shown as written. */
export function renderAsMarkdown(
  text: string,
  { anchor, under = 2, wording }: RenderOptions,
  processors = new Map<number, MarkdownProcessor>(),
): string {
  const excess = markdownExcess(text);
  if (excess !== null) return asWritten(text, excess, wording);
  try {
    const html = String(processorOf(anchor, under, processors).processSync(text));
    const isSeen =
      text.trim() === '' || html.includes('<hr') || html.replaceAll(/<[^>]*>/gu, '').trim() !== '';
    return isSeen ? html : asWritten(text, wording.say`nothing that Markdown shows`, wording);
  } catch (error) {
    if (error instanceof RangeError)
      return asWritten(text, wording.say`more nesting than can be read`, wording);
    throw error;
  }
}

function asWritten(text: string, excess: string, { say, language }: Wording): string {
  const shown = text.slice(0, MOST_CHARACTERS);
  const why = say`This has ${recordedIn(language, excess)}, so it is shown as it was written.`;
  const rest = shown === text ? '' : ` ${say`These are its first ${MOST_CHARACTERS} characters.`}`;
  return `<p><em>${escapeHtml(`${why}${rest}`)}</em></p><pre tabindex="0">${escapeHtml(shown)}</pre>`;
}

function processorOf(
  anchor: string | null,
  under: number,
  processors: Map<number, MarkdownProcessor>,
): MarkdownProcessor {
  if (anchor !== null) return makeProcessor(anchor, under);
  const known = processors.get(under) ?? makeProcessor(null, under);
  processors.set(under, known);
  return known;
}

function makeProcessor(anchor: string | null, under: number): MarkdownProcessor {
  return unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(showSwallowed, { isLaw: anchor !== null })
    .use(remarkRehype)
    .use(showTicks)
    .use(linkPictures)
    .use(rehypeSanitize, SCHEMA)
    .use(tameLinks)
    .use(tameHeadings, under)
    .use(markValues)
    .use(tameWide)
    .use(anchorParagraphs, anchor)
    .use(rehypeStringify);
}

/** `- [x] tea` → `☑ tea`, since a page has no boxes that nobody can tick. */
function showTicks() {
  return (tree: Root): void =>
    visit(tree, { tagName: 'input' }, (node: Element) => {
      Object.assign(node, { type: 'text', value: node.properties['checked'] === true ? '☑' : '☐' });
    });
}

/** `[48](#value:window)` → `<data class="live" data-name="window" value="48">48</data>`, which pages turn into links. */
function markValues() {
  return (tree: Root): void => {
    visit(tree, 'element', (node: Element, index, parent) => {
      const target = node.tagName === 'a' ? node.properties['href'] : null;
      const found = typeof target === 'string' ? /^#(value|table|list):(.+)$/.exec(target) : null;
      if (found === null || parent === undefined || index === undefined) return;
      const [, kind = '', name = ''] = found;
      if (kind === 'value') {
        node.tagName = 'data';
        node.properties = {
          className: ['live'],
          ...(/^[a-z0-9-]+$/.test(name) ? { dataName: name } : {}),
          value: innerText(node),
        };
      } else {
        parent.children.splice(index, 1, ...node.children);
      }
    });
  };
}

/** Gives each paragraph of a rule a permanent anchor. */
function anchorParagraphs(anchor: string | null) {
  return (tree: Root): void => {
    if (anchor === null) return;
    let n = 0;
    for (const node of tree.children) {
      if (node.type !== 'element') continue;
      n++;
      node.properties['id'] = `${anchor}:${n}`;
    }
  };
}
