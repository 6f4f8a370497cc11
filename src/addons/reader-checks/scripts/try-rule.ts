/// <reference lib="dom" />
// Tries a change of a rule in the reader's browser. What it needs is loaded when the rule is opened; no server is asked for anything else.
import type { RuleWritten, Tried } from '../try-change.ts';
import { EMPTY_DRAFT, type DeskDraft } from '../../../site/scripts/drafted.ts';
import { ReaderWorker } from './reader.ts';
import { tellRenewed } from '../../../site/scripts/renewals.ts';
import { say } from '../../../site/scripts/say-here.ts';
// Its sentences have times in them, which are shown like those of the page.
import '../../../site/scripts/written-times.ts';

const part = <T extends HTMLElement>(name: string): T => {
  const found = document.getElementById(name);
  if (found === null) throw new Error(`the page has no ${name}`);
  return found as T;
};

class Trying {
  readonly #root = part('what-if');
  readonly #rule = part<HTMLSelectElement>('what-if-rule');
  readonly #body = part<HTMLTextAreaElement>('what-if-body');
  readonly #clause = part<HTMLTextAreaElement>('what-if-clause');
  readonly #try = part<HTMLButtonElement>('what-if-try');
  readonly #stop = part<HTMLButtonElement>('what-if-stop');
  readonly #reader = new ReaderWorker(this.#root.dataset['reader'] ?? '');
  #before: RuleWritten = { path: '', body: '', clause: '' };
  #tried: { readonly rule: RuleWritten; readonly title: string } | null = null;

  begin(): void {
    const wanted = new URLSearchParams(location.search).get('rule');
    if (wanted !== null) this.#rule.value = wanted;
    if (this.#rule.value === '') this.#rule.selectedIndex = 0;
    this.#rule.addEventListener('change', () => this.#open());
    this.#try.addEventListener('click', () => this.#run());
    this.#stop.addEventListener('click', () => {
      this.#reader.stop();
      this.#rest(say`Stopped.`);
    });
    this.#root.querySelector('[data-go]')?.addEventListener('click', () => this.#carryOver());
    this.#open();
  }

  #open(): void {
    this.#work(say`Loading the game…`);
    this.#reader.ask({ do: 'read', path: this.#rule.value }, (said) => {
      if (said.is === 'failed') this.#rest(say`It can’t be tried here: ${said.why}`);
      if (said.is !== 'rule') return;
      this.#before = said.rule;
      this.#body.value = said.rule.body;
      this.#clause.value = said.rule.clause;
      this.#rest('');
    });
  }

  #written(): RuleWritten {
    return { path: this.#before.path, body: this.#body.value, clause: this.#clause.value };
  }

  #run(): void {
    const rule = this.#written();
    if (rule.body === this.#before.body && rule.clause === this.#before.clause)
      return tell(say`Nothing is changed yet.`);
    this.#work(say`Trying it in a copy of the game…`);
    const start = Date.now();
    this.#reader.ask({ do: 'try', rule }, (said) => {
      if (said.is === 'failed') this.#rest(say`It can’t be tried here: ${said.why}`);
      if (said.is !== 'tried') return;
      part('what-if-found').replaceChildren(...shown(said.tried, rule.clause !== this.#before.clause));
      tellRenewed();
      this.#offer(rule, said.tried);
      if (said.tried.broken === null) tell(say`Looking at side effects, the past weeks and promises…`);
      else this.#rest(say`Tried in ${((Date.now() - start) / 1000).toFixed(1)} s.`);
    });
  }

  /** Offers to continue on the page for proposals. Without a forge, the text can be copied. */
  #offer(rule: RuleWritten, { title, trial }: Tried): void {
    part('what-if-propose').hidden = trial?.ok !== true;
    const text = document.getElementById('what-if-text') as HTMLTextAreaElement | null;
    if (text !== null) text.value = rule.body;
    const link = this.#root.querySelector<HTMLAnchorElement>('[data-go]');
    if (link === null) return;
    link.search = `?rule=${encodeURIComponent(rule.path)}`;
    this.#tried = { rule, title };
  }

  #carryOver(): void {
    if (this.#tried === null) return;
    const { rule, title } = this.#tried;
    const key = `gitnomic-draft ${this.#root.dataset['propose'] ?? ''}`;
    const { body, clause } = this.#before;
    const known = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<DeskDraft>;
    const draft = { ...EMPTY_DRAFT, ...known };
    const one = { body: rule.body, clause: rule.clause, from: { body, clause } };
    const parts = { ...draft.parts, [rule.path]: one };
    localStorage.setItem(key, JSON.stringify({ ...draft, title: draft.title || title, parts }));
  }

  #work(text: string): void {
    part('what-if-found').replaceChildren();
    part('what-if-propose').hidden = true;
    this.#stop.hidden = false;
    for (const one of [this.#body, this.#clause, this.#try]) one.disabled = true;
    tell(text);
  }

  #rest(text: string): void {
    this.#stop.hidden = true;
    for (const one of [this.#body, this.#clause, this.#try]) one.disabled = false;
    tell(text);
  }
}

function shown({ trial, broken, parted }: Tried, isCode: boolean): readonly HTMLElement[] {
  if (trial === null) return [notice('refused', say`Nobody can propose anything now.`)];
  const { ok, problems, warnings = [], omitted, scenarios = [], passing = [], hindsight = [] } = trial;
  const verdict = ok
    ? omitted.length > 0
      ? say`Test run, with everybody in favour: it would pass, but not all of it would work.`
      : say`Test run, with everybody in favour: it works.`
    : problems.length === 0
      ? say`Test run, with everybody in favour: still undecided after ten days.`
      : say`Test run, with everybody in favour: it would fail.`;
  const left = omitted.map(({ change, reason }) => `${change}: ${reason}`);
  return [
    notice(ok && left.length === 0 ? 'done' : 'refused', verdict, problems),
    ...parted.map((one) => notice('plain', one)),
    ...listed(say`When it passes`, passing),
    ...listed(say`Missing, or left out if it passes`, left),
    ...listed(say`Side effects`, warnings),
    ...listed(say`Tests`, scenarios),
    ...listed(say`The past weeks`, hindsight),
    ...(ok && broken?.length === 0
      ? [notice('done', say`No way was found to break what the rules promise.`)]
      : []),
    ...(broken === null || broken.length === 0
      ? []
      : [notice('refused', say`Promises that it breaks`, broken)]),
    ...(isCode
      ? [notice('plain', say`The types of the code aren’t checked here: its syntax and names are.`)]
      : []),
  ];
}

function listed(title: string, lines: readonly string[]): readonly HTMLElement[] {
  return lines.length === 0 ? [] : [notice('plain', title, lines)];
}

function notice(state: string, text: string, lines: readonly string[] = []): HTMLElement {
  const made = document.createElement('div');
  made.classList.add('notice', state);
  const head = document.createElement('p');
  head.textContent = text;
  const list = document.createElement('ul');
  list.append(
    ...lines.map((line) => {
      const item = document.createElement('li');
      item.textContent = line;
      return item;
    }),
  );
  made.append(head, ...(lines.length === 0 ? [] : [list]));
  return made;
}

function tell(text: string): void {
  part('what-if-said').textContent = text;
}

new Trying().begin();
