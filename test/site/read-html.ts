export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface HtmlPage {
  readonly tags: readonly Tag[];
  /** What is wrong with how it is written: tags that close nothing, or are never closed. */
  readonly faults: readonly string[];
}

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const RAW = new Set(['script', 'style', 'title', 'textarea']);
const TAG =
  /<!--[\s\S]*?-->|<!doctype[^>]*>|<(\/?)([a-zA-Z][\w-]*)((?:\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?)*)\s*(\/?)>/gi;

/** Reads HTML strictly: browsers mend what is wrong, and so would hide it. */
export function readHtml(html: string): HtmlPage {
  const tags: Tag[] = [];
  const faults: string[] = [];
  const open: string[] = [];
  let at = 0;
  TAG.lastIndex = 0;
  for (let found = TAG.exec(html); found !== null; found = TAG.exec(html)) {
    const between = html.slice(at, found.index);
    if (between.includes('<')) faults.push(`a stray < in ${JSON.stringify(between.trim().slice(0, 60))}`);
    at = TAG.lastIndex;
    const [, closing, rawName = '', attributes = '', selfClosing] = found;
    const name = rawName.toLowerCase();
    if (name === '') continue;
    if (closing === '/') {
      if (open.pop() !== name) faults.push(`</${name}> closes nothing at ${found.index}`);
      continue;
    }
    tags.push({ name, attributes: readAttributes(attributes, faults) });
    if (VOID.has(name) || selfClosing === '/') continue;
    open.push(name);
    if (!RAW.has(name)) continue;
    const end = html.indexOf(`</${name}`, at);
    TAG.lastIndex = at = end;
  }
  if (open.length > 0) faults.push(`never closed: ${open.join(' ')}`);
  return { tags, faults };
}

const UNREAD = new Set(['head', 'code', 'pre', 'script', 'style', 'textarea']);

/** What somebody reads on a page, but for code and for what stands in elements of certain classes. */
export function wordsOn(html: string, without: readonly string[] = []): string {
  const words: string[] = [];
  const open: { readonly name: string; readonly read: boolean }[] = [];
  let at = 0;
  for (const {
    0: whole,
    1: closing,
    2: rawName = '',
    3: attributes = '',
    4: selfClosing,
    index,
  } of html.matchAll(TAG)) {
    if (open.at(-1)?.read !== false) words.push(unescapeHtml(html.slice(at, index)));
    at = index + whole.length;
    const name = rawName.toLowerCase();
    if (name === '' || VOID.has(name) || selfClosing === '/') continue;
    if (closing === '/') {
      open.pop();
      words.push(' ');
      continue;
    }
    const classes = (readAttributes(attributes, [])['class'] ?? '').split(' ');
    const read =
      open.at(-1)?.read !== false && !UNREAD.has(name) && !without.some((one) => classes.includes(one));
    open.push({ name, read });
  }
  return words.join('').replaceAll(/\s+/gu, ' ');
}

function readAttributes(text: string, faults: string[]): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', quoted, single, bare] of text.matchAll(
    /([^\s=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g,
  )) {
    if (name in attributes) faults.push(`${name} twice in one tag`);
    attributes[name.toLowerCase()] = unescapeHtml(quoted ?? single ?? bare ?? '');
  }
  return attributes;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function unescapeHtml(text: string): string {
  return text.replace(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) =>
      decimal !== undefined
        ? String.fromCodePoint(Number(decimal))
        : hex !== undefined
          ? String.fromCodePoint(Number.parseInt(hex, 16))
          : (NAMED[name ?? ''] ?? whole),
  );
}
