// The small numbers in a rule link to its sentences; this also copies the address to the clipboard.
import { make } from './make.ts';
import { onEachVersion } from './renewals.ts';
import { say } from './say-here.ts';

begin(make('p', { className: 'copied', role: 'status' }));

// With script, readers change a sentence on its page. The forge’s form is for readers without script.
onEachVersion(() => {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-desk]'))
    link.href = link.dataset['desk'] ?? link.href;
});

function begin(said: HTMLElement): void {
  onEachVersion(() => document.querySelector('main')?.append(said));
  document.querySelector('main')?.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a.here') : null;
    if (link !== null) void copy(link, said);
  });
}

async function copy({ href, textContent }: HTMLAnchorElement, said: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(href);
  } catch {
    // If the browser denies access to the clipboard, the address is still in the address bar.
    return;
  }
  said.textContent = say`Copied the address of ${textContent}.`;
  setTimeout(() => (said.textContent = ''), 4_000);
}
