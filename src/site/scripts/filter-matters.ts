/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Filters matters by kind, author, status or dynasty. Without this script they are all shown, in groups.
import { onEachVersion } from './renewals.ts';
import { say } from './say-here.ts';

begin();

function begin(): void {
  const chosen = new Map(new URLSearchParams(location.search));
  onEachVersion(() => {
    const box = document.getElementById('filters');
    if (box === null) return;
    for (const choice of choicesIn(box)) {
      const { by = '' } = choice.dataset;
      choice.value = chosen.get(by) ?? '';
      choice.addEventListener('change', () => {
        chosen.set(by, choice.value);
        filter(box);
      });
    }
    if (choicesIn(box).some(({ value }) => value !== '')) filter(box);
  });
}

function choicesIn(box: HTMLElement): readonly HTMLSelectElement[] {
  return [...box.querySelectorAll('select')];
}

function filter(box: HTMLElement): void {
  const choices = choicesIn(box);
  const items = [...document.querySelectorAll<HTMLElement>('.list > li[data-kind]')];
  let count = 0;
  for (const item of items) {
    item.hidden = choices.some(
      ({ value, dataset }) => value !== '' && item.dataset[dataset['by'] ?? ''] !== value,
    );
    if (!item.hidden) count++;
  }
  // While a filter is active, folded groups are opened.
  const isFiltered = choices.some(({ value }) => value !== '');
  for (const fold of document.querySelectorAll<HTMLDetailsElement>('details:has(> .list)'))
    fold.open = isFiltered && fold.querySelector('li:not([hidden])') !== null;
  const shown = document.getElementById('shown');
  if (shown !== null) shown.textContent = count === items.length ? '' : say`${count} of ${items.length}`;
}
