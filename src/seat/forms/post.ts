import { kindsOfChange, playerAt, previewPost } from '../preview.ts';
import { kindsAt, withPosition, type Kind } from '../read-table.ts';
import { actAndTell } from '../take-step.ts';
import type { Position } from '../../session/position/position.ts';
import type { Person } from '../../forge/events.ts';
import { hasReachedGoal } from '../../session/ask/victory.ts';
import { waysToWin } from '../../wording/ways-to-win.ts';
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

interface Judged {
  readonly kinds: readonly Kind[];
  readonly said: Said;
}

function judge({ game, who, wording }: Visit, written: Written): Promise<Judged> {
  return withPosition(game, (position) => {
    const kinds = kindsAt(position);
    const refusal = who === null ? null : previewPost(position, game.now(), who, written);
    if (refusal !== null) return { kinds, said: tell('refused', reasonOf(refusal, wording)) };
    const claims = kinds.some(({ id, purpose }) => id === written.kind && purpose === 'win');
    if (claims && who !== null) return { kinds, said: saidOfClaim(position, game.now(), who) };
    // A post from this form has no changes.
    const isIdle = kindsOfChange(position.open.play).includes(written.kind);
    return { kinds, said: saidOfPost(isIdle, wording) };
  });
}

function saidOfPost(isIdle: boolean, { say }: Visit['wording']): Said {
  const idle = say`If it passes, nothing changes by that: no rule and no value, whatever its text says. To change one, open the rule and change it there.`;
  return tell('done', say`The rules allow it.`, { lines: isIdle ? [idle] : [] });
}

/** Anybody may claim that they have won, so that the rules allow it means nothing yet. */
function saidOfClaim(position: Position, now: string, who: Person): Said {
  const { play } = position.open;
  const { say } = play.wording;
  if (hasReachedGoal(play, now, playerAt(position, who)))
    return tell('done', say`By the rules you have won. Once you post this, everybody votes on it.`);
  const lines = waysToWin(play).map(({ said }) => said);
  return tell(
    'plain',
    say`Anybody may say so, and no rule says it of you: the others decide by their votes.`,
    {
      lines: lines.length === 0 ? [say`No rule says yet how this dynasty is won.`] : lines,
    },
  );
}

export const postHandler: FormHandler = {
  open: async (visit) => {
    const kinds = await withPosition(visit.game, kindsAt);
    const asked = visit.given.one('kind', 100);
    const kind = kinds.find(({ id }) => id === asked) ?? kinds.find(({ id }) => id === 'plain') ?? kinds[0];
    const written = { kind: kind?.id ?? '', title: visit.given.one('title', 400), text: '' };
    return postForm(
      visit,
      kinds,
      written,
      kind?.purpose === 'win'
        ? [(await judge(visit, { ...written, title: written.title || kind.title })).said]
        : [],
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
    const { kinds, said } = await judge(visit, written);
    if (!kinds.some(({ id }) => id === written.kind))
      throw new FormProblem(400, () => say`The rules have no such category of posts.`);
    const posting = given.one('do', 10) === 'post' && !visit.part;
    if (!posting || said.tone === 'refused') return { form: postForm(visit, kinds, written, [said]) };
    if (written.title === '') throw new FormProblem(400, () => say`A post needs a title.`);
    const who = seatOf(visit);
    const step = await actAndTell(game, () => game.people.open(who, written));
    return { step, done: say`Posted.`, goTo: matterPage(step.post) };
  },
};
