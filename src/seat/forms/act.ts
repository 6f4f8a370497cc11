import { choicesFrom } from '../choices-from.ts';
import { formFieldsOf, type FormField } from '../../wording/form-field.ts';
import { namingOf, type Naming } from '../../wording/naming.ts';
import { rowsIn, type FieldProblem } from '../read-fields.ts';
import { cutTo } from '../../kernel/bounds.ts';
import { privateWords } from '../../store/private-values.ts';
import { nearest } from '../../kernel/names.ts';
import type { RefusalData } from '../../kernel/refusal.ts';
import type { Wording } from '../../language/wording.ts';
import { readForm } from '../read-form.ts';
import { playerAt, type Preview, previewAction } from '../preview.ts';
import { actionOf, withPosition } from '../read-table.ts';
import { takeAction } from '../take-step.ts';
import { reasonOf, seatedOnly, seatOf, tell } from './form.ts';
import { formOf, type FormAnswer, type FormHandler, type FilledForm, type Said, type Visit } from './form.ts';
import { fieldsWith, neededNow, startOfFields } from './form-fields.ts';
import { unlessAborted } from '../../session/ask/call-guard.ts';
import { DOES_NOT_COME_BACK } from '../../wording/rule-fault.ts';
import { FormProblem } from './given.ts';
import { markOf } from './mark.ts';

interface Begun {
  readonly id: string;
  readonly title: string;
  readonly about: string | null;
  readonly fields: readonly FormField[];
  readonly given: (id: string) => readonly string[];
  readonly words: Readonly<Record<string, unknown>>;
  readonly problems: readonly FieldProblem[];
  readonly preview: Preview | null;
  /** The parameters that only the head of the dynasty may read. */
  readonly hidden: ReadonlySet<string>;
}

/** A picture is longer than anything that people would read. */
const MOST_SHOWN = 200;

/** The form as far as it is filled in, with the rules' response. A link can fill it in, too. */
async function begin({ game, who, given: sent, wording }: Visit, isSent: boolean): Promise<Begun> {
  return withPosition(game, (position) => {
    const id = sent.one('action', 100);
    const action = actionOf(position, id);
    if (action === null) {
      const near = nearest(id, Object.keys(position.open.play.model.actions));
      throw new FormProblem(404, ({ say }) =>
        near === null
          ? say`The rules have no such action.`
          : say`The rules have no such action. Did you mean ${near}?`,
      );
    }
    const { play } = position.open;
    const me = who === null ? null : playerAt(position, who);
    const fields = formFieldsOf(action.with, play.state(), choicesFrom(play, game.now(), me), me);
    const start = startOfFields(fields);
    const given = (name: string): readonly string[] =>
      isSent || sent.has(`p-${name}`) ? sent.all(`p-${name}`) : start(name);
    const { words, problems } = readForm(id, fields, given, wording.say);
    const preview =
      who !== null && problems.length === 0 ? previewAction(position, game.now(), who, id, words) : null;
    const refusal = preview?.refusal ?? null;
    const by = who === null ? '' : playerAt(position, who);
    const refusalWith = (more: Begun['words']): RefusalData | null =>
      unlessAborted(
        () =>
          play.sandbox.refusalsOf([{ type: 'act', at: game.now(), by, action: id, with: more }])[0] ?? null,
        DOES_NOT_COME_BACK,
      );
    const judged = [...problems, ...refused(preview, fields, namingOf(play))];
    return {
      id,
      title: action.title ?? id,
      about: action.about,
      fields: neededNow(fields, (more) =>
        Object.keys(more).length === 0 ? refusal : refusalWith({ ...more, ...words }),
      ),
      given,
      words,
      problems: judged,
      preview,
      hidden: privateWords(action.with),
    };
  });
}

function refused(
  preview: Preview | null,
  fields: readonly FormField[],
  naming: Naming,
): readonly FieldProblem[] {
  const refusal = preview?.refusal ?? null;
  if (refusal === null) return [];
  const reason = naming.prose(reasonOf(refusal, naming.wording));
  const kebab = refusal.param?.replace(/[A-Z]/gu, (sign) => `-${sign.toLowerCase()}`) ?? null;
  return [{ field: fields.some(({ id }) => id === kebab) ? kebab : null, reason }];
}

