// Seals the contents of a form. The code for sealing is loaded on demand, and nothing is sent anywhere.
import { say } from './say-here.ts';
import { takePictures } from './carry-picture-in-browser.ts';
import type { FormField } from '../../wording/form-field.ts';
import type { Envelope } from '../../session/secrets/envelope.ts';
import type { Params } from '../../ruleset/plain-data.ts';
import type { SealedSubmission } from '../../session/secrets/seal.ts';
import type { SubmissionForm } from '../data/site-data.ts';
import { readFields } from '../../seat/read-fields.ts';
import { addRows } from './more-rows.ts';

const sender = document.getElementById('sender') as HTMLSelectElement | null;
sender?.addEventListener('change', countSealed);
countSealed();
for (const form of document.querySelectorAll<HTMLFormElement>('form.seal')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void sealForm(form);
  });
  addRows(form);
  takePictures(form);
}

async function sealForm(form: HTMLFormElement): Promise<void> {
  const said = form.querySelector('.said');
  const outcome = form.querySelector<HTMLTextAreaElement>('.sealed-text');
  if (said === null || outcome === null) return;
  try {
    const { newEnvelope, sealEnvelope } = await import('../../session/secrets/seal.ts');
    const parts = partsOf(form);
    const envelope = newEnvelope({
      game: form.dataset['game'] ?? '',
      dynasty: Number(form.dataset['dynasty']),
      submission: form.dataset['submission'] ?? '',
      sender: valueOf('sender'),
      serial: Number(valueOf('serial')),
      ...parts,
    });
    const own = valueOf('own');
    const holders = form.dataset['holders'];
    const { text } =
      holders === undefined
        ? await sealEnvelope(valueOf('recipient'), envelope, own === '' ? [] : [own])
        : await sealTogether(holders, envelope);
    outcome.value = text;
    const shown = outcome.closest('p');
    if (shown !== null) shown.hidden = false;
    said.textContent = say`Sealed. Post everything below as a comment.`;
    outcome.select();
  } catch (error) {
    said.textContent = error instanceof Error ? error.message : String(error);
  }
}

async function sealTogether(text: string, envelope: Envelope): Promise<SealedSubmission> {
  const { needed, people } = JSON.parse(text) as NonNullable<SubmissionForm['holders']>;
  const keyed = people.map(({ id, recipient }) => ({ id, recipient: recipient ?? '' }));
  const without = keyed.filter(({ recipient }) => recipient === '').map(({ id }) => id);
  if (without.length > 0) throw new Error(`No key of ${without.join(', ')} is known yet: ask them for one.`);
  const { sealToHolders } = await import('../../session/secrets/shares.ts');
  return sealToHolders(keyed, needed, envelope);
}

/** Counts the sender’s submissions, since the same page may be used more than once. */
function countSealed(): void {
  const serial = document.getElementById('serial') as HTMLInputElement | null;
  if (serial !== null) serial.value = sender?.selectedOptions[0]?.dataset['sealed'] ?? '0';
}

/** Splits the form into its public part and the part to be sealed. */
function partsOf(form: HTMLFormElement): { readonly open: Params; readonly params: Params } {
  const written = new FormData(form);
  const fields = JSON.parse(form.dataset['fields'] ?? '[]') as (FormField & { readonly open: boolean })[];
  const { words, problems } = readFields(fields, (name) => written.getAll(`p-${name}`).map(String), say);
  if (problems.length > 0) throw new Error(problems.map(({ reason }) => reason).join(' '));
  const part = (open: boolean): Params =>
    Object.fromEntries(
      fields.flatMap((field) =>
        field.open === open && field.id in words ? [[field.id, words[field.id]]] : [],
      ),
    ) as Params;
  return { open: part(true), params: part(false) };
}

function valueOf(id: string): string {
  return (document.getElementById(id) as HTMLInputElement | null)?.value.trim() ?? '';
}
