// A defined word shows its definition: on hovering, on focus, and at the first tap, of which the second follows the link.
import { make } from './make.ts';
import { withEach } from './renewals.ts';

withEach<HTMLAnchorElement>('a.term[data-means]', (term) => {
  const card = document.getElementById('term-card') ?? begin();
  const hide = (): void => {
    term.removeAttribute('aria-describedby');
    card.hidePopover();
  };
  const show = (): void => {
    card.textContent = term.dataset['means'] ?? '';
    card.showPopover();
    const { left, bottom } = term.getBoundingClientRect();
    card.style.insetInlineStart = `${Math.max(8, Math.min(left, innerWidth - card.offsetWidth - 8))}px`;
    card.style.insetBlockStart = `${Math.min(bottom + 4, innerHeight - card.offsetHeight - 8)}px`;
    term.setAttribute('aria-describedby', card.id);
  };
  term.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'mouse' && show());
  term.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && hide());
  term.addEventListener('focus', () => term.matches(':focus-visible') && show());
  term.addEventListener('blur', hide);
  term.addEventListener('click', (event) => {
    if (!('pointerType' in event) || event.pointerType !== 'touch' || term.hasAttribute('aria-describedby'))
      return;
    event.preventDefault();
    show();
  });
});

function begin(): HTMLElement {
  const card = make('div', { id: 'term-card', popover: 'manual', className: 'notice', role: 'tooltip' });
  document.body.append(card);
  return card;
}
