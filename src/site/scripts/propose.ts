/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Published: a proposal written in the browser, kept there, and sent by a link to the forge or as a text to copy.
import { wordDiff } from '../../ruleset/word-diff.ts';
import { smallestEdit } from './smallest-edit.ts';
import { showChips } from './value-chips.ts';

interface Source {
  readonly path: string;
  readonly title: string;
  readonly body: string;
}

/** What is kept in the browser: each rule by its path, as it is to read; null where it is to go. A new one by its title. */
interface Draft {
  readonly title: string;
  readonly reason: string;
  readonly edits: Readonly<Record<string, string | null>>;
  readonly added: Readonly<Record<string, string>>;
}

const NOTHING: Draft = { title: '', reason: '', edits: {}, added: {} };
/** Longer addresses are cut somewhere on their way. */
const MOST_LETTERS = 7_000;

class Desk {
  readonly #root: HTMLElement;
  readonly #sources: readonly Source[];
  readonly #key: string;
  #draft: Draft;

  constructor(root: HTMLElement, sources: readonly Source[]) {
    this.#root = root;
    this.#sources = sources;
    this.#key = `gitnomic-draft ${location.pathname}`;
    this.#draft = { ...NOTHING, ...(JSON.parse(localStorage.getItem(this.#key) ?? '{}') as Partial<Draft>) };
  }

  begin(): void {
    const rule = this.#field<HTMLSelectElement>('rule');
    for (const { path, title } of this.#sources) rule.append(new Option(title, path));
    rule.append(new Option('a new rule', ''));
    rule.value = new URLSearchParams(location.search).get('rule') ?? this.#sources[0]?.path ?? '';
    rule.addEventListener('change', () => this.#open());
    const body = this.#field<HTMLTextAreaElement>('body');
    this.#open();
    showChips(body);
    for (const name of ['body', 'name', 'title', 'reason'])
      this.#field(name).addEventListener('input', () => this.#write());
    this.#button('repeal', () => this.#edit(null));
    this.#button('undo', () => this.#edit(undefined));
    this.#button(
      'copy',
      () => void navigator.clipboard.writeText(this.#field<HTMLTextAreaElement>('text').value),
    );
    this.#root.hidden = false;
    this.#show();
  }

  #field<T extends HTMLElement & { value: string } = HTMLInputElement>(name: string): T {
    const found = this.#root.querySelector<T>(`[data-field="${name}"]`);
    if (found === null) throw new Error(`the page has no field ${name}`);
    return found;
  }

  #button(name: string, press: () => void): void {
    this.#root.querySelector(`[data-button="${name}"]`)?.addEventListener('click', press);
  }

  /** The words of the rule that is chosen, as they are written so far. */
  #open(): void {
    const path = this.#field<HTMLSelectElement>('rule').value;
    const source = this.#sources.find((one) => one.path === path);
    const [name, text] = Object.entries(this.#draft.added)[0] ?? ['', ''];
    this.#field('name').value = name;
    this.#field('name')
      .closest('p')
      ?.toggleAttribute('hidden', path !== '');
    const area = this.#field<HTMLTextAreaElement>('body');
    area.value = path === '' ? text : (this.#draft.edits[path] ?? source?.body ?? '');
    area.dispatchEvent(new Event('input'));
    this.#field('title').value = this.#draft.title;
    this.#field('reason').value = this.#draft.reason;
  }

  #write(): void {
    const path = this.#field<HTMLSelectElement>('rule').value;
    const body = this.#field('body').value;
    const [title, reason] = [this.#field('title').value, this.#field('reason').value];
    this.#draft = { ...this.#draft, title, reason };
    if (path === '') {
      const name = this.#field('name').value.trim();
      this.#keep({ ...this.#draft, added: name === '' || body.trim() === '' ? {} : { [name]: body } });
    } else this.#edit(body);
  }

  #edit(body: string | null | undefined): void {
    const path = this.#field<HTMLSelectElement>('rule').value;
    const same = this.#sources.find((one) => one.path === path)?.body.trimEnd();
    const { [path]: _, ...others } = this.#draft.edits;
    const edits =
      body === undefined || path === '' || body?.trimEnd() === same ? others : { ...others, [path]: body };
    this.#keep({ ...this.#draft, edits, ...(path === '' && body === undefined ? { added: {} } : {}) });
    if (body === undefined) this.#open();
  }

  #keep(draft: Draft): void {
    this.#draft = draft;
    localStorage.setItem(this.#key, JSON.stringify(draft));
    this.#show();
  }

  #show(): void {
    const changes = draftedChanges(this.#draft, this.#sources);
    const shown = this.#root.querySelector('[data-shown]');
    shown?.replaceChildren(...differences(this.#draft, this.#sources));
    const whole = changes.join('\n');
    const title = this.#draft.title || 'A proposal';
    const filled = (this.#root.dataset['send'] ?? '')
      .replace('{title}', encodeURIComponent(title))
      .replace('{changes}', encodeURIComponent(whole))
      .concat(this.#draft.reason === '' ? '' : `&reason=${encodeURIComponent(this.#draft.reason)}`);
    const fits = filled.length <= MOST_LETTERS;
    const send = this.#root.querySelector<HTMLAnchorElement>('[data-send-link]');
    if (send !== null) {
      send.hidden = changes.length === 0;
      send.href = fits
        ? filled
        : (this.#root.dataset['send'] ?? '')
            .replace('{title}', encodeURIComponent(title))
            .replace('{changes}', '');
    }
    this.#field<HTMLTextAreaElement>('text').value = whole;
    this.#root.querySelector('[data-copying]')?.toggleAttribute('hidden', fits || changes.length === 0);
  }
}

/** In the language that the forge’s form takes; quoted as JSON, which is YAML too. */
export function draftedChanges(
  { edits, added }: Pick<Draft, 'edits' | 'added'>,
  sources: readonly Source[],
): readonly string[] {
  const changed = Object.entries(edits).flatMap(([path, body]) => {
    const source = sources.find((one) => one.path === path);
    if (source === undefined) return [];
    if (body === null) return [`- repeal-rule: ${JSON.stringify(path)}`];
    const edit = smallestEdit(source.body, body);
    return edit === null ? [] : [`- edit-rule: ${JSON.stringify({ rule: path, ...edit })}`];
  });
  const made = Object.entries(added).map(([title, text]) => `- add-rule: ${JSON.stringify({ title, text })}`);
  return [...changed, ...made];
}

function differences({ edits, added }: Draft, sources: readonly Source[]): readonly Node[] {
  const both = [
    ...Object.entries(edits).map(([path, body]) => {
      const source = sources.find((one) => one.path === path);
      return { title: source?.title ?? path, before: source?.body ?? '', after: body ?? '' };
    }),
    ...Object.entries(added).map(([title, after]) => ({ title, before: '', after })),
  ];
  return both.flatMap(({ title, before, after }) => {
    const heading = document.createElement('h3');
    heading.textContent = title;
    const diff = document.createElement('div');
    diff.className = 'diff';
    for (const { kind, text } of wordDiff(before.trimEnd(), after.trimEnd())) {
      const piece = document.createElement(kind === 'same' ? 'span' : kind === 'added' ? 'ins' : 'del');
      piece.textContent = text;
      diff.append(piece);
    }
    return [heading, diff];
  });
}

async function begin(root: HTMLElement | null): Promise<void> {
  if (root === null) return;
  const answer = await fetch(root.dataset['rules'] ?? '');
  new Desk(root, (await answer.json()) as readonly Source[]).begin();
}

void begin(document.getElementById('desk'));
