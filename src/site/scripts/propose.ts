// On published sites: edits a proposal in the browser, keeps it there, and sends it by a link to the forge, as a text
// to copy, or in the name of a reader who has signed in.
import { make } from './make.ts';
import { readJson } from './read-files.ts';
import { say } from './say-here.ts';
import type { ProgramChange } from '../../wording/program-changes.ts';
import { sayFact } from '../../wording/say-fact.ts';
import type { ForgeForm } from '../../host/host.ts';
import { fitInto } from '../data/fill-in.ts';
import type { FormsData } from '../data/site-data.ts';
import {
  draftedChanges,
  isSame,
  EMPTY_DRAFT,
  sourceOf,
  staleParts,
  type DeskDraft,
  type DeskSource,
  type Setting,
} from './drafted.ts';
import { openBy, sayBelow, showCopying, whyTooLong } from './send-forms.ts';
import { SetValues } from './set-values.ts';
import { onSignedIn, signedIn } from './hand.ts';
import { showChips } from './value-chips.ts';

const WRITTEN = ['body', 'clause', 'name', 'place', 'title', 'reason'] as const;
type Field = (typeof WRITTEN)[number] | 'rule';

class Desk {
  readonly #root: HTMLElement;
  readonly #sources: readonly DeskSource[];
  readonly #values: SetValues;
  readonly #form: ForgeForm;
  readonly #key = `gitnomic-draft ${location.pathname}`;
  #draft: DeskDraft;
  #isSaved = true;
  #isSending = false;

  constructor(root: HTMLElement, sources: readonly DeskSource[], values: FormsData['values']) {
    this.#root = root;
    this.#sources = sources;
    this.#form = JSON.parse(root.dataset['form'] ?? '') as ForgeForm;
    this.#draft = { ...EMPTY_DRAFT, ...storedDraft(this.#key) };
    this.#values = new SetValues(root, values, this.#draft.values, () => this.#write());
  }

