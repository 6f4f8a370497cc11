/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Searches the index, which is loaded at the first letter typed: the running game and, if wanted, one past dynasty
// after another, latest first (docs/decisions/).
import { say } from '../../../site/scripts/say-here.ts';
import { addressHere, readJson } from '../../../site/scripts/read-files.ts';
import { excerptOf } from '../../../site/scripts/marked-text.ts';
import MiniSearch, { type SearchResult } from 'minisearch';

import type { OlderWords, SearchEntry, SearchIndex } from '../search-entries.ts';

interface Known {
  readonly entry: SearchEntry;
  readonly dynasty: string;
}

const MOST = 50;
const AROUND = 70;
/** Up to this many past dynasties are searched by default. */
const FEW = 12;
const STORED_AS = 'gitnomic-search-older';
/** Definitions come first, then rules, then everything that people wrote. */
const FIRST: Readonly<Record<string, number>> = { Definition: 3, Rule: 2 };
const WORD = /[\p{L}\p{N}]+/gu;

const box = document.getElementById('search');
const input = document.getElementById('words') as HTMLInputElement | null;

function begin(place: HTMLElement, typed: HTMLInputElement): void {
  const wide = document.getElementById('older') as HTMLInputElement | null;
  const [found, results] = ['found', 'results'].map((id) => document.getElementById(id));
  if (!found || !results) return;
  const search = new Search(place.dataset['index'] ?? '', { typed, wide, found, results });
  typed.value = new URLSearchParams(location.search).get('q') ?? '';
  typed.addEventListener('input', () => void search.go());
  wide?.addEventListener('change', () => {
    keep(wide.checked);
    void search.go();
  });
  if (typed.value !== '') void search.go();
}

interface Places {
  readonly typed: HTMLInputElement;
  /** The choice to search past dynasties too. */
  readonly wide: HTMLInputElement | null;
  readonly found: HTMLElement;
  readonly results: HTMLElement;
}

export class Search {
  readonly #address: string;
  readonly #places: Places;
  readonly #known: Known[] = [];
  readonly #index = new MiniSearch<readonly [number, Known]>({
    idField: '0',
    fields: ['title', 'number', 'text'],
    extractField: (
      [
        id,
        {
          entry: [title, , , text, number],
        },
      ],
      field,
    ) => ({ title, number, text })[field] ?? String(id),
    // Numbers match exactly: 2.3 is neither 2 nor 3.
    tokenize: (text, field) => (field === 'number' ? [text] : wordsIn(text)),
    processTerm: fold,
  });
  #older: readonly OlderWords[] = [];
  #now = '';
  #read = 0;
  #loading: Promise<void> | null = null;
  #reading: Promise<void> | null = null;

  constructor(address: string, places: Places) {
    this.#address = address;
    this.#places = places;
  }

  get #wide(): HTMLInputElement | null {
    return this.#places.wide;
  }

  async go(): Promise<void> {
    this.#loading ??= this.#load();
    await this.#loading;
    this.#show();
    if (this.#wide?.checked === true && this.#places.typed.value.trim() !== '')
      if (this.#reading === null) this.#reading = this.#readOlder();
  }

  async #load(): Promise<void> {
    const { entries, now, older } = await readJson<SearchIndex>(this.#address);
    this.#older = older;
    this.#now = now;
    this.#add(entries, now);
    if (this.#wide !== null) this.#wide.checked = readStored() ?? older.length <= FEW;
  }

  /** Shows the results of each dynasty before reading the next, as long as the reader wants it. */
  async #readOlder(): Promise<void> {
    for (const { address, title } of this.#older.slice(this.#read)) {
      if (this.#wide?.checked !== true) break;
      this.#add(await readJson<readonly SearchEntry[]>(address), title);
      this.#read++;
      this.#show();
    }
    this.#reading = null;
  }

  #add(entries: readonly SearchEntry[], dynasty: string): void {
    for (const entry of entries) {
      this.#index.add([this.#known.length, { entry, dynasty }]);
      this.#known.push({ entry, dynasty });
    }
  }

  #weight(id: number): number {
    const { entry, dynasty } = this.#known[id] ?? {};
    return (FIRST[entry?.[1] ?? ''] ?? 1) * (dynasty === this.#now ? 1.5 : 1);
  }

  #search(wanted: string, fuzzy: (word: string) => number | false): SearchResult[] {
    return this.#index.search(wanted, {
      tokenize: (text) => text.split(/\s+/u).flatMap(wordsSought),
      combineWith: 'AND',
      prefix: (term) => !/^[\d.]+$/u.test(term),
      fuzzy,
      boost: { title: 6, number: 20 },
      boostDocument: (id) => this.#weight(Number(id)),
    });
  }

  #show(): void {
    const { typed, found, results } = this.#places;
    const wanted = typed.value.trim();
    // The search page keeps the search in its address, so that it can be shared and returned to.
    if (typed === input)
      history.replaceState(null, '', wanted === '' ? location.pathname : `?q=${encodeURIComponent(wanted)}`);
    const left = this.#older.length - this.#read;
    const goesOn = this.#read > 0 && left > 0 && this.#wide?.checked === true;
    const exact = this.#search(wanted, () => false);
    const hits = exact.length === 0 && !goesOn ? this.#search(wanted, slipsIn) : exact;
    const rest = !goesOn ? '' : say`; ${left} dynasties to go`;
    const counted =
      exact.length < hits.length ? say`${hits.length} similar results` : say`${hits.length} found`;
    found.textContent =
      wanted === '' ? '' : `${counted}${hits.length > MOST ? say`; the best ${MOST}` : ''}${rest}`;
    const items = hits.slice(0, MOST).flatMap((hit) => {
      const one = this.#known[Number(hit.id)];
      return one === undefined ? [] : [itemOf(one, hit)];
    });
    results.replaceChildren(...items);
  }
}

