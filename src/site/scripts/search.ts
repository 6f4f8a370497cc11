/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Looks for words in an index that is loaded with the first letter typed. docs/decisions/ says why it is our own.
type Entry = readonly [title: string, kind: string, address: string, text: string];

const box = document.getElementById('search');
const input = document.getElementById('words') as HTMLInputElement | null;
const found = document.getElementById('found');
const results = document.getElementById('results');
const MOST = 50;
const AROUND = 70;
let index: Promise<readonly Entry[]> | null = null;

if (box !== null && input !== null) {
  box.hidden = false;
  input.value = new URLSearchParams(location.search).get('q') ?? '';
  input.addEventListener('input', () => void search());
  if (input.value !== '') void search();
}

async function search(): Promise<void> {
  index ??= fetch(box?.dataset['index'] ?? '').then((answer) => answer.json() as Promise<readonly Entry[]>);
  const entries = await index;
  const words = fold(input?.value ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');
  const hits =
    words.length === 0
      ? []
      : entries.flatMap((entry) => {
          const score = scoreOf(entry, words);
          return score === 0 ? [] : [{ entry, score }];
        });
  hits.sort((a, b) => b.score - a.score);
  if (found !== null)
    found.textContent =
      words.length === 0 ? '' : `${hits.length} found${hits.length > MOST ? `; the best ${MOST}` : ''}`;
  results?.replaceChildren(...hits.slice(0, MOST).map(({ entry }) => itemOf(entry, words)));
}

function scoreOf([title, , , text]: Entry, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const [inTitle, inText] = [fold(title).includes(word), fold(text).includes(word)];
    if (!inTitle && !inText) return 0;
    score += (inTitle ? 10 : 0) + (inText ? 1 : 0);
  }
  return score;
}

function itemOf([title, kind, address, text]: Entry, words: readonly string[]): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.className = 'title';
  link.href = address;
  link.textContent = title;
  const about = document.createElement('p');
  about.className = 'meta';
  const at = fold(text).indexOf(words[0] ?? '');
  const piece = at < 0 ? '' : ` · … ${text.slice(Math.max(0, at - AROUND), at + AROUND)} …`;
  about.textContent = `${kind}${piece}`;
  item.append(link, about);
  return item;
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