function saidOf(begun: Begun, { who, game, wording }: Visit): Said {
  const { id, words, problems, preview } = begun;
  const { say } = wording;
  const price = preview?.price ?? [];
  const lines: string[] =
    price.length === 0 ? [] : [say`It costs ${price.reduce((before, next) => say`${before} and ${next}`)}.`];
  const wrong = problems.flatMap(({ field }) => (field === null ? [] : [`p-${field}`]));
  if (preview === null || problems.length > 0) {
    const title = (preview?.refusal ?? null) === null ? null : say`The rules don’t allow it like this.`;
    const reasons = problems.map(({ reason }) => reason);
    const unknown = problems.length === 0 ? [say`Say who you are to see what the rules would say.`] : [];
    return tell('refused', title, { lines: [...reasons, ...lines, ...unknown], wrong });
  }
  const { result, changes, stays, unseen, byChance } = preview;
  if (unseen) lines.push(say`The rules decide this in secret. You see the result once you press.`);
  if (byChance)
    lines.push(
      changes.length === 0
        ? say`Chance decides the rest.`
        : say`This happens whatever falls, as far as was tried. Chance decides the rest:`,
    );
  const title = unseen ? say`You would do this:` : say`The rules allow it.`;
  const list = unseen ? chosenIn(begun, say) : [...stays, ...changes];
  const shown = tell('done', title, { lines, result, list });
  return { ...shown, mark: markOf([who?.id, id, words, shown], game.now()) };
}

/** What somebody has chosen, and whether others can read it. */
function chosenIn({ title, fields, given, hidden }: Begun, say: Wording['say']): readonly string[] {
  const words = fields.flatMap(({ id, label, options }) => {
    const rows = Array.from({ length: rowsIn(id, given) }).flatMap((_, at) => given(`${id}.${at}`));
    const texts = [...given(id), ...rows].filter((one) => one !== '');
    const shown = texts.map((one) =>
      one.startsWith('data:') ? say`a picture` : (options.find(({ value }) => value === one)?.label ?? one),
    );
    if (shown.length === 0) return [];
    const said = `${label}: ${cutTo(shown.join(', '), MOST_SHOWN)}`;
    return [hidden.has(id) ? say`${said} (sealed)` : said];
  });
  return [title, ...words];
}

function actForm(visit: Visit, begun: Begun, said: readonly Said[]): FilledForm {
  const { say } = visit.wording;
  const { id, title, about, fields, given, problems } = begun;
  return formOf({
    kind: 'act',
    title,
    lede: about,
    hidden: { action: id, mark: said.at(-1)?.mark ?? '' },
    fields: fieldsWith(fields, given, said.length === 0 ? [] : problems),
    buttons: [
      { name: 'do', value: 'preview', label: say`Preview` },
      ...seatedOnly(visit, { name: 'do', value: 'take', label: say`Do it`, main: true }),
    ],
    said,
    live: true,
  });
}

/** Performs an action of the rules. It can't be undone, so it is confirmed after a preview. */
export const actHandler: FormHandler = {
  open: async (visit) => {
    const begun = await begin(visit, false);
    // If the link filled in everything, or there is nothing to fill in, the preview is shown at once.
    const isWhole = begun.fields.every(({ id }) => visit.given.has(`p-${id}`));
    return actForm(visit, begun, isWhole ? [saidOf(begun, visit)] : []);
  },
  send: async (visit): Promise<FormAnswer> => {
    const begun = await begin(visit, true);
    const said = saidOf(begun, visit);
    const { say } = visit.wording;
    const notYet = tell('plain', say`Check the preview, then press the button again.`);
    const taking = visit.given.one('do', 10) === 'take' && !visit.part;
    const who = taking ? seatOf(visit) : null;
    const seen = said.mark !== '' && visit.given.one('mark', 64) === said.mark;
    if (who === null || !seen) {
      const first = taking && said.tone === 'done' ? [notYet] : [];
      return { form: actForm(visit, begun, [...first, said]) };
    }
    const step = await takeAction(visit.game, who, begun.id, begun.words);
    return { step, done: say`${who.name}: ${begun.title}. Done.`, goTo: '' };
  },
};
