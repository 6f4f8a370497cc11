/// <reference lib="dom" />
// Shows what the worker finds that checks the game. The worker and the record are loaded when somebody asks for a check.
import type { CheckedPart, WrongRow } from '../published.ts';
import { ReaderWorker } from './reader.ts';
import { say, time } from '../../../site/scripts/say-here.ts';

const box = document.getElementById('check');
const what = document.getElementById('check-what') as HTMLSelectElement | null;
const run = document.getElementById('check-run') as HTMLButtonElement | null;
const progress = document.getElementById('check-progress') as HTMLProgressElement | null;
const found = document.getElementById('check-found');
begin(new ReaderWorker(box?.dataset['reader'] ?? ''));

function begin(reader: ReaderWorker): void {
  run?.addEventListener('click', () => check(reader));
}

function check(reader: ReaderWorker): void {
  const [start, wrongBefore] = [Date.now(), { any: false }];
  if (run !== null) run.disabled = true;
  found?.replaceChildren();
  tell(say`Loading the record…`);
  if (progress !== null) {
    progress.hidden = false;
    progress.removeAttribute('value');
  }
  const end = (text: string): void => {
    if (run !== null) run.disabled = false;
    if (progress !== null) progress.hidden = true;
    tell(text);
  };
  reader.ask({ do: 'check', dynasty: what?.value ? Number(what.value) : null }, (said) => {
    if (said.is === 'failed') end(say`It can’t be checked here: ${said.why}`);
    if (said.is === 'played') showProgress(said.line, said.of);
    if (said.is === 'checked') {
      wrongBefore.any ||= isWrong(said.checked);
      found?.append(...shown(said.checked));
    }
    if (said.is === 'checked' && said.checked.part === 'journal') tell(say`Playing the game again…`);
    if (said.is !== 'done') return;
    const seconds = ((Date.now() - start) / 1000).toFixed(1);
    end(
      wrongBefore.any ? say`Something is wrong, after ${seconds} s.` : say`All checked, after ${seconds} s.`,
    );
  });
}

function showProgress(line: number, of: number): void {
  tell(say`Playing the game again: line ${line} of ${of}`);
  if (progress === null || of === 0) return;
  progress.max = of;
  progress.value = line;
}

function isWrong(checked: CheckedPart): boolean {
  if (checked.part === 'objects') return checked.damaged.length > 0;
  return checked.wrong !== null && !(checked.part === 'game' && checked.isSame === null);
}

function shown(checked: CheckedPart): readonly HTMLElement[] {
  const state = isWrong(checked) ? 'refused' : 'done';
  if (checked.part === 'objects') {
    const { count, damaged } = checked;
    if (damaged.length === 0) return [notice(state, say`✓ ${count} objects match their names.`)];
    return [notice(state, say`✗ Damaged: ${damaged.join(', ')}`)];
  }
  if (checked.part === 'journal') {
    const { lines, hidden, wrong } = checked;
    const rest = hidden === 0 ? [] : [notice('plain', say`The words of ${hidden} texts are hidden.`)];
    return wrong === null
      ? [notice(state, say`✓ ${lines} lines of the journal form an unbroken chain.`), ...rest]
      : [wrongRow(wrong), ...rest];
  }
  const { tallies, rolls, enacted, since, isSame, wrong, lines } = checked;
  if (isSame === null)
    return [
      notice('plain', say`Some words aren’t shown, so the ledger can’t be checked: ${wrong?.why ?? ''}`),
    ];
  if (wrong !== null) return [wrongRow(wrong)];
  const counted = say`✓ ${lines} lines of the ledger follow from the journal: ${tallies} tallies, ${rolls} rolls and ${enacted} enactments, every rule and every value.`;
  const later = since === null ? [] : [notice('plain', say`Nothing before ${time(since)} is played again.`)];
  return [notice(state, counted), ...later];
}

function wrongRow({ path, row, text, why }: WrongRow): HTMLElement {
  const place = row === 0 ? path : say`${path}, line ${row}`;
  const shown = notice('refused', say`✗ ${place}: ${why}`);
  if (text !== '') {
    const pre = document.createElement('pre');
    pre.textContent = text.slice(0, 2000);
    shown.append(pre);
  }
  return shown;
}

function notice(state: string, text: string): HTMLElement {
  const made = document.createElement('div');
  made.classList.add('notice', state);
  made.textContent = text;
  return made;
}

function tell(text: string): void {
  const said = document.getElementById('check-said');
  if (said !== null) said.textContent = text;
}
