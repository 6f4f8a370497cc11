/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Looks for words in what is loaded with the first letter typed: everything of the game as it is played, and where the
// reader wants that too, of one dynasty that is over after another, the latest first. docs/decisions/ says why it is our own.
import type { OlderWords, SearchEntry } from '../data/search-entries.ts';

interface Index {
  readonly entries: readonly SearchEntry[];
  readonly older: readonly OlderWords[];
}

/** An entry with its title and text as they are compared, worked out once. */
interface Known {
  readonly entry: SearchEntry;
  readonly title: string;
  readonly text: string;
}

const MOST = 50;
const AROUND = 70;
/** So few are looked through unasked. */
const FEW = 12;

const box = document.getElementById('search');
const input = document.getElementById('words') as HTMLInputElement | null;

function begin(place: HTMLElement, typed: HTMLInputElement): void {
  const wide = document.getElementById('older') as HTMLInputElement | null;
  const search = new Search(place.dataset['index'] ?? '', typed, wide);
  place.hidden = false;
  typed.value = new URLSearchParams(location.search).get('q') ?? '';
  typed.addEventListener('input', () => void search.go());
  wide?.addEventListener('change', () => void search.go());
  if (typed.value !== '') void search.go();
}

class Search {
  readonly #address: string;
  readonly #input: HTMLInputElement;
  readonly #wide: HTMLInputElement | null;
  readonly #known: Known[] = [];
  #older: readonly OlderWords[] = [];
  #read = 0;
  #index: Promise<void> | null = null;
  #reading: Promise<void> | null = null;

  constructor(address: string, typed: HTMLInputElement, wide: HTMLInputElement | null) {
    this.#address = address;
    this.#input = typed;
    this.#wide = wide;
  }

  async go(): Promise<void> {
    this.#index ??= this.#load();
    await this.#index;
    this.#show();
    if (this.#wide?.checked === true && wordsIn(this.#input.value).length > 0)
      if (this.#reading === null) this.#reading = this.#readOlder();
  }

  async #load(): Promise<void> {
    const { entries, older } = await fetchJson<Index>(this.#address);
    this.#add(entries);
    this.#older = older;
    if (this.#wide !== null && older.length <= FEW) this.#wide.checked = true;
  }

  /** Shows what was found in each before the next is read, for as long as the reader wants it. */
  async #readOlder(): Promise<void> {
    for (const { address } of this.#older.slice(this.#read)) {
      if (this.#wide?.checked !== true) break;
      this.#add(await fetchJson<readonly SearchEntry[]>(address));
      this.#read++;
      this.#show();
    }
    this.#reading = null;
  }

  #add(entries: readonly SearchEntry[]): void {
    for (const entry of entries) this.#known.push({ entry, title: fold(entry[0]), text: fold(entry[3]) });
  }

  #show(): void {
    const left = this.#older.length - this.#read;
    const goesOn = this.#read > 0 && left > 0 && this.#wide?.checked === true;
    show(this.#known, wordsIn(this.#input.value), goesOn ? `; ${left} dynasties to go` : '');
  }
}

async function fetchJson<T>(address: string): Promise<T> {
  return (await (await fetch(address)).json()) as T;
}

function wordsIn(text: string): readonly string[] {
  return fold(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}

function show(known: readonly Known[], wanted: readonly string[], sofar: string): void {
  const hits =
    wanted.length === 0
      ? []
      : known.flatMap((one) => {
          const score = scoreOf(one, wanted);
          return score === 0 ? [] : [{ one, score }];
        });
  hits.sort((a, b) => b.score - a.score);
  const found = document.getElementById('found');
  if (found !== null)
    found.textContent =
      wanted.length === 0
        ? ''
        : `${hits.length} found${hits.length > MOST ? `; the best ${MOST}` : ''}${sofar}`;
  const results = document.getElementById('results');
  results?.replaceChildren(...hits.slice(0, MOST).map(({ one }) => itemOf(one, wanted)));
}

function scoreOf({ title, text }: Known, wanted: readonly string[]): number {
  let score = 0;
  for (const word of wanted) {
    const [inTitle, inText] = [title.includes(word), text.includes(word)];
    if (!inTitle && !inText) return 0;
    score += (inTitle ? 10 : 0) + (inText ? 1 : 0);
  }
  return score;
}

function itemOf(
  { entry: [title, kind, address, text], text: folded }: Known,
  wanted: readonly string[],
): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.className = 'title';
  link.href = address;
  link.textContent = title;
  const about = document.createElement('p');
  about.className = 'meta';
  const at = folded.indexOf(wanted[0] ?? '');
  const piece = at < 0 ? '' : ` · … ${text.slice(Math.max(0, at - AROUND), at + AROUND)} …`;
  about.textContent = `${kind}${piece}`;
  item.append(link, about);
  return item;
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

if (box !== null && input !== null) begin(box, input);
