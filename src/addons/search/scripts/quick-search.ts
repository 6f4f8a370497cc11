/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Ctrl+K opens the search on any page. Its code and its index are loaded only then.
import { say } from '../../../site/scripts/say-here.ts';

addEventListener('keydown', (event) => {
  const isMeant = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
  if (!isMeant || event.altKey || event.shiftKey) return;
  event.preventDefault();
  const before = document.querySelector<HTMLDialogElement>('#quick-search');
  if (before === null) void begin();
  else if (!before.open) before.showModal();
});

async function begin(): Promise<void> {
  const index = document.querySelector<HTMLFormElement>('form.find')?.dataset['index'] ?? '';
  const dialog = Object.assign(document.createElement('dialog'), { id: 'quick-search' });
  const [input, found, results] = ['input', 'p', 'ul'].map((tag) => document.createElement(tag));
  if (!(input instanceof HTMLInputElement) || found === undefined || results === undefined) return;
  input.type = 'search';
  for (const one of [dialog, input]) one.setAttribute('aria-label', say`Search`);
  found.setAttribute('role', 'status');
  found.className = 'meta';
  results.className = 'list';
  dialog.append(input, found, results);
  document.body.append(dialog);
  dialog.showModal();
  const { Search } = await import('./search.ts');
  const search = new Search(index, { typed: input, wide: null, found, results });
  input.addEventListener('input', () => void search.go());
  if (input.value !== '') void search.go();
}
