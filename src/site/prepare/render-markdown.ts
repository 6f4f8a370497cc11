import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { Element, Root } from 'hast';

/** What players write may hold: no script, no style, no frame, no handler; links to the web and to places of the page. */
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
  /** Before each paragraph's anchor: `votes` makes `votes-p1`. */
  readonly anchor: string | null;
}

const processors = new Map<string, ReturnType<typeof makeProcessor>>();

function makeProcessor(anchor: string | null) {
  return unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype)
    .use(rehypeSanitize, SCHEMA)
    .use(markValues)
    .use(anchorParagraphs, anchor)
    .use(rehypeStringify);
}

const rendered = new Map<string, string>();
const DEEPEST = 100;

/** Markdown that anybody may have written, as HTML that can do no harm. */
export function renderMarkdown(text: string, { anchor }: RenderOptions): string {
  const key = `${anchor ?? ''}\0${text}`;
  const known = rendered.get(key);
  if (known !== undefined) return known;
  const processor = processors.get(anchor ?? '') ?? makeProcessor(anchor);
  if (anchor === null) processors.set('', processor);
  const html = tooDeep(text)
    ? `<pre>${escapeHtml(text.slice(0, 20_000))}</pre>`
    : String(processor.processSync(text));
  rendered.set(key, html);
  return html;
}

/** A thousand quotes inside each other would take the parser down; nobody reads that deep. */
function tooDeep(text: string): boolean {
  return text
    .split('\n')
    .some((line) => (/^[\s>*+\-\d.]*/.exec(line)?.[0].match(/[>*+-]|\d\./g)?.length ?? 0) > DEEPEST);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** `[48](#value:window)` → `<data class="live" title="live value “window”">48</data>` */
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
          value: textOf(node),
          title: `live value “${name}”: the engine obeys this number or word`,
        };
      } else {
        parent.children.splice(index, 1, ...node.children);
      }
    });
  };
}

function textOf(node: Element): string {
  return node.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : ''))
    .join('');
}

/** Gives each paragraph of a rule a place that can be linked to for good. */
function anchorParagraphs(anchor: string | null) {
  return (tree: Root): void => {
    if (anchor === null) return;
    let n = 0;
    for (const node of tree.children) {
      if (node.type !== 'element') continue;
      n++;
      node.properties['id'] = `${anchor}-p${n}`;
    }
  };
}
