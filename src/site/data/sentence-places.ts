import type { Wording } from '../../language/wording.ts';
import { splitSentences } from '../../ruleset/merge/sentences.ts';

/** Plain HTML; or, after the first of several sentences or rows that come from the same changes, those changes, by index. */
export type RulePiece = string | ChangedHere;
interface ChangedHere {
  readonly changes: readonly number[];
  readonly from: string;
  to: string;
}

/** A sentence as it was written, and the change that it comes from, by index. */
interface ChangedText {
  readonly text: string;
  readonly change: number;
}

type LinkTo = (id: string) => string;

const TAG = /<(?:"[^"]*"|'[^']*'|[^'">])*>/g;
const BLOCK = /^(?:p|li|ul|ol|blockquote|div|table|thead|tbody|h[1-6]|pre|hr)$/;
const VOID = /^<(?:br|wbr|hr)\b/;
/** The shortest text to look for, since shorter ones may occur anywhere. */
const LEAST = 20;

/**
 * Gives each sentence, item and row of a rule's HTML an id below that of its paragraph, with a link to it: `votes:2` →
 * `votes:2.1`. Changes whose sentences were not found as written are returned as left over.
 */
export function placeSentences(
  html: string,
  changed: readonly ChangedText[],
  link: LinkTo,
): { readonly pieces: readonly RulePiece[]; readonly left: readonly ChangedText[] } {
  const places = new Places(
    changed.map((one) => ({ ...one, key: keyOf(one.text) })),
    link,
  );
  let last = 0;
  for (const found of html.matchAll(TAG)) {
    if (found.index < last) continue;
    places.text(html.slice(last, found.index));
    last = found.index + found[0].length;
    const [tag] = found;
    if (tag === '<tr>') {
      last = html.indexOf('</tr>', last) + '</tr>'.length;
      places.row(html.slice(found.index, last));
    } else places.tag(tag);
  }
  places.text(html.slice(last));
  return { pieces: places.pieces.filter((piece) => piece !== ''), left: places.left() };
}

/** The text between two block tags, with its inline tags. */
interface Run {
  readonly at: string;
  readonly own: boolean;
  readonly parts: string[];
}

class Places {
  readonly pieces: RulePiece[] = [];
  private readonly seen = new Set<number>();
  private readonly counts = new Map<string, number>();
  /** The paragraph, and the list items that are open within it. */
  private holders: string[] = [];
  private block = '';
  private run: Run | null = null;
  private latest: ChangedHere | null = null;
  /** The index of the table at hand among the pieces. Its rows’ changes stand before it, since a cell is no place for them. */
  private table: number | null = null;
  private readonly changed: readonly (ChangedText & { readonly key: string })[];

  private readonly link: LinkTo;

  constructor(changed: readonly (ChangedText & { readonly key: string })[], link: LinkTo) {
    this.changed = changed;
    this.link = link;
  }

  /** The number of a list item isn't a sentence. */
  left(): readonly ChangedText[] {
    return this.changed.filter(({ key }, at) => !this.seen.has(at) && /\p{L}/u.test(key));
  }

  text(text: string): void {
    if (this.run === null) this.put(text);
    else this.run.parts.push(text);
  }