/** Whether the reader last chose to search past dynasties; null if no choice is stored. */
function readStored(): boolean | null {
  try {
    const was = localStorage.getItem(STORED_AS);
    return was === null ? null : was === 'yes';
  } catch {
    return null;
  }
}

function keep(wide: boolean): void {
  try {
    localStorage.setItem(STORED_AS, wide ? 'yes' : 'no');
  } catch {
    // A browser that stores nothing asks again the next time.
  }
}

/** The number of letters in a word that may be wrong; two swapped letters count as two. */
function slipsIn(word: string): number | false {
  if (word.length <= 3 || /\d/u.test(word)) return false;
  return word.length < 6 ? 1 : 2;
}

/** A number may be a rule’s, or written as `#179`. */
function wordsSought(word: string): readonly string[] {
  return /^#?[\d.]+$/u.test(word) ? [word.replace(/^#/u, '')] : wordsIn(word);
}

function wordsIn(text: string): string[] {
  return text.match(WORD) ?? [];
}

function itemOf(
  { entry: [title, kind, address, text, number], dynasty }: Known,
  { match }: SearchResult,
): HTMLElement {
  const found = new Set(Object.keys(match));
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.className = 'title';
  link.href = addressHere(address);
  link.append(...marked(title, found));
  const about = document.createElement('p');
  about.className = 'meta';
  about.append(
    kindInWords(kind),
    ...(kind !== 'Rule' && /^\d+$/u.test(number) ? [' ', ...marked(`#${number}`, found)] : []),
    dynasty === '' ? '' : ` · ${dynasty}`,
    ...pieceOf(text, found),
  );
  item.append(link, about);
  return item;
}

/** Rules and definitions have the same name in every index; other kinds are the game's own words. */
function kindInWords(kind: string): string {
  if (kind === 'Rule') return say`Rule`;
  return kind === 'Definition' ? say`Definition` : kind;
}

function pieceOf(text: string, found: ReadonlySet<string>): (Node | string)[] {
  for (const { 0: word, index } of text.matchAll(WORD))
    if (found.has(fold(word))) return [' · ', ...marked(excerptOf(text, index, AROUND), found)];
  return [];
}

function marked(text: string, found: ReadonlySet<string>): (Node | string)[] {
  return text.split(/([\p{L}\p{N}]+)/u).map((part) => {
    if (!found.has(fold(part))) return part;
    const mark = document.createElement('mark');
    mark.textContent = part;
    return mark;
  });
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

if (box !== null && input !== null) begin(box, input);
