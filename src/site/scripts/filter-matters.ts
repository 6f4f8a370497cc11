// Filters matters by kind, author, status or dynasty. Without this script they are all shown, in groups.
import { onEachVersion } from './renewals.ts';
import { say } from './say-here.ts';

begin(new Map(new URLSearchParams(location.search)));

function begin(chosen: Map<string, string>): void {
  onEachVersion(() => {
    const choices = [...document.querySelectorAll<HTMLSelectElement>('#filters select')];
    for (const choice of choices) {
      const { by = '' } = choice.dataset;
      choice.value = chosen.get(by) ?? '';
      choice.addEventListener('change', () => {
        chosen.set(by, choice.value);
        filter(choices);
      });
    }
    if (choices.some(({ value }) => value !== '')) filter(choices);
  });
}

function filter(choices: readonly HTMLSelectElement[]): void {
  const items = [...document.querySelectorAll<HTMLElement>('.list > li[data-kind]')];
  for (const item of items)
    item.hidden = choices.some(
      ({ value, dataset }) => value !== '' && item.dataset[dataset['by'] ?? ''] !== value,
    );
  // While a filter is active, folded groups are opened.
  const isFiltered = choices.some(({ value }) => value !== '');
  for (const fold of document.querySelectorAll<HTMLDetailsElement>('details:has(> .list)'))
    fold.open = isFiltered && fold.querySelector('li:not([hidden])') !== null;
  const count = items.filter(({ hidden }) => !hidden).length;
  const shown = document.getElementById('shown');
  if (shown !== null) shown.textContent = count === items.length ? '' : say`${count} of ${items.length}`;
}
