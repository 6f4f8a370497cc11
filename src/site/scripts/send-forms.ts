// On published sites: a form leads to the forge’s own with everything filled in, or acts in the name of a reader who
// has signed in.
import { make } from './make.ts';
import { say } from './say-here.ts';
import type { FormField } from '../../wording/form-field.ts';
import type { ForgeForm } from '../../host/host.ts';
import { readFields } from '../../seat/read-fields.ts';
import { fillIn, fitInto, lettersTooMany, type FillIns } from '../data/fill-in.ts';
import { onSignedIn, signedIn, type Hand } from './hand.ts';

export function sayBelow(root: HTMLElement, text: string, address?: string, label = say`See it there`): void {
  const said = root.querySelector('.said');
  if (said === null) return;
  said.textContent = text;
  if (address === undefined || !/^https?:/u.test(address)) return;
  said.append(' ', make('a', { href: address }, label), '.');
}

/** Opens a post in the reader's name. */
export async function openBy(hand: Hand, target: ForgeForm, words: FillIns): Promise<string> {
  const title = fillIn(target.title, words).trim();
  return hand.open(title === '' ? say`Untitled` : title.slice(0, 250), fillIn(target.body, words));
}

/** A text that is too long for an address has to be copied by hand, below its heading in the post on the forge. */
export function showCopying(root: HTMLElement, words: FillIns, left: readonly string[]): void {
  for (const box of root.querySelectorAll<HTMLElement>('[data-copying]')) {
    const name = box.dataset['copying'] ?? '';
    box.hidden = !left.includes(name);
    const area = box.querySelector<HTMLTextAreaElement>('[data-copied]');
    if (area !== null) area.value = box.hidden ? '' : (words[name] ?? '');
  }
}

/** Explains why the forge refuses a post of this length, or returns null. */
export function whyTooLong(target: ForgeForm, words: FillIns): string | null {
  const over = lettersTooMany(target, words);
  return over === 0
    ? null
    : say`That’s ${over} characters too long for one post; ${target.most} is the limit. Shorten it, or send it in parts.`;
}

/** Labels buttons for readers who have signed in, or for everybody else. */
export function nameButtons(root: HTMLElement): void {
  onSignedIn((hand) => {
    for (const one of root.querySelectorAll<HTMLElement>('[data-by-hand]')) {
      one.dataset['byLink'] ??= one.textContent ?? '';
      one.textContent = (hand === null ? one.dataset['byLink'] : one.dataset['byHand']) ?? '';
    }
  });
}

class Sent {
  readonly #form: HTMLFormElement;
  readonly #forms: Readonly<Record<string, ForgeForm>>;
  readonly #fields: readonly FormField[];
  /** The form as last previewed; an action that can’t be undone is sent only after a preview. */
  #seen = '';
  #isSending = false;

  constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#forms = JSON.parse(form.dataset['forms'] ?? '{}') as Record<string, ForgeForm>;
    this.#fields = JSON.parse(form.dataset['fields'] ?? '[]') as readonly FormField[];
  }

  attend(): void {
    const form = this.#form;
    if (form.querySelector('[data-rows]') !== null)
      void import('./more-rows.ts').then(({ addRows }) => addRows(form));
    fillFromAddress(form);
    nameButtons(form);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      // Pressing again before the answer comes would do it twice.
      if (this.#isSending) return;
      this.#isSending = true;
      this.#send(event.submitter)
        .catch((error: unknown) => sayBelow(form, error instanceof Error ? error.message : String(error)))
        .finally(() => (this.#isSending = false));
    });
  }

  async #send(pressed: HTMLElement | null): Promise<void> {
    const given = new FormData(this.#form);
    const one = (name: string): string => {
      const value = given.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const hand = signedIn();
    const post = this.#form.dataset['comment'];
    if (post !== undefined) {
      const vote = pressed instanceof HTMLButtonElement ? pressed.value : '';
      const text = [one('text'), vote].filter((words) => words !== '').join('\n\n');
      if (hand === null || text === '')
        return sayBelow(this.#form, hand === null ? say`Sign in first.` : say`Write a comment first.`);
      const made = await hand.comment(post, text);
      this.#form.reset();
      return sayBelow(this.#form, say`Sent. It counts in a few minutes.`, made);
    }
    const target = this.#forms[one('kind')] ?? Object.values(this.#forms)[0];
    const { words, problems } = readFields(
      this.#fields,
      (name) => given.getAll(`p-${name}`).map(String),
      say,
    );
    markWrong(
      this.#form,
      problems.map(({ field }) => `p-${field ?? ''}`),
    );
    if (target === undefined || problems.length > 0)
      return sayBelow(this.#form, problems.map(({ reason }) => reason).join(' '));
    await this.#goOn(hand, target, { title: one('title'), text: one('text'), with: linesOf(words) });
  }

  async #goOn(hand: Hand | null, target: ForgeForm, words: FillIns): Promise<void> {
    const form = this.#form;
    const tooLong = whyTooLong(target, words);
    if (tooLong !== null) return sayBelow(form, tooLong);
    if (hand === null) {
      const { address, left } = fitInto(target, words);
      showCopying(form, words, left);
      if (left.length > 0)
        return sayBelow(form, say`That’s too long for a link.`, address, say`Open it there`);
      location.assign(address);
      return;
    }
    const shown = fillIn(target.body, words);
    if (form.dataset['sure'] !== undefined && this.#seen !== shown) {
      this.#seen = shown;
      const { login } = hand;
      const list = words['with']?.replaceAll('\n', '; ') ?? '';
      const would =
        list === ''
          ? say`Nothing has happened yet: ${login} would ${form.dataset['sure']}.`
          : say`Nothing has happened yet: ${login} would ${form.dataset['sure']}, with ${list}.`;
      return sayBelow(form, `${would} ${say`This can’t be undone. Press again if you’re sure.`}`);
    }
    this.#seen = '';
    const made = await openBy(hand, target, words);
    form.reset();
    sayBelow(form, say`Sent. The answer appears there in a few minutes.`, made);
  }
}

/** `?p-room=D4` fills in the field of that name. */
function fillFromAddress(form: HTMLFormElement): void {
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = form.elements.namedItem(name);
    if (field !== null && 'value' in field) field.value = value;
  }
}

function markWrong(form: HTMLFormElement, wrong: readonly string[]): void {
  for (const field of form.querySelectorAll('input:not([type=hidden]), select, textarea'))
    field.ariaInvalid = wrong.includes(field.getAttribute('name') ?? '') ? 'true' : null;
}

/** One `name: value` per line; anything but plain words and numbers is written as JSON, so that it reads back unchanged. */
function linesOf(words: Readonly<Record<string, unknown>>): string {
  return Object.entries(words)
    .map(([name, value]) => `${name}: ${wordOf(value)}`)
    .join('\n');
}

function wordOf(value: unknown): string {
  const isPlain = typeof value === 'string' && /^[\p{L}\d][^\n]*$/u.test(value) && value === value.trim();
  return isPlain && !/^(-?\d+(\.\d+)?|true|false)$/u.test(value) ? value : JSON.stringify(value);
}

for (const form of document.querySelectorAll<HTMLFormElement>('form.sent')) new Sent(form).attend();
for (const button of document.querySelectorAll<HTMLElement>('[data-copy]'))
  button.addEventListener('click', () => {
    const area = button.closest('[data-copying]')?.querySelector('textarea');
    if (area !== null && area !== undefined) void navigator.clipboard.writeText(area.value);
  });
// Parts that need a signed-in reader are shown only to them.
onSignedIn((hand) => {
  for (const one of document.querySelectorAll<HTMLElement>('[data-signed-in]')) one.hidden = hand === null;
});
