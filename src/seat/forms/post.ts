import { kindsOfChange, previewPost } from '../preview.ts';
import { kindsAt, withPosition, type Kind } from '../read-table.ts';
import { actAndTell } from '../take-step.ts';
import { fieldFor, formOf, matterPage, reasonOf, seatedOnly, seatOf, tell } from './form.ts';
import type { FormAnswer, FormHandler, FilledForm, Said, Visit } from './form.ts';
import { FormProblem } from './given.ts';

interface Written {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
}

function postForm(visit: Visit, kinds: readonly Kind[], written: Written, said: readonly Said[]): FilledForm {
  const { say } = visit.wording;
  const options = kinds.map(({ id, title, votable }) => ({
    value: id,
    label: votable ? say`${title} (voted on)` : title,
  }));
  return formOf({
    kind: 'post',
    title: say`Post something`,
    links: [{ text: say`Want to change a rule? Open the rule and change it there`, to: 'ruleset/' }],
    fields: [
      fieldFor({
        name: 'kind',
        label: say`Category`,
        input: 'one-of',
        options,
        value: written.kind,
        required: true,
      }),
      fieldFor({
        name: 'title',
        label: say`Title`,
        input: 'text',
        value: written.title,
        required: true,
        most: 400,
      }),
      fieldFor({ name: 'text', label: say`Text`, input: 'words', value: written.text }),
    ],
    buttons: [
      { name: 'do', value: 'preview', label: say`Check whether you may post it` },
      ...seatedOnly(visit, { name: 'do', value: 'post', label: say`Post it`, main: true }),
    ],
    said,
    live: true,
  });
}

function judge({ game, who }: Visit, written: Written) {
  return withPosition(game, (position) => ({
    kinds: kindsAt(position),
    // A post from this form has no changes.
    isIdle: kindsOfChange(position.open.play).includes(written.kind),
    refusal: who === null ? null : previewPost(position, game.now(), who, written),
  }));
}

export const postHandler: FormHandler = {
  open: async (visit) => {
    const kinds = await withPosition(visit.game, kindsAt);
    const asked = visit.given.one('kind', 100);
    const kind = kinds.find(({ id }) => id === asked) ?? kinds.find(({ id }) => id === 'plain') ?? kinds[0];
    return postForm(
      visit,
      kinds,
      { kind: kind?.id ?? '', title: visit.given.one('title', 400), text: '' },
      [],
    );
  },
  send: async (visit): Promise<FormAnswer> => {
    const { game, given, wording } = visit;
    const { say } = wording;
    const written = {
      kind: given.one('kind', 100),
      title: given.one('title', 400).trim(),
      text: given.one('text', 60_000),
    };
    const { kinds, isIdle, refusal } = await judge(visit, written);
    if (!kinds.some(({ id }) => id === written.kind))
      throw new FormProblem(400, () => say`The rules have no such category of posts.`);
    const posting = given.one('do', 10) === 'post' && !visit.part;
    if (!posting || refusal !== null) {
      const said =
        refusal === null
          ? tell('done', say`The rules allow it.`, {
              lines: isIdle
                ? [
                    say`If it passes, nothing changes by that: no rule and no value, whatever its text says. To change one, open the rule and change it there.`,
                  ]
                : [],
            })
          : tell('refused', reasonOf(refusal, wording));
      return { form: postForm(visit, kinds, written, [said]) };
    }
    if (written.title === '') throw new FormProblem(400, () => say`A post needs a title.`);
    const who = seatOf(visit);
    const step = await actAndTell(game, () => game.people.open(who, written));
    return { step, done: say`Posted.`, goTo: matterPage(step.post) };
  },
};
