/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Puts the ruleset of two moments together from the record of changes, and shows what differs.
import { diffWordsWithSpace } from 'diff/lib/diff/word.js';
import type { ChangeLog } from '../prepare/change-log.ts';

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
  if (from && to) [from.value, to.value] = ['0', String(log.changes.length)];
  for (const input of [from, to, whole]) input?.addEventListener('change', () => show(log));
  if (box !== null) box.hidden = false;
  show(log);
}

/** The texts of all rules after so many changes. */
function textsAfter(log: ChangeLog, count: number): Map<string, string> {
  const texts = new Map(Object.entries(log.first));
  for (const { rule, splice } of log.changes.slice(0, count)) {
    if (splice === null) {
      texts.delete(rule);
      continue;
    }
    const [start, gone, instead] = splice;
    const text = texts.get(rule) ?? '';
    texts.set(rule, text.slice(0, start) + instead + text.slice(start + gone));
  }
  return texts;
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
    const text = document.createElement('div');
    text.className = 'prose diff';
    for (const { value, added, removed } of diffWordsWithSpace(old, new_)) {
      const piece = document.createElement(added ? 'ins' : removed ? 'del' : 'span');
      piece.textContent = value;
      text.append(piece);
    }
    parts.push(heading, text);
  }
  if (said !== null) said.textContent = differ === 1 ? 'One rule differs.' : `${differ} rules differ.`;
  outcome?.replaceChildren(...parts);
}
