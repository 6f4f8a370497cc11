/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Puts the ruleset of two moments together from the record of changes, and shows what differs.
import { diffWordsWithSpace } from 'diff/lib/diff/word.js';
import { textsAfter, type ChangeLog } from '../prepare/change-log.ts';

const box = document.getElementById('then');
const [from, to] = ['from', 'to'].map((id) => document.getElementById(id) as HTMLSelectElement | null);
const whole = document.getElementById('whole') as HTMLInputElement | null;
const outcome = document.getElementById('outcome');
const said = document.getElementById('said');

if (box !== null && from && to && whole !== null && outcome !== null && said !== null) void begin();

async function begin(): Promise<void> {
  const log = (await (await fetch(box?.dataset['log'] ?? '')).json()) as ChangeLog;
  const labels = [
    'the beginning',
    ...log.changes.map(({ at }) => at.slice(0, 16).replace('T', ' ') + ' UTC'),
  ];
  // Changes of one moment belong together: the last of them is the moment.
  const moments = labels.flatMap((label, at) => (label === labels[at + 1] ? [] : [{ label, at }]));
  for (const select of [from, to])
    select?.append(...moments.map(({ label, at }) => new Option(label, String(at))));
  // What differs between dynasties is nearly everything: it begins with the one that is played.
  const begun = log.changes.findLastIndex(({ post }) => post === '') + 1;
  if (from && to) [from.value, to.value] = [String(begun), String(log.changes.length)];
  for (const input of [from, to, whole]) input?.addEventListener('change', () => show(log));
  if (box !== null) box.hidden = false;
  show(log);
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
    parts.push(heading, sideBySide(old, new_));
  }
  if (said !== null) said.textContent = differ === 1 ? 'One rule differs.' : `${differ} rules differ.`;
  outcome?.replaceChildren(...parts);
}

/** The one text on the left with what went marked, the other on the right with what came; one where nothing differs. */
function sideBySide(old: string, new_: string): HTMLElement {
  const both = document.createElement('div');
  const [left, right] = [document.createElement('div'), document.createElement('div')];
  for (const { value, added, removed } of diffWordsWithSpace(old, new_)) {
    const piece = document.createElement(added ? 'ins' : removed ? 'del' : 'span');
    piece.textContent = value;
    if (!added) left.append(piece.cloneNode(true));
    if (!removed) right.append(piece);
  }
  both.className = old === new_ ? '' : 'both';
  for (const [side, text] of [
    [left, old],
    [right, new_],
  ] as const) {
    side.className = 'prose diff';
    if (text === '')
      side.replaceChildren(
        Object.assign(document.createElement('p'), { className: 'meta', textContent: 'It was not there.' }),
      );
  }
  both.append(...(old === new_ ? [right] : [left, right]));
  return both;
}