  begin(): void {
    const asked = new URLSearchParams(location.search);
    const rule = this.#field<HTMLSelectElement>('rule');
    for (const { path, title } of this.#sources) rule.append(new Option(title, path));
    for (const [key, { title }] of Object.entries(this.#draft.parts))
      if (title !== undefined) rule.append(new Option(title || say`a new rule`, key));
    rule.append(new Option(say`a new rule`, ''));
    rule.value = asked.get('rule') ?? this.#sources[0]?.path ?? '';
    rule.addEventListener('change', () => this.#open());
    this.#field('title').value = this.#draft.title;
    this.#field('reason').value = this.#draft.reason;
    this.#open();
    showChips(this.#field<HTMLTextAreaElement>('body'));
    for (const name of WRITTEN) this.#field(name).addEventListener('input', () => this.#write());
    this.#button('repeal', () => this.#keepPart(null));
    this.#button('undo', () => this.#keepPart(undefined));
    this.#button('propose', () => void this.#propose());
    this.#discardWhenSure();
    const set = asked.get('set') ?? '';
    if (set !== '') this.#values.add(set);
    this.#root.hidden = false;
    onSignedIn(() => this.#show());
    this.#choose(asked.get('sentence') ?? '');
    if (asked.has('set'))
      this.#root.querySelector<HTMLElement>(set === '' ? '#desk-value' : '[data-path] [name]')?.focus();
  }

  /** Selects the sentence that the reader came for, and scrolls to it. */
  #choose(sentence: string): void {
    const area = this.#root.querySelector<HTMLTextAreaElement>('[data-field="body"]');
    const at = sentence === '' ? -1 : (area?.value.indexOf(sentence) ?? -1);
    if (area === null || at < 0) return;
    area.focus();
    area.setSelectionRange(at, at + sentence.length);
    // Browsers scroll to a selection made by typing, but not to one set by script.
    const rows = area.value.slice(0, at).length / Math.max(1, area.value.length);
    area.scrollTop = Math.max(0, area.scrollHeight * rows - area.clientHeight / 3);
    area.scrollIntoView({ block: 'center' });
  }

  #field<T extends HTMLElement & { value: string } = HTMLInputElement>(name: Field): T {
    const found = this.#root.querySelector<T>(`[data-field="${name}"]`);
    if (found === null) throw new Error(`the page has no field ${name}`);
    return found;
  }

  #button(name: string, press: () => void): void {
    this.#root.querySelector(`[data-button="${name}"]`)?.addEventListener('click', press);
  }

  /** Loads the chosen rule with the edits made so far. */
  #open(): void {
    const rule = this.#field<HTMLSelectElement>('rule');
    if (rule.value === '') {
      const count = Object.keys(this.#draft.parts).filter((key) => key.startsWith('new/')).length;
      const fresh = new Option(say`a new rule`, `new/${count + 1}`, true, true);
      rule.options[rule.options.length - 1]?.before(fresh);
    }
    const source = sourceOf(this.#sources, rule.value);
    const part = this.#draft.parts[rule.value];
    this.#field('name').value = part?.title ?? '';
    this.#field('place').value = part?.place ?? '';
    for (const one of ['name', 'place'] as const)
      this.#field(one).closest('p')?.toggleAttribute('hidden', !rule.value.startsWith('new/'));
    this.#field('clause').value = part?.clause ?? source.clause;
    const area = this.#field('body');
    area.value = part === undefined ? source.body : (part.body ?? '');
    area.dispatchEvent(new Event('input'));
  }

  #write(): void {
    this.#draft = { ...this.#draft, title: this.#field('title').value, reason: this.#field('reason').value };
    const key = this.#field('rule').value;
    const gone = this.#draft.parts[key]?.body === null && this.#field('body').value === '';
    if (gone) this.#keep(this.#draft);
    else this.#keepPart(this.#field('body').value);
  }

  /** `null` repeals the rule; `undefined` leaves it as it is. */
  #keepPart(body: string | null | undefined): void {
    const key = this.#field('rule').value;
    const { [key]: _, ...others } = this.#draft.parts;
    const named = key.startsWith('new/')
      ? { title: this.#field('name').value, place: this.#field('place').value }
      : {};
    const source = sourceOf(this.#sources, key);
    const from = this.#draft.parts[key]?.from ?? { body: source.body, clause: source.clause };
    const part = body === undefined ? null : { ...named, body, clause: this.#field('clause').value, from };
    const isNone = part === null || isSame(part, source);
    this.#keep({ ...this.#draft, parts: isNone ? others : { ...others, [key]: part } });
    if (body === undefined) this.#open();
  }

  #keep(draft: DeskDraft): void {
    this.#draft = { ...draft, values: this.#values.texts() };
    this.#isSaved = keepAt(this.#key, this.#draft);
    this.#show();
  }

  /** A draft may be hours of work, so a single press does not discard it. */
  #discardWhenSure(): void {
    const button = this.#root.querySelector<HTMLElement>('[data-button="discard"]');
    if (button === null) return;
    const label = button.textContent ?? '';
    button.addEventListener('blur', () => (button.textContent = label));
    button.addEventListener('click', () => {
      const sure = button.dataset['sure'] ?? '';
      if (button.textContent !== sure) {
        button.textContent = sure;
        return;
      }
      button.textContent = label;
      for (const box of this.#root.querySelectorAll('[data-values] [data-path]')) box.remove();
      this.#field('title').value = '';
      this.#field('reason').value = '';
      this.#keep(EMPTY_DRAFT);
      this.#open();
      this.#field('rule').focus();
    });
  }

  /** Shows rules that others have changed meanwhile. Nothing is sent before the author has looked at the difference. */
  #showStale(): boolean {
    const stale = staleParts(this.#draft, this.#sources);
    const lines = stale.map(({ key, isGone }) => {
      const { title } = sourceOf(this.#sources, key);
      const said = isGone
        ? say`The rule ${key} no longer exists. `
        : say`${title} has changed since you wrote this. Below, your text is compared with the current one: you would undo what others have changed. `;
      const label = isGone ? say`Remove it` : say`I’ve checked. Keep my text`;
      const button = make('button', { type: 'button' }, label);
      button.addEventListener('click', () => this.#goOnWith(key, isGone));
      return make('p', { className: 'notice refused' }, said, button);
    });
    const box = this.#root.querySelector('[data-stale]');
    // Unchanged lines stay, because a screen reader would read them again at each letter.
    if (box !== null && box.textContent !== lines.map(({ textContent }) => textContent).join(''))
      box.replaceChildren(...lines);
    return stale.length > 0;
  }

  #goOnWith(key: string, isGone: boolean): void {
    const { [key]: part, ...others } = this.#draft.parts;
    const { body, clause } = sourceOf(this.#sources, key);
    const goesOn = part !== undefined && !isGone;
    this.#keep({
      ...this.#draft,
      parts: goesOn ? { ...others, [key]: { ...part, from: { body, clause } } } : others,
    });
    this.#field('rule').focus();
  }

  #words(): { readonly title: string; readonly reason: string; readonly changes: string } {
    const changes = draftedChanges(this.#draft, this.#sources, this.#values.settings().settings).join('\n');
    return { title: this.#draft.title || say`A proposal`, reason: this.#draft.reason, changes };
  }

  #show(): void {
    const { settings, problems } = this.#values.settings();
    const words = this.#words();
    const { address, left } = fitInto(this.#form, words);
    const hand = signedIn();
    const isStale = this.#showStale();
    const tooLong = whyTooLong(this.#form, words);
    const unsent = words.changes === '' || isStale || tooLong !== null;
    void this.#showProgram(settings);
    const send = this.#root.querySelector<HTMLAnchorElement>('[data-send-link]');
    if (send !== null) {
      send.hidden = unsent || hand !== null;
      send.href = address;
    }
    this.#root.querySelector('[data-button="propose"]')?.toggleAttribute('hidden', unsent || hand === null);
    this.#root.querySelector('[data-button="discard"]')?.toggleAttribute('hidden', isEmpty(this.#draft));
    showCopying(this.#root, words, unsent || hand !== null ? [] : left);
    const lost = this.#isSaved
      ? []
      : [say`This browser can’t save drafts: what you write is lost when you leave the page.`];
    sayBelow(this.#root, [...problems, ...(tooLong === null ? [] : [tooLong]), ...lost].join(' '));
    this.#markDrafted();
  }

  /** The code that describes changes is loaded with the first of them. */
  async #showProgram(settings: readonly Setting[]): Promise<void> {
    const draft = this.#draft;
    const { programOfDraft } = isEmpty(draft)
      ? { programOfDraft: () => [] }
      : await import('./draft-program.ts');
    if (draft !== this.#draft) return;
    const shown = programOfDraft(draft, this.#sources, settings);
    this.#root.querySelector('[data-shown]')?.replaceChildren(...shown.flatMap(nodesOf));
  }

  /** Marks the rules that the draft changes in the list of rules. */
  #markDrafted(): void {
    for (const option of this.#field<HTMLSelectElement & HTMLInputElement>('rule').querySelectorAll(
      'option',
    )) {
      option.dataset['title'] ??= option.textContent;
      const title = this.#draft.parts[option.value]?.title ?? '';
      const name = title === '' ? option.dataset['title'] : title;
      const label = this.#draft.parts[option.value] === undefined ? name : say`${name} (in your draft)`;
      if (option.textContent !== label) option.textContent = label;
    }
  }

  async #propose(): Promise<void> {
    const hand = signedIn();
    // Pressing again before the answer comes would propose it twice.
    if (hand === null || this.#isSending) return;
    this.#isSending = true;
    try {
      const made = await openBy(hand, this.#form, this.#words());
      keepAt(this.#key, EMPTY_DRAFT);
      sayBelow(this.#root, say`Proposed. A test run follows there within minutes.`, made);
    } catch (error) {
      sayBelow(this.#root, error instanceof Error ? error.message : String(error));
    } finally {
      this.#isSending = false;
    }
  }
}

const isEmpty = ({ title, reason, parts, values }: DeskDraft): boolean =>
  title === '' && reason === '' && Object.keys({ ...parts, ...values }).length === 0;

/** The browser may have stored nothing, or something that isn't a draft. The page works without it. */
function storedDraft(key: string): Partial<DeskDraft> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

function keepAt(key: string, draft: DeskDraft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

function nodesOf({ kind, title, shown }: ProgramChange): readonly Node[] {
  const { facts, notes, words } = shown;
  return [
    make('h3', {}, kind === 'clause' ? say`The code of ${title}` : title),
    listOf(facts.map(sayFact)),
    listOf(notes),
    ...(words.every((word) => word.kind === 'same')
      ? []
      : [make('div', { className: 'diff' }, ...words.map(pieceOf))]),
  ];
}

const pieceOf = ({ kind, text }: ProgramChange['shown']['words'][number]): Node =>
  make(kind === 'same' ? 'span' : kind === 'added' ? 'ins' : 'del', {}, text);

function listOf(lines: readonly string[]): Node {
  const items = lines.map((line) => make('li', {}, line));
  return make('ul', { className: 'notes', hidden: lines.length === 0 }, ...items);
}

async function begin(root: HTMLElement | null): Promise<void> {
  if (root === null) return;
  const [rules, values] = await Promise.all(
    [root.dataset['rules'], root.dataset['valuesAt']].map((at) => readJson<unknown>(at ?? '')),
  );
  new Desk(root, rules as readonly DeskSource[], values as FormsData['values']).begin();
}

void begin(document.getElementById('desk'));
