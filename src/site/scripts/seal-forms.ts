/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Seals what a form says. The sealing itself is loaded when it is needed; nothing is sent anywhere.
import { carryPicture } from './carry-picture-in-browser.ts';
import type { Json } from '../../play/secrets/envelope.ts';

const box = document.getElementById('seal');
if (box !== null) box.hidden = false;
const sender = document.getElementById('sender') as HTMLSelectElement | null;
sender?.addEventListener('change', countSealed);
countSealed();
for (const form of document.querySelectorAll<HTMLElement>('.seal'))
  form.querySelector('button')?.addEventListener('click', () => void sealForm(form));

async function sealForm(form: HTMLElement): Promise<void> {
  const said = form.querySelector('.said');
  const outcome = form.querySelector<HTMLTextAreaElement>('.sealed-text');
  if (said === null || outcome === null) return;
  try {
    const { newEnvelope, sealEnvelope: seal } = await import('../../play/secrets/seal.ts');
    const envelope = newEnvelope({
      game: form.dataset['game'] ?? '',
      dynasty: Number(form.dataset['dynasty']),
      submission: form.dataset['submission'] ?? '',
      sender: valueOf('sender'),
      serial: Number(valueOf('serial')),
      open: await readFields(form, 'true'),
      params: await readFields(form, 'false'),
    });
    const own = valueOf('own');
    const { text } = await seal(valueOf('recipient'), envelope, own === '' ? [] : [own]);
    outcome.value = text;
    const shown = outcome.closest('p');
    if (shown !== null) shown.hidden = false;
    said.textContent = 'Sealed. Post all of what stands below as a comment.';
    outcome.select();
  } catch (error) {
    said.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** The sender’s own count, which whoever seals twice from the same page goes on with. */
function countSealed(): void {
  const serial = document.getElementById('serial') as HTMLInputElement | null;
  if (serial !== null) serial.value = sender?.selectedOptions[0]?.dataset['sealed'] ?? '0';
}

async function readFields(form: HTMLElement, open: string): Promise<Record<string, Json>> {
  const fields: Record<string, Json> = {};
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(`[data-open="${open}"]`)) {
    const { field: id = '', input = '' } = field.dataset;
    const file = form.querySelector<HTMLInputElement>(`[data-file-of="${id}"]`)?.files?.[0];
    if (file !== undefined) fields[id] = await carryPicture(file);
    else if (field instanceof HTMLSelectElement && field.multiple)
      fields[id] = [...field.selectedOptions].map(({ value }) => value);
    else if (field.value.trim() !== '') fields[id] = read(id, input, field.value);
    else if (input === 'lines' || input === 'numbers') fields[id] = [];
  }
  return fields;
}

function read(id: string, input: string, value: string): Json {
  if (input === 'yes-no') return value === 'true';
  if (input === 'integer') return wholeNumber(id, value);
  if (input === 'lines' || input === 'numbers') {
    const lines = value.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
    return input === 'lines' ? lines : lines.map((line) => wholeNumber(id, line));
  }
  if (input !== 'yaml') return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    throw new Error(`${id} must be JSON, such as ["a", "b"].`);
  }
}

function wholeNumber(id: string, value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number)) throw new Error(`${id} must be a whole number, and is “${value}”.`);
  return number;
}

function valueOf(id: string): string {
  return (document.getElementById(id) as HTMLInputElement | null)?.value.trim() ?? '';
}
