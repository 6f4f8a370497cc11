// At home: shows live previews of forms and updates the page when others act. Without this script the forms still work
// by their buttons.
import { say } from './say-here.ts';
import { takePictures } from './carry-picture-in-browser.ts';
import { make } from './make.ts';
import { listenAt } from './listen.ts';
import { forgetDone, keepTyped } from './keep-typed.ts';
import { addRows } from './more-rows.ts';
import {
  keepFields,
  keepOpen,
  keepParts,
  keepPlace,
  keepScrolled,
  keepTarget,
  renewAround,
  tellRenewed,
  whenNoDialogIsOpen,
} from './renewals.ts';
import { showChips } from './value-chips.ts';

const QUIET_MS = 350;
/** The server reports simultaneous changes once. This is for pages that were asleep and receive several reports at once. */
const TOGETHER_MS = 20;

class Forms {
  /** Forms that the reader has edited. */
  readonly #touched = new WeakSet<Element>();
  readonly #attended = new WeakSet<Element>();
  /** The number of previews that each form has requested, to show only the latest answer. */
  readonly #asked = new WeakMap<Element, number>();
  #soon = 0;
  #isStale = false;
  #isRenewing = false;

  attendAll(): void {
    const seat = seatHere();
    for (const form of document.querySelectorAll<HTMLFormElement>('form.door')) {
      if (this.#attended.has(form)) continue;
      this.#attended.add(form);
      this.#attend(form);
      addRows(form);
      showOnlyAsked(form);
      takePictures(form);
      const words = form.querySelector<HTMLTextAreaElement>('textarea.rule');
      if (words !== null) showChips(words);
      if (form.dataset['step'] !== undefined) continue;
      keepTyped(form, seat, () => {
        this.#touched.add(form);
        (words ?? form).dispatchEvent(new Event('input', { bubbles: true }));
      });
    }
  }

  #attend(form: HTMLFormElement): void {
    let timer = 0;
    form.addEventListener('submit', stayWhileLost);
    form.addEventListener('input', () => {
      this.#touched.add(form);
      if (form.dataset['live'] === undefined) return;
      clearTimeout(timer);
      timer = window.setTimeout(() => void this.#preview(form), QUIET_MS);
    });
  }

  async #preview(form: HTMLFormElement): Promise<void> {
    const place = document.getElementById(`${form.id}-preview`);
    if (place === null) return;
    const mine = (this.#asked.get(form) ?? 0) + 1;
    this.#asked.set(form, mine);
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value);
    body.set('do', 'preview');
    try {
      const headers = { 'x-home-part': 'preview' };
      const answer = await fetch(form.getAttribute('action') ?? '', { method: 'POST', body, headers });
      const text = await answer.text();
      if (this.#asked.get(form) !== mine) return;
      if (answer.ok) place.innerHTML = text;
      else place.textContent = text;
      showAnswer(form, place);
    } catch {
      place.textContent = say`The game doesn’t answer. Is it still running?`;
    }
  }

  /** Refreshes an outdated preview, which nobody can confirm until then. */
  async #refresh(form: HTMLFormElement): Promise<void> {
    const place = document.getElementById(`${form.id}-preview`);
    const buttons = [...form.querySelectorAll<HTMLButtonElement>('button.main:not([disabled])')];
    place?.classList.add('stale');
    for (const button of buttons) button.disabled = true;
    await this.#preview(form);
    place?.classList.remove('stale');
    for (const button of buttons) button.disabled = false;
  }

  /** A page that is opened again may show an answer from before something happened. */
  refreshAnswers(): void {
    for (const form of document.querySelectorAll<HTMLFormElement>('form.door[data-live]'))
      if (isOpenAnswer(form)) void this.#refresh(form);
  }

  follow(address: string): void {
    listenAt(address, {
      changed: () => {
        clearTimeout(this.#soon);
        this.#soon = window.setTimeout(() => void this.#renewInTurn(), TOGETHER_MS);
      },
      here: tellWhoIsHere,
      lost: tellLost,
    });
  }

  /** One update at a time: events during an update share the next one. */
  async #renewInTurn(): Promise<void> {
    this.#isStale = true;
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    while (this.#isStale) {
      this.#isStale = false;
      await whenNoDialogIsOpen();
      await this.#renew();
    }
    this.#isRenewing = false;
  }

