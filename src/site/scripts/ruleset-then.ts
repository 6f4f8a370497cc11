/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Reconstructs the ruleset at two moments from the record of changes, and shows the differences.
import { readJson } from './read-files.ts';
import { say, time } from './say-here.ts';
import { diffWordsWithSpace } from 'diff/lib/diff/word.js';
import { textsAfter } from '../data/texts-after.ts';
import type { ChangeLog } from '../data/rule-data.ts';
import { changedParts, isMarked, MarkedText, type Piece, type Stretch } from './marked-text.ts';

const box = document.getElementById('then');
const [from, to] = ['from', 'to'].map((id) => document.getElementById(id) as HTMLSelectElement | null);
const whole = document.getElementById('whole') as HTMLInputElement | null;
const outcome = document.getElementById('outcome');
const said = document.getElementById('said');

if (box !== null && from && to && whole !== null && outcome !== null && said !== null) void begin();

async function begin(): Promise<void> {
  const log = await readJson<ChangeLog>(box?.dataset['log'] ?? '');
  const labels = [say`the beginning`, ...log.changes.map(labelOf)];
  // Changes at the same moment belong together; the last of them stands for the moment.
  const moments = labels.flatMap((label, at) => (label === labels[at + 1] ? [] : [{ label, at }]));
  for (const select of [from, to])
    select?.append(...moments.map(({ label, at }) => new Option(label, String(at))));
  // The comparison starts with what changed last. Two dynasties differ in nearly everything, so it does not go back to one before.
  const begun = log.changes.findLastIndex(({ post }) => post === '') + 1;
  const before = Math.max(begun, moments.at(-2)?.at ?? 0);
  if (from && to) [from.value, to.value] = [String(before), String(log.changes.length)];
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
  show(log);
}

function labelOf({ at, post, title }: ChangeLog['changes'][number]): string {
  const by = title ?? (post === '' ? say`a new beginning` : post);
  return `${by}, ${time(at)}`;
}

function show(log: ChangeLog): void {
  const before = textsAfter(log, Number(from?.value));
  const after = textsAfter(log, Number(to?.value));
  const parts: HTMLElement[] = [];
  let differ = 0;
  for (const { rule, title } of log.order) {
    const [old, new_] = [before.get(rule) ?? '', after.get(rule) ?? ''];
    if (old !== new_) differ++;
    else if (whole?.checked !== true || new_ === '') continue;
    const heading = document.createElement('h2');
    heading.textContent = title;
    parts.push(heading, sideBySide(old, new_, whole?.checked === true));
  }
  const moment = from?.value === to?.value ? (to?.selectedOptions[0]?.text ?? null) : null;
  if (said !== null && moment !== null) said.textContent = say`The ruleset after ${moment}.`;
  else if (said !== null)
    said.textContent = differ === 1 ? say`One rule differs.` : say`${differ} rules differ.`;
  outcome?.replaceChildren(...parts);
}

/**
 * The old text on the left with removals marked, the new one on the right with additions; a single text if they are
 * equal. Unless all of it is wanted, an ellipsis stands for the blocks between changes.
 */
function sideBySide(old: string, new_: string, isWhole: boolean): HTMLElement {
  const gone: Stretch[] = [];
  const come: Stretch[] = [];
  let [left, right] = [0, 0];
  for (const { value, added, removed } of diffWordsWithSpace(old, new_)) {
    if (removed) gone.push([left, left + value.length]);
    if (added) come.push([right, right + value.length]);
    if (!added) left += value.length;
    if (!removed) right += value.length;
  }
  const sides = [new MarkedText(old, gone, 'del'), new MarkedText(new_, come, 'ins')].map((text) =>
    text.blocks(),
  );
  // If only Markdown markup differs, that is shown.
  const plain = old !== new_ && !sides.some(isMarked);
  const both = document.createElement('div');
  both.className = old === new_ ? '' : 'both';
  both.append(
    ...(old === new_ ? sides.slice(1) : sides).map((blocks, at) => {
      const side = document.createElement('div');
      side.className = 'prose diff';
      const text = [old, new_][at] ?? '';
      if (plain) side.append(element({ tag: 'p', inside: [text] }));
      else if (blocks.length > 0) side.append(...(isWhole ? blocks : changedParts(blocks)).map(element));
      else
        side.append(
          Object.assign(document.createElement('p'), {
            className: 'meta',
            textContent: say`It was not there.`,
          }),
        );
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
