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

const box = document.getElementById('search');
const input = document.getElementById('words') as HTMLInputElement | null;
const wide = document.getElementById('older') as HTMLInputElement | null;
const found = document.getElementById('found');
const results = document.getElementById('results');
const MOST = 50;
const AROUND = 70;
/** So few are looked through unasked. */
const FEW = 12;
const known: Known[] = [];
let older: readonly OlderWords[] = [];
let read = 0;
let index: Promise<void> | null = null;
let reading: Promise<void> | null = null;

if (box !== null && input !== null) {
  box.hidden = false;
  input.value = new URLSearchParams(location.search).get('q') ?? '';
  input.addEventListener('input', () => void search());
  wide?.addEventListener('change', () => void search());
  if (input.value !== '') void search();
}

async function search(): Promise<void> {
  index ??= load();
  await index;
  show();
  if (wide?.checked === true && words().length > 0) reading ??= readOlder();
}

async function load(): Promise<void> {
  const loaded = await fetchJson<Index>(box?.dataset['index'] ?? '');
  add(loaded.entries);
  older = loaded.older;
  if (wide !== null && older.length <= FEW) wide.checked = true;
}

/** Shows what was found in each before the next is read, for as long as the reader wants it. */
async function readOlder(): Promise<void> {
  for (const { address } of older.slice(read)) {
    if (wide?.checked !== true) break;
    add(await fetchJson<readonly SearchEntry[]>(address));
    read++;
    show();
  }
  reading = null;
}

async function fetchJson<T>(address: string): Promise<T> {
  return (await (await fetch(address)).json()) as T;
}

function add(entries: readonly SearchEntry[]): void {
  for (const entry of entries) known.push({ entry, title: fold(entry[0]), text: fold(entry[3]) });
}

function words(): readonly string[] {
  return fold(input?.value ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');
}

function show(): void {
  const wanted = words();
  const hits =
    wanted.length === 0
      ? []
      : known.flatMap((one) => {
          const score = scoreOf(one, wanted);
          return score === 0 ? [] : [{ one, score }];
        });
  hits.sort((a, b) => b.score - a.score);
  const sofar =
    read > 0 && read < older.length && wide?.checked === true
      ? `; ${older.length - read} dynasties to go`
      : '';
  if (found !== null)
    found.textContent =
      wanted.length === 0
        ? ''
        : `${hits.length} found${hits.length > MOST ? `; the best ${MOST}` : ''}${sofar}`;
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
