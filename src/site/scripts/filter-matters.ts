/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Filters matters by kind, author, status or dynasty. Without this script they are all shown, in groups.
import { say } from './say-here.ts';

const box = document.getElementById('filters');
const choices = [...document.querySelectorAll<HTMLSelectElement>('#filters select')];
const items = [...document.querySelectorAll<HTMLElement>('.list > li[data-kind]')];
const folds = [...document.querySelectorAll<HTMLDetailsElement>('details:has(> .list)')];
const shown = document.getElementById('shown');
if (box !== null) {
  const asked = new URLSearchParams(location.search);
  for (const choice of choices) {
    choice.value = asked.get(choice.dataset['by'] ?? '') ?? '';
    choice.addEventListener('change', filter);
  }
  filter();
}

function filter(): void {
  let count = 0;
  for (const item of items) {
    item.hidden = choices.some(
      ({ value, dataset }) => value !== '' && item.dataset[dataset['by'] ?? ''] !== value,
    );
    if (!item.hidden) count++;
  }
  // While a filter is active, folded groups are opened.
  const isFiltered = choices.some(({ value }) => value !== '');
  for (const fold of folds) fold.open = isFiltered && fold.querySelector('li:not([hidden])') !== null;
  if (shown !== null) shown.textContent = count === items.length ? '' : say`${count} of ${items.length}`;
}
