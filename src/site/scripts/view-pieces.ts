// A viewer for pieces, one after another, with arrow keys and Escape. Without this script each has a page of its own.
import { make } from './make.ts';
import { withEach } from './renewals.ts';
import { say } from './say-here.ts';

withEach<HTMLDialogElement>('#viewer', view);
openTarget();
addEventListener('hashchange', openTarget);

/** A link to a round that is folded unfolds it. */
function openTarget(): void {
  const target =
    location.hash === '' ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

function view(viewer: HTMLDialogElement): void {
  const pieces = [...document.querySelectorAll<HTMLAnchorElement>('a.piece')].filter(
    (piece) => piece.querySelector('img') !== null,
  );
  let at = 0;
  const go = (index: number): void => {
    at = (index + pieces.length) % pieces.length;
    show(pieces, at);
  };
  for (const [index, piece] of pieces.entries())
    piece.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(index);
      viewer.showModal();
    });
  document.getElementById('viewer-back')?.addEventListener('click', () => go(at - 1));
  document.getElementById('viewer-on')?.addEventListener('click', () => go(at + 1));
  document.getElementById('viewer-close')?.addEventListener('click', () => viewer.close());
  viewer.addEventListener('close', () => pieces[at]?.focus());
  viewer.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') go(at - 1);
    if (key === 'ArrowRight') go(at + 1);
  });
}

function show(pieces: readonly HTMLAnchorElement[], at: number): void {
  const place = document.getElementById('viewed');
  const more = document.getElementById('viewer-more') as HTMLAnchorElement | null;
  const piece = pieces[at];
  const picture = piece?.querySelector('img');
  if (piece === undefined || !picture || place === null || more === null) return;
  const large = picture.cloneNode() as HTMLImageElement;
  const title = piece.querySelector('.title')?.textContent ?? '';
  large.sizes = '90vw';
  large.loading = 'eager';
  large.alt = title;
  const by = piece.parentElement?.querySelector('.meta')?.textContent.trim().replace(/\s+/g, ' ') ?? '';
  const words = `${title}${by === '' ? '' : `, ${by}`} (${say`${at + 1} of ${pieces.length}`})`;
  place.replaceChildren(large, make('p', { role: 'status' }, words));
  more.href = piece.href;
}
