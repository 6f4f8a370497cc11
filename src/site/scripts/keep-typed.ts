// Keeps what is typed into forms in this tab until the game has taken it: a server that is away, a refusal or a slip of
// the finger loses no text.
import { make } from './make.ts';
import { type Control, isBox, showRows } from './more-rows.ts';
import { say } from './say-here.ts';

interface Typed {
  /** The contents of the form before anything was typed. The text isn't restored into a form with other contents. */
  readonly before: Contents;
  readonly now: Contents;
  /** What the answer of the form held in which it was typed, if it was: going back from there loses nothing either. */
  readonly answer?: Contents;
}

/** Forms sent one after another, such as a preview and then its action. */
interface Sent {
  readonly to: string;
  readonly keys: readonly string[];
}
type Contents = readonly (readonly [name: string, value: string])[];

const KEY = 'gitnomic-typed';
const SENT = 'gitnomic-sent';

/** Forgets the sent text if this page reports that it was done, and everything that other people typed. */
export function forgetDone(seat: string): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(`${KEY} `) && !key.startsWith(`${KEY} ${seat} `)) sessionStorage.removeItem(key);
  const sent = read<Sent>(SENT);
  if (sent === null) return;
  if (document.querySelector('#result.done') !== null)
    for (const key of sent.keys) sessionStorage.removeItem(key);
  else if (document.getElementById('result') === null && isGoingOn(sent)) return;
  sessionStorage.removeItem(SENT);
}

/** A button may lead to another form, which writes on in what was sent. */
function isGoingOn({ to }: Sent): boolean {
  return to === location.pathname || document.querySelector('form.door[data-answer]') !== null;
}

/** Saves the text typed into a form, and restores it. Calls `back` after it has filled the form in. */
export function keepTyped(form: HTMLFormElement, seat: string, back: () => void): void {
  const asked = new URLSearchParams(location.search);
  asked.delete('answer');
  const isAnswer = form.dataset['answer'] !== undefined;
  const sent = isAnswer ? read<Sent>(SENT) : null;
  // An answer is of the form that was sent, though its address says more.
  const key =
    sent?.keys.find((one) => sent.to === location.pathname && one.endsWith(` ${form.id}`)) ??
    [KEY, seat, location.pathname, asked.toString(), form.id].join(' ');
  // The browser would put back what this page held when it was left, though more was typed since.
  form.autocomplete = 'off';
  const typed = read<Typed>(key);
  const shown = contentsOf(form);
  const before = isAnswer ? (typed?.before ?? shown) : shown;
  const keep = (): void => {
    const now = contentsOf(form);
    if (areSame(now, before)) sessionStorage.removeItem(key);
    else write(key, { before, now, ...(isAnswer ? { answer: shown } : {}) });
  };
  form.addEventListener('input', keep);
  form.addEventListener('submit', ({ submitter }) => {
    keep();
    // The property of that name may be a field.
    const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
    const to = new URL(action, location.href).pathname;
    write(SENT, { to, keys: [...(read<Sent>(SENT)?.keys ?? []), key] });
  });
  // A link that names a person or a value means these, even if something else was typed here before.
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isNamed = ([name]: Contents[number]): boolean =>
    !isAnswer && entry?.type === 'navigate' && name.startsWith('p-') && asked.has(name);
  const now = [...shown.filter(isNamed), ...(typed?.now ?? []).filter((one) => !isNamed(one))];
  const asLinked = [...shown.filter(isNamed), ...shown.filter((one) => !isNamed(one))];
  if (typed === null || areSame(now, asLinked)) return;
  const bring = (): void => {
    fill(form, now);
    back();
  };
  const isSame = areSame(isAnswer ? (typed.answer ?? []) : typed.before, shown);
  // The form shows what was sent, as the game has read it.
  if (!isSame && isAnswer) return;
  if (isSame) bring();
  const forget = (): void => {
    sessionStorage.removeItem(key);
    fill(form, shown);
    back();
  };
  form.prepend(
    isSame
      ? notice(say`Your unsent text is restored.`, say`Discard`, forget)
      : notice(say`You typed something here before this form changed.`, say`Restore`, bring),
  );
}

function notice(text: string, label: string, press: () => void): HTMLElement {
  const button = make('button', { type: 'button', className: 'quiet' }, label);
  const said = make('p', { className: 'notice', role: 'status' }, text, ' ', button);
  button.addEventListener('click', () => {
    said.remove();
    press();
  });
  return said;
}

function fieldsOf(form: HTMLFormElement): readonly Control[] {
  return [...form.querySelectorAll<Control>('input[name], textarea[name], select[name]')].filter(
    ({ type, name }) =>
      !['password', 'file', 'submit', 'button'].includes(type) &&
      (type !== 'hidden' || name.endsWith('.rows')),
  );
}

function contentsOf(form: HTMLFormElement): Contents {
  return fieldsOf(form)
    .filter((field) => !isBox(field) || field.checked)
    .map(({ name, value }) => [name, value] as const);
}

function areSame(some: Contents, others: Contents): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}

function fill(form: HTMLFormElement, contents: Contents): void {
  for (const [name, value] of contents)
    if (name.endsWith('.rows')) showRows(form, name.slice(0, -'.rows'.length), Number(value));
  const left = new Map<string, string[]>();
  for (const [name, value] of contents) left.set(name, [...(left.get(name) ?? []), value]);
  for (const field of fieldsOf(form)) {
    if (field.name.endsWith('.rows')) continue;
    const values = left.get(field.name) ?? [];
    if (isBox(field)) field.checked = values.includes(field.value);
    else field.value = values.shift() ?? '';
  }
}

function read<T>(key: string): T | null {
  return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null;
}

function write(key: string, typed: Typed | Sent): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(typed));
  } catch {
    // The browser's storage is full, so the text is only in the form.
  }
}
