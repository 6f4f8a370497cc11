// A page at home is brought up to date in place when others act. What a script has made of the page is made again, and
// parts marked with `data-kept` stay as they are, with everything that the reader has typed or chosen in them.

const RENEWED = 'gitnomic-renewed';

/** Runs `begin` now, and after each update of the page. */
export function onEachVersion(begin: () => void): void {
  begin();
  document.addEventListener(RENEWED, begin);
}

/** Runs `begin` once for each such element, including those that come with an update. */
export function withEach<T extends HTMLElement>(selector: string, begin: (one: T) => void): void {
  const begun = new WeakSet<T>();
  onEachVersion(() => {
    for (const one of document.querySelectorAll<T>(selector)) {
      if (begun.has(one)) continue;
      begun.add(one);
      begin(one);
    }
  });
}

/** Keeps the target of the address marked, since a browser marks it only on the page that it loaded. */
export function keepTarget(old: Element, fresh: Element): void {
  const target = old.querySelector(':target, .targeted');
  if (target === null) return;
  fresh.querySelector(`#${CSS.escape(target.id)}`)?.classList.add('targeted');
  addEventListener('hashchange', forgetTarget, { once: true });
}

function forgetTarget(): void {
  for (const one of document.querySelectorAll('.targeted')) one.classList.remove('targeted');
}

export function tellRenewed(): void {
  document.dispatchEvent(new Event(RENEWED));
}

/** Moves unchanged parts into the new version of the page. Parts that have no place there are dropped. */
export function keepParts(old: Element, fresh: Element): void {
  for (const part of old.querySelectorAll('[data-kept]'))
    fresh.querySelector(`#${CSS.escape(part.id)}`)?.replaceWith(part);
}

/** Takes over the reader's choices in fields outside of forms, which work without a script too. */
export function keepFields(old: Element, fresh: Element): void {
  for (const field of old.querySelectorAll<HTMLInputElement>('input[id], textarea[id]')) {
    const now = fresh.querySelector<HTMLInputElement>(`#${CSS.escape(field.id)}`);
    if (now === null || now === field || now.type === 'hidden') continue;
    if (field.checked !== field.defaultChecked) now.checked = field.checked;
    if (field.value !== field.defaultValue) now.value = field.value;
  }
}

/** Parts that the reader has unfolded stay open, even if the number of things in them changes. */
export function keepOpen(old: Element, fresh: Element): void {
  const open = new Set(Array.from(old.querySelectorAll('details[open] > summary'), nameOf));
  for (const summary of fresh.querySelectorAll('details > summary'))
    if (open.has(nameOf(summary))) summary.parentElement?.setAttribute('open', '');
}

function nameOf({ textContent }: Element): string {
  return textContent.replaceAll(/\d+/gu, '').trim();
}

/** Remembers how far the reader has scrolled wide tables, and returns a function that scrolls the new ones as far. */
export function keepScrolled(old: Element): (now: Element) => void {
  const places = Array.from(old.querySelectorAll('.scroll'), ({ scrollLeft, scrollTop }) => ({
    left: scrollLeft,
    top: scrollTop,
  }));
  return (now) => {
    for (const [at, one] of [...now.querySelectorAll('.scroll')].entries()) one.scrollTo(places[at] ?? {});
  };
}

/** Remembers what is in view, and returns a function that scrolls the new page until it is in view again. */
export function keepPlace(old: Element): (now: Element) => void {
  const places = placesIn(old);
  const names = places.map(placeName);
  const seen = places
    .filter((one) => isSeen(one) && isOnce(placeName(one), names))
    .map((one) => ({ name: placeName(one), top: one.getBoundingClientRect().top }));
  if (scrollY === 0) return () => undefined;
  return (now) => {
    const renewed = new Map(placesIn(now).map((one) => [placeName(one), one]));
    // The first one may be gone, or may have moved to another page of a list.
    const first = seen.find(({ name }) => renewed.has(name));
    const there = first && renewed.get(first.name);
    if (there) scrollBy({ top: there.getBoundingClientRect().top - first.top, behavior: 'instant' });
  };
}

function isOnce<T>(one: T, all: readonly T[]): boolean {
  return all.indexOf(one) === all.lastIndexOf(one);
}

function placesIn(main: Element): readonly Element[] {
  return [...main.querySelectorAll('[id], h2, h3')];
}

/** Headings for screen readers stand outside of the page, or are one pixel high: they don't move with what readers see. */
function isSeen(element: Element): boolean {
  const { top, left, right, height } = element.getBoundingClientRect();
  return height > 1 && top >= 0 && top < innerHeight && right > 0 && left < innerWidth;
}

function placeName(element: Element): string {
  return element.id === '' ? `${element.tagName} ${nameOf(element)}` : `#${element.id}`;
}

/** Updates the frame around the page, which shows the time, the title and the number of votes that wait. */
export function renewAround(now: Document): void {
  document.title = now.title;
  const { dataset } = document.documentElement;
  const time = now.documentElement.dataset['now'];
  if (time !== undefined) dataset['now'] = time;
  for (const around of ['body > footer', '.phone-bar']) {
    const [old, fresh] = [document.querySelector(around), now.querySelector(around)];
    if (old !== null && fresh !== null && !old.contains(document.activeElement))
      old.replaceChildren(...fresh.childNodes);
  }
}

/** Replacing the page would close an open dialog, so updates wait until the reader closes it. */
export function whenNoDialogIsOpen(): Promise<void> {
  const dialog = document.querySelector('dialog[open]');
  if (dialog === null) return Promise.resolve();
  return new Promise((done) => dialog.addEventListener('close', () => done(), { once: true }));
}
