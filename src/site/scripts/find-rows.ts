// Filters the rows of a page's tables by the words in a field. Without this script all rows are shown, folded by group.
import { onEachVersion, withEach } from './renewals.ts';
import { say } from './say-here.ts';

interface Findable {
  readonly group: HTMLElement;
  readonly fold: HTMLDetailsElement | null;
  readonly wasOpen: boolean;
  readonly rows: readonly { readonly row: HTMLElement; readonly words: string }[];
}

begin();

function begin(): void {
  let groups: readonly Findable[] = [];
  withEach<HTMLInputElement>('[data-find] input', (field) => {
    field.value = new URLSearchParams(location.search).get('find') ?? '';
    field.addEventListener('input', () => find(field, groups));
  });
  onEachVersion(() => {
    const field = document.querySelector<HTMLInputElement>('[data-find] input');
    const isSearched = field !== null && field.value !== '';
    // In an updated page, a group may be open only because something was found there.
    groups = findables(isSearched ? groups.map(({ wasOpen }) => wasOpen) : []);
    if (isSearched) find(field, groups);
  });
}

function findables(before: readonly boolean[]): readonly Findable[] {
  return [...document.querySelectorAll<HTMLElement>('[data-findable]')].map((group, at) => ({
    group,
    fold: group instanceof HTMLDetailsElement ? group : null,
    wasOpen: before[at] ?? (group instanceof HTMLDetailsElement && group.open),
    rows: [...group.querySelectorAll<HTMLElement>('tbody > tr')].map((row) => ({
      row,
      words: plain(row.textContent ?? ''),
    })),
  }));
}

function find(field: HTMLInputElement, groups: readonly Findable[]): void {
  const wanted = plain(field.value)
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
  const said = field.closest('[data-find]')?.querySelector('[role="status"]') ?? null;
  if (said !== null) said.textContent = wanted.length === 0 ? '' : say`${count} found`;
}

/** Case and accents make no difference in a search. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
