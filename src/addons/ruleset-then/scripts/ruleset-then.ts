/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Reconstructs the ruleset at two moments from the record of changes, and shows the differences.
import { readJson } from '../../../site/scripts/read-files.ts';
import { say, time } from '../../../site/scripts/say-here.ts';
import type { ChangeLog } from '../../../site/data/site-data.ts';
import type { Piece } from '../../../site/scripts/marked-text.ts';
import { isSameMoment, lastChange, rulesBetween, type RuleBetween } from '../rules-between.ts';

const box = document.getElementById('then');
const [from, to] = ['from', 'to'].map((id) => document.getElementById(id) as HTMLSelectElement | null);
const whole = document.getElementById('whole') as HTMLInputElement | null;
const outcome = document.getElementById('outcome');
const said = document.getElementById('said');

if (box !== null && from && to && whole !== null && outcome !== null && said !== null) void begin();

async function begin(): Promise<void> {
  const log = await readJson<ChangeLog>(box?.dataset['log'] ?? '');
  const labels = [say`the beginning`, ...log.changes.map(labelOf)];
  // The last change of a moment stands for it.
  const moments = labels.flatMap((label, at) => {
    const one = log.changes[at - 1];
    return one !== undefined && isSameMoment(one, log.changes[at]) ? [] : [{ label, at }];
  });
  for (const select of [from, to])
    select?.append(...moments.map(({ label, at }) => new Option(label, String(at))));
  // The comparison starts with the last change, which is part of the page.
  const last = lastChange(log);
  if (from && to) [from.value, to.value] = [String(last.from), String(last.to)];
  // The address contains both moments, so that a comparison can be shared.
  const asked = new URLSearchParams(location.search);
  for (const [name, select] of [
    ['from', from],
    ['to', to],
  ] as const) {
    const at = asked.get(name);
    if (select && moments.some((one) => String(one.at) === at)) select.value = at ?? '';
  }
  // The address of a matter shows the whole ruleset as it stood after it.
  const after = log.changes.findLastIndex(({ post }) => post !== '' && post === asked.get('after'));
  if (after >= 0 && whole !== null) {
    for (const select of [from, to]) if (select) select.value = String(after + 1);
    whole.checked = true;
  }
  for (const input of [from, to, whole])
    input?.addEventListener('change', () => {
      history.replaceState(null, '', `?from=${from?.value ?? ''}&to=${to?.value ?? ''}`);
      show(log);
    });
  const isAsked =
    from?.value !== String(last.from) || to?.value !== String(last.to) || whole?.checked === true;
  show(log, !isAsked);
}

function labelOf({ at, post, title }: ChangeLog['changes'][number]): string {
  const by = title ?? (post === '' ? say`a new beginning` : post);
  return `${by}, ${time(at)}`;
}

function show(log: ChangeLog, isThere = false): void {
  const rules = rulesBetween(log, {
    from: Number(from?.value),
    to: Number(to?.value),
    whole: whole?.checked === true,
  });
  const differ = rules.filter((one) => one.differs).length;
  const moment = from?.value === to?.value ? (to?.selectedOptions[0]?.text ?? null) : null;
  if (said !== null && moment !== null) said.textContent = say`The rules after ${moment}.`;
  else if (said !== null) said.textContent = say`${differ} rules have changed.`;
  if (isThere) return;
  outcome?.replaceChildren(
    ...rules.flatMap((one) => [
      Object.assign(document.createElement('h2'), { textContent: one.title }),
      sideBySide(one),
    ]),
  );
}

/** The old text on the left, the new one on the right; a single text if they are equal. */
function sideBySide({ differs, sides }: RuleBetween): HTMLElement {
  const both = document.createElement('div');
  both.className = differs ? 'both' : '';
  both.append(
    ...sides.map((pieces) => {
      const side = document.createElement('div');
      side.className = 'prose diff';
      const absent = { className: 'meta', textContent: say`It didn’t exist yet.` };
      side.append(...(pieces?.map(element) ?? [Object.assign(document.createElement('p'), absent)]));
      return side;
    }),
  );
  return both;
}

function element({ tag, inside }: Piece): HTMLElement {
  const made = document.createElement(tag);
  made.append(...inside.map((piece) => (typeof piece === 'string' ? piece : element(piece))));
  if (tag !== 'table') return made;
  const scroll = Object.assign(document.createElement('div'), { className: 'scroll', tabIndex: 0 });
  scroll.setAttribute('role', 'group');
  scroll.setAttribute('aria-label', say`Table`);
  scroll.append(made);
  return scroll;
}