  /** Replaces the page with its current version, except for forms being edited. */
  async #renew(): Promise<void> {
    const answer = await fetch(location.href, { headers: { 'x-home-part': 'renew' } }).catch(() => null);
    if (answer === null) return;
    // This page is gone, or its address leads elsewhere by now.
    if (!answer.ok || answer.redirected) return tellNews(document.querySelector('main'));
    const now = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const [old, fresh] = [document.querySelector('main'), now.querySelector('main')];
    if (old === null || fresh === null) return;
    // A reader who has just been let in sees another page, in its frame too.
    if (seatHere(now) !== seatHere()) return location.reload();
    // An open question stays until it is answered.
    if (old.querySelector('form.door input[name=sure]:not([value=""])') !== null) return tellNews(old);
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    for (const form of old.querySelectorAll('form.door')) {
      if (!this.#touched.has(form) && !form.contains(focused)) continue;
      const other = form.id === '' ? null : fresh.querySelector(`#${CSS.escape(form.id)}`);
      // The new page lacks the form being edited, so the old page stays and nothing is lost.
      if (other === null) return tellNews(old);
      other.replaceWith(form);
    }
    keepParts(old, fresh);
    keepFields(old, fresh);
    keepOpen(old, fresh);
    keepTarget(old, fresh);
    const [focusId, result] = [focused?.id ?? '', old.querySelector('#result')];
    const [scroll, place] = [keepScrolled(old), keepPlace(old)];
    old.replaceChildren(...fresh.childNodes);
    renewAround(now);
    scroll(old);
    if (result !== null && old.querySelector('#result') === null) old.querySelector('#here')?.after(result);
    const again = focused?.isConnected === true ? focused : document.getElementById(focusId);
    again?.focus({ preventScroll: true });
    this.attendAll();
    for (const form of old.querySelectorAll<HTMLFormElement>('form.door[data-live]'))
      if (this.#touched.has(form) || isOpenAnswer(form)) void this.#refresh(form);
    tellRenewed();
    place(old);
  }
}

/** True for an answer that has to be looked at again. With a mark it stays as it was seen, and the server checks it. */
function isOpenAnswer({ dataset, elements }: HTMLFormElement): boolean {
  const mark = elements.namedItem('mark');
  const isMarked = mark instanceof HTMLInputElement && mark.value !== '';
  return dataset['answer'] !== undefined && (!isMarked || elements.namedItem('action') !== null);
}

/** Each name has an element of its own, since it may run from right to left. */
function tellWhoIsHere(json: string): void {
  const place = document.getElementById('here');
  if (place === null) return;
  const names = JSON.parse(json) as readonly string[];
  const shown = names.map((name) => make('bdi', {}, name));
  place
    .querySelector('span')
    ?.replaceChildren(...shown.flatMap((name, at) => (at === 0 ? [name] : [', ', name])));
  place.querySelector('b')?.replaceChildren(String(names.length));
  place.hidden = names.length < 2;
}

/** Reports that others have acted, on a page that isn't updated because of an open question or typed text. */
function tellNews(main: Element | null): void {
  if (document.getElementById('news') !== null) return;
  const { href = '' } = document.querySelector<HTMLAnchorElement>('a.home') ?? {};
  const link = make('a', { href }, say`There is news`);
  main?.append(make('p', { id: 'news', className: 'notice toast', role: 'status' }, link));
}

/** Shows on the page that the game does not answer, until it does. */
function tellLost(isLost: boolean): void {
  const said = document.getElementById('lost');
  if (!isLost) said?.remove();
  else if (said === null) {
    const why = say`The game doesn’t answer. Is it still running?`;
    const notice = make('p', { id: 'lost', className: 'notice refused', role: 'alert' }, why);
    document.querySelector('main')?.prepend(notice);
  }
}

/** Holds a form back while nothing answers, since the browser's own page about it would take the form's place. */
function stayWhileLost(event: SubmitEvent): void {
  const { currentTarget: form, submitter } = event;
  if (!(form instanceof HTMLFormElement)) return;
  if (navigator.onLine && document.getElementById('lost') === null) return;
  event.preventDefault();
  void sendIfBack(form, submitter);
}

async function sendIfBack(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  tellLost(answer === null);
  document.getElementById('lost')?.scrollIntoView({ block: 'center' });
  if (answer === null) return;
  form.removeEventListener('submit', stayWhileLost);
  form.requestSubmit(submitter);
}

function begin(changes: string | undefined): void {
  forgetDone(seatHere());
  followSeat();
  const forms = new Forms();
  forms.attendAll();
  const [opened] = performance.getEntriesByType('navigation');
  if (opened instanceof PerformanceNavigationTiming && opened.type !== 'navigate') forms.refreshAnswers();
  goToAnswer();
  if (changes !== undefined) forms.follow(changes);
}

function showAnswer(form: HTMLFormElement, place: HTMLElement): void {
  const said = Array.from(place.querySelectorAll<HTMLElement>('[data-wrong]'));
  const wrong = new Set(
    said.flatMap(({ dataset }) => (dataset['wrong'] ?? '').split(' ')).filter((name) => name !== ''),
  );
  for (const field of form.querySelectorAll('input:not([type=hidden]), select, textarea'))
    field.ariaInvalid = wrong.has(field.getAttribute('name') ?? '') ? 'true' : null;
  const seen = said.at(-1)?.dataset['mark'] ?? '';
  // An action previewed here can be performed at once; forms without a preview mark get their own.
  const mark = form.querySelector<HTMLInputElement>('input[name=action] ~ input[name=mark]');
  if (mark !== null) mark.value = seen;
}

begin(document.getElementById('home')?.dataset['changes']);

/** Shows the fields of a form that its choices call for. */
function showOnlyAsked(form: HTMLFormElement): void {
  const fields = [...form.querySelectorAll<HTMLElement>('[data-only]')];
  if (fields.length === 0) return;
  const show = (): void => {
    for (const field of fields) {
      const only = JSON.parse(field.dataset['only'] ?? '') as { field: string; values: readonly string[] };
      const asked = form.elements.namedItem(only.field);
      field.hidden = !(asked instanceof HTMLSelectElement && only.values.includes(asked.value));
    }
  };
  form.addEventListener('input', show);
  show();
}

function seatHere(page = document): string {
  return page.getElementById('offline')?.dataset['seat'] ?? '';
}

/** An answer below a long form would not be seen on a phone, where the page begins at its top. */
function goToAnswer(): void {
  const answers = [...document.querySelectorAll('form.door .preview')];
  answers.find((one) => one.childElementCount > 0)?.scrollIntoView({ block: 'center' });
}

/** If somebody else sits down at this browser in another tab, this one shows their pages too. */
function followSeat(): void {
  const key = 'gitnomic-sits-here';
  const here = [seatHere(), document.getElementById('copy')?.textContent ?? ''].join(' ');
  localStorage.setItem(key, here);
  addEventListener('storage', (event) => {
    if (event.key === key && event.newValue !== here) location.reload();
  });
}
