/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Filters the rows of a page's tables by the words in a field. Without this script all rows are shown, folded by group.
import { say } from './say-here.ts';

const box = document.querySelector<HTMLElement>('[data-find]');
const field = box?.querySelector('input');
const groups = [...document.querySelectorAll<HTMLElement>('[data-findable]')].map((group) => ({
  group,
  fold: group instanceof HTMLDetailsElement ? group : null,
  wasOpen: group instanceof HTMLDetailsElement && group.open,
  rows: [...group.querySelectorAll<HTMLElement>('tbody > tr')].map((row) => ({
    row,
    words: plain(row.textContent ?? ''),
  })),
}));

if (box !== null && field !== undefined && field !== null) {
  field.value = new URLSearchParams(location.search).get('find') ?? '';
  field.addEventListener('input', find);
  if (field.value !== '') find();
}

function find(): void {
  const wanted = plain(field?.value ?? '')
    .split(/\s+/u)
    .filter((word) => word !== '');
  let count = 0;
  for (const { group, fold, wasOpen, rows } of groups) {
    let here = 0;
    for (const { row, words } of rows) {
      row.hidden = !wanted.every((word) => words.includes(word));
      if (!row.hidden) here++;
    }
    count += here;
    group.hidden = here === 0;
    if (fold !== null) fold.open = wanted.length === 0 ? wasOpen : here > 0;
  }
  const said = box?.querySelector('[role="status"]') ?? null;
  if (said !== null)
    said.textContent = wanted.length === 0 ? '' : count === 1 ? say`1 found` : say`${count} found`;
}

/** Case and accents make no difference in a search. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
