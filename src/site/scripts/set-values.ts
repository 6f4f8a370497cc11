// Choosing a value to set shows the fields of its type, which are in the page as templates.
import { say } from './say-here.ts';
import type { FormField } from '../../wording/form-field.ts';
import { readFields } from '../../seat/read-fields.ts';
import type { FormsData } from '../data/site-data.ts';
import type { DeskDraft, Setting } from './drafted.ts';
import { make } from './make.ts';
import { addRows, type Control, isBox, showRows } from './more-rows.ts';

type Value = FormsData['values'][number];
type Texts = DeskDraft['values'][string];

export class SetValues {
  readonly #root: HTMLElement;
  readonly #values: readonly Value[];
  readonly #changed: () => void;
  #made = 0;

  constructor(root: HTMLElement, values: readonly Value[], saved: DeskDraft['values'], changed: () => void) {
    this.#root = root;
    this.#values = values;
    this.#changed = changed;
    const list = root.querySelector('datalist');
    list?.append(...values.map(({ name, now }) => new Option(now, name)));
    const chosen = root.querySelector<HTMLInputElement>('#desk-value');
    root.querySelector('[data-add-value]')?.addEventListener('click', () => {
      if (chosen === null) return;
      const typed = chosen.value.trim();
      const path = values.find(({ name }) => name === typed)?.path ?? typed;
      const isThere = this.#boxOf(path) !== undefined || this.add(path);
      chosen.setCustomValidity(
        isThere ? '' : say`There’s no value called ${path}. Choose one from the list.`,
      );
      if (!chosen.reportValidity()) return;
      chosen.value = '';
      this.#boxOf(path)?.querySelector<HTMLElement>('[name]')?.focus();
      changed();
    });
    chosen?.addEventListener('input', () => chosen.setCustomValidity(''));
    addRows(root);
    for (const [path, texts] of Object.entries(saved)) this.add(path, texts);
    root.querySelector('[data-values]')?.addEventListener('input', changed);
  }

  /** Adds a value, filled with its current contents or the given ones; false if there is no such value. */
  add(path: string, texts?: Texts): boolean {
    const value = this.#values.find((one) => one.path === path);
    const template = this.#root.querySelector<HTMLTemplateElement>(
      `template[data-type="${value?.type ?? ''}"]`,
    );
    if (value === undefined || template === null || this.#boxOf(path) !== undefined) return false;
    const box = make('div', { className: 'set' }, template.content.cloneNode(true));
    box.dataset['path'] = path;
    const at = (this.#made += 1);
    for (const part of box.querySelectorAll('*'))
      for (const { name, value: text } of Array.from(part.attributes))
        if (name !== 'name') part.setAttribute(name, text.replaceAll('set-value', `set-${at}`));
    const label = box.querySelector('label, legend');
    if (label !== null) label.textContent = say`New value of ${value.name}`;
    const gone = make('button', { type: 'button' }, say`Leave ${value.name} unchanged`);
    gone.addEventListener('click', () => {
      box.remove();
      this.#changed();
    });
    box.append(gone);
    this.#root.querySelector('[data-values]')?.append(box);
    fill(box, texts ?? value.texts);
    return true;
  }

  #boxOf(path: string): HTMLElement | undefined {
    return this.#boxes().find(({ dataset }) => dataset['path'] === path);
  }

  #boxes(): readonly HTMLElement[] {
    return [...this.#root.querySelectorAll<HTMLElement>('[data-path]')];
  }

  texts(): DeskDraft['values'] {
    return Object.fromEntries(this.#boxes().map((box) => [box.dataset['path'] ?? '', textsIn(box)]));
  }

  /** The values that were changed, and the problems with those that can't be read. */
  settings(): { readonly settings: readonly Setting[]; readonly problems: readonly string[] } {
    const settings: Setting[] = [];
    const problems: string[] = [];
    for (const [path, texts] of Object.entries(this.texts())) {
      const value = this.#values.find((one) => one.path === path);
      const template = this.#root.querySelector<HTMLElement>(`template[data-type="${value?.type ?? ''}"]`);
      if (value === undefined || template === null) continue;
      const field = JSON.parse(template.dataset['asks'] ?? '') as FormField;
      const read = readFields([field], (name) => texts[name] ?? [], say);
      problems.push(...read.problems.map(({ reason }) => `${value.name}: ${reason}`));
      const given = read.words['value'] ?? null;
      const before = readFields([field], (name) => value.texts[name] ?? [], say).words['value'] ?? null;
      if (read.problems.length === 0 && JSON.stringify(before) !== JSON.stringify(given))
        settings.push({ path, now: value.now, value: given });
    }
    return { settings, problems };
  }
}

function controlsIn(box: HTMLElement): readonly Control[] {
  return [...box.querySelectorAll<Control>('input[name], select[name], textarea[name]')];
}

/** `p-value.0` → `value.0` and its contents. */
function textsIn(box: HTMLElement): Texts {
  const texts: Record<string, string[]> = {};
  for (const control of controlsIn(box)) {
    const name = control.name.slice('p-'.length);
    const isOn = !isBox(control) || control.checked;
    texts[name] = [...(texts[name] ?? []), ...(isOn ? [control.value] : [])];
  }
  return texts;
}

function fill(box: HTMLElement, texts: Texts): void {
  for (const [name, [count = '0']] of Object.entries(texts))
    if (name.endsWith('.rows')) showRows(box, `p-${name.slice(0, -'.rows'.length)}`, Number(count));
  for (const control of controlsIn(box)) {
    const given = texts[control.name.slice('p-'.length)];
    if (given === undefined || control.name.endsWith('.rows')) continue;
    if (isBox(control)) control.checked = given.includes(control.value);
    else control.value = given.join('\n');
  }
}