  tag(tag: string): void {
    const name = /^<\/?([a-z0-9]+)/.exec(tag)?.[1] ?? '';
    if (!BLOCK.test(name)) {
      this.text(tag);
      return;
    }
    this.end();
    const opens = !tag.startsWith('</');
    if (name === 'table' || name === 'div') {
      if (!opens) this.table = null;
      else if (this.table === null) this.table = this.pieces.push('') - 1;
    }
    const id = opens ? / id="([^"]+)"/.exec(tag)?.[1] : undefined;
    if (id !== undefined) {
      this.block = id;
      this.holders = [id];
    }
    if (name === 'li' && !opens) this.holders.pop();
    if (name === 'li' && opens && this.block !== '') {
      const item = this.next(this.block);
      this.holders.push(item);
      this.put(`<li id="${item}">`);
    } else this.put(tag);
    const holder = this.holders.at(-1);
    if (opens && (name === 'p' || name === 'li') && holder !== undefined)
      this.run = { at: holder, own: name === 'li' || id !== undefined, parts: [] };
  }

  row(row: string): void {
    this.end();
    if (this.block === '' || !row.includes('<td')) {
      this.put(row);
      return;
    }
    const id = this.next(this.block);
    this.put(row.replace('<tr>', `<tr id="${id}">`).replace(/<td[^>]*>/, `$&${this.link(id)}`));
    this.tell(row.replaceAll(TAG, ' '), id);
  }

  /** Ends the text since the last block tag, and splits it into sentences. */
  private end(): void {
    const { run } = this;
    this.run = null;
    if (run === null) return;
    const sentences = sentencesIn(run.parts);
    const alone = sentences.length === 1 && run.own && !this.counts.has(run.at);
    for (const sentence of sentences) {
      const [, before = '', words = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(sentence) ?? [];
      if (words === '') {
        this.put(sentence);
        continue;
      }
      const id = alone ? run.at : this.next(run.at);
      const marked = `${this.link(id)}${words}`;
      this.put(`${before}${alone ? marked : `<span id="${id}">${marked}</span>`}`);
      this.tell(words.replaceAll(TAG, ''), id);
      this.put(after);
    }
  }

  private next(place: string): string {
    const count = (this.counts.get(place) ?? 0) + 1;
    this.counts.set(place, count);
    return `${place}.${count}`;
  }

  /** Consecutive sentences from the same changes are marked once, beside the first. */
  private tell(words: string, id: string): void {
    const changes = this.changesOf(keyOf(words));
    const to = placeIn(id);
    if (changes.length === 0) this.latest = null;
    else if (this.latest !== null && String(this.latest.changes) === String(changes)) this.latest.to = to;
    else {
      this.latest = { changes, from: to, to };
      if (this.table === null) this.pieces.push(this.latest);
      else this.pieces.splice(this.table++, 0, this.latest);
    }
  }

  private changesOf(key: string): readonly number[] {
    const all = this.changed.map(({ key: own, change }, at) => ({ own, change, at }));
    const same = all.filter(({ own }) => own === key);
    // At the time of the change, the sentence may have been split differently.
    const within = all.filter(
      ({ own }) =>
        Math.min(own.length, key.length) >= LEAST &&
        (own.includes(key) || (key.includes(own) && own.length * 3 > key.length)),
    );
    const found = same.length > 0 ? same : within;
    for (const { at } of found) this.seen.add(at);
    return [...new Set(found.map(({ change }) => change))];
  }

  private put(html: string): void {
    const last = this.pieces.at(-1);
    if (typeof last === 'string') this.pieces[this.pieces.length - 1] = last + html;
    else this.pieces.push(html);
  }
}

/** A full stop inside bold text or a link doesn't end a sentence, so that each stays whole. */
function sentencesIn(parts: readonly string[]): readonly string[] {
  const plain = parts.map((part) =>
    part.startsWith('<') ? '' : part.replaceAll(/&[#\w]+;/g, (entity) => 'x'.repeat(entity.length)),
  );
  const starts: number[] = [];
  let length = 0;
  for (const { text, after } of splitSentences(plain.join(''))) {
    length += text.length + after.length;
    starts.push(length);
  }
  starts.pop();
  const sentences: string[] = [''];
  const put = (html: string): void => void (sentences[sentences.length - 1] += html);
  let [at, depth] = [0, 0];
  for (const part of parts) {
    if (part.startsWith('<')) {
      if (!VOID.test(part)) depth += part.startsWith('</') ? -1 : 1;
      put(part);
      continue;
    }
    const end = at + part.length;
    let from = at;
    while (starts[0] !== undefined && starts[0] <= end) {
      const start = starts[0];
      // At the end of bold text its closing tag follows, and then the next sentence.
      if (depth > 0) break;
      starts.shift();
      if (start < at) continue;
      put(part.slice(from - at, start - at));
      sentences.push('');
      from = start;
    }
    put(part.slice(from - at));
    at = end;
  }
  return sentences;
}

/** `core.votes:2.1` → a small `2.1` that links to it. */
export function linksIn({ say }: Pick<Wording, 'say'>): LinkTo {
  return (id) => linkTo(id, `aria-label="${say`Link to ${placeIn(id)}`}"`);
}

/** For a page with hundreds of sentences, where keyboard and screen-reader users get the links of the rules instead. */
export const quietLink: LinkTo = (id) => linkTo(id, 'tabindex="-1" aria-hidden="true"');

function linkTo(id: string, about: string): string {
  return `<a class="here" href="#${id}" ${about}>${placeIn(id)}</a>`;
}

function placeIn(id: string): string {
  return id.slice(id.lastIndexOf(':') + 1);
}

/** Keeps letters and digits only, since Markdown and HTML have different markup. */
function keyOf(text: string): string {
  return text
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/&[#\w]+;/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
}
