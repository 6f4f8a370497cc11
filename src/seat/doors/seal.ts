import type { FieldProblem } from '../read-fields.ts';
import { readForm } from '../read-form.ts';
import { previewSeal } from '../preview-seal.ts';
import { withPosition } from '../read-table.ts';
import { kindsToSeal, sealedAt, sealForm, takeSeal, type SealForm } from '../take-seal.ts';
import { inWords, namingOf } from '../../decide/naming.ts';
import { formOf, reasonOf, say, seatedOnly, seatOf } from './door.ts';
import type { DoorAnswer, Door, DoorForm, DoorPart, Said, Visit } from './door.ts';
import { fieldsWith, startOfFields } from './form-fields.ts';
import { DoorProblem } from './given.ts';
import { markOf } from './mark.ts';

async function asked(visit: Visit): Promise<SealForm> {
  const kind = visit.given.one('kind', 100);
  const found = await withPosition(visit.game, (position) => sealForm(position, kind));
  if (found === null) throw new DoorProblem(404, 'The rules know no such submission.');
  return found;
}

function formFor(
  visit: Visit,
  { kind, title, fields, inPublic, foreseen }: SealForm,
  problems: readonly FieldProblem[],
  said: readonly Said[],
): DoorForm {
  const given = visit.given.has('do')
    ? (id: string): readonly string[] => visit.given.all(`p-${id}`)
    : startOfFields(fields);
  const named = fields.map((one) => ({
    ...one,
    label: `${one.label}${inPublic.has(one.id) ? ' (public)' : ' (sealed)'}`,
  }));
  return formOf({
    door: 'seal',
    title,
    lede: 'Only its receiver can read a sealed submission. Everybody sees that it was sent, by whom and when.',
    hidden: { kind, mark: said.at(-1)?.mark ?? '' },
    fields: fieldsWith(named, given, problems),
    buttons: [
      ...(foreseen ? [{ name: 'do', value: 'preview', label: 'Preview' }] : []),
      ...seatedOnly(visit, { name: 'do', value: 'seal', label: 'Seal and send', main: true }),
    ],
    said,
  });
}

/** The sealed submissions of this game, decrypted for their receiver. */
function sealedParts({ game, who }: Pick<Visit, 'game' | 'who'>): Promise<readonly DoorPart[]> {
  return withPosition(game, (position) => {
    const naming = namingOf(position.open.play);
    return sealedAt(position, who).map(({ id, n, kind, by, at, open, contents, used }) => ({
      id,
      title: `${n} · ${kind} by ${by}`,
      meta: `${at.slice(0, 16).replace('T', ' ')} UTC${used ? ', used' : ''}${contents === null ? '; sealed: its receiver can open it from their seat' : ''}`,
      wrong: Object.entries({ ...open, ...contents }).map(
        ([key, value]) => `${inWords(key)}: ${naming.value(value)}`,
      ),
      diffs: [],
      links: [],
      buttons: [],
    }));
  });
}

async function overview(visit: Visit): Promise<DoorForm> {
  const kinds = Object.entries(await withPosition(visit.game, kindsToSeal));
  const parts = await sealedParts(visit);
  return formOf({
    door: 'seal',
    title: 'Sealed',
    said: parts.length === 0 ? [say('plain', 'Nothing was sealed yet.')] : [],
    lede:
      kinds.length === 0
        ? 'No rule asks for anything sealed.'
        : 'Only its receiver can read a sealed submission. Everybody sees that it was sent, by whom and when.',
    links: kinds.map(([kind, { title }]) => ({
      text: `Seal ${title ?? kind}`,
      to: `do/seal/?kind=${encodeURIComponent(kind)}`,
    })),
    parts,
  });
}

const NOT_YET = say(
  'plain',
  'Nothing is sent yet, and what is sent can’t be taken back: look at it, and press the button again.',
);

/** Sends a submission that the rules require to be sealed. */
export const sealDoor: Door = {
  open: async (visit) =>
    visit.given.has('kind') ? formFor(visit, await asked(visit), [], []) : overview(visit),
  send: async (visit): Promise<DoorAnswer> => {
    const who = seatOf(visit);
    const found = await asked(visit);
    const { words, problems } = readForm(found.kind, found.fields, (id) => visit.given.all(`p-${id}`));
    if (problems.length > 0) {
      const reasons = problems.flatMap(({ field, reason }) => (field === null ? [reason] : []));
      const said = reasons.length === 0 ? [] : [say('refused', null, { lines: reasons })];
      return { form: formFor(visit, found, problems, said), status: 422 };
    }
    const { refusal, told } = await withPosition(visit.game, (position) =>
      previewSeal(position, visit.game.now(), who, found.kind, words),
    );
    const mark = markOf([who.id, found.kind, words, told], visit.game.now());
    const looking = visit.given.one('do', 10) === 'preview';
    if (looking || refusal !== null || visit.given.one('mark', 64) !== mark) {
      const first = looking ? [] : [NOT_YET];
      const said =
        refusal === null
          ? [...first, say('done', told === null ? 'The rules allow it.' : null, { told, mark })]
          : [say('refused', reasonOf(refusal))];
      return { form: formFor(visit, found, [], said), status: refusal === null ? 200 : 422 };
    }
    const step = await takeSeal(visit.game, who, found, words);
    return { step, done: 'It is sealed and sent.', goTo: 'do/seal/' };
  },
};
