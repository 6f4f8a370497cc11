import { commitResolution, conflictsAt, type FileConflict } from '../../tick/conflicts.ts';
import type { Position } from '../../session/position/position.ts';
import { programChanges } from '../../wording/program-changes.ts';
import { namesInDiff } from '../../session/summaries.ts';
import type { PostData } from '../../kernel/state.ts';
import { joinFile, splitFrontMatter } from '../../ruleset/front-matter.ts';
import { previewResolution } from '../preview.ts';
import { withPosition } from '../read-table.ts';
import { sayInComment } from '../take-step.ts';
import { BARE, fieldFor, formOf, matterPage, seatOf } from './form.ts';
import type { FormAnswer, FormHandler, FilledForm, FormPart, Visit } from './form.ts';
import { FormProblem } from './given.ts';

/** A form in which somebody chooses the words of a matter that passed, but changes what has changed since. */
export function settleForm(
  position: Position,
  { game, who, wording }: Visit,
  post: PostData,
): FilledForm | null {
  const { say } = wording;
  if (who === null || post.status !== 'pending' || position.open.play.clashOf(post) === null) return null;
  if (previewResolution(position, game.now(), who, post.id, 'enact') !== null) return null;
  const conflicts = conflictsAt(position, post);
  if (conflicts.length === 0) return null;
  const isEditable = conflicts.every(({ proposed, inForce }) => proposed !== null && inForce !== null);
  return formOf({
    kind: 'settle',
    title: say`Choose the words`,
    lede: say`“${post.title}” passed, but changes words that have changed since it was proposed. You decide which words come into force.`,
    hidden: { on: post.id },
    partsFirst: 'side by side',
    parts: conflicts.flatMap((conflict, at) => versionsOf(position, post, { conflict, at }, say)),
    fields: !isEditable
      ? []
      : conflicts.map(({ path, proposed }, at) =>
          fieldFor({
            name: `text-${at}`,
            label: say`Your own words for ${titleAt(position, path)}`,
            input: 'rule',
            value: splitFrontMatter(proposed ?? '').body.trim(),
            most: 120_000,
          }),
        ),
    buttons: [
      { name: 'take', value: 'in-force', label: say`Leave what is in force` },
      { name: 'take', value: 'proposed', label: say`Take the proposed words`, main: true },
      ...(isEditable ? [{ name: 'take', value: 'edited', label: say`Use my own words` }] : []),
    ],
  });
}

function titleAt(position: Position, path: string): string {
  const rule = path.replace(/^content\/ruleset\//u, '').replace(/\.(?:md|ts)$/u, '');
  return position.open.play.manifest.rules.find((one) => one.path === rule)?.title ?? rule;
}

/** Both versions, each compared with the text that was there when the matter was proposed. */
function versionsOf(
  position: Position,
  { changes }: PostData,
  { conflict: { path, inForce, proposed }, at }: { readonly conflict: FileConflict; readonly at: number },
  say: Visit['wording']['say'],
): readonly FormPart[] {
  const title = titleAt(position, path);
  const names = namesInDiff(position.open.play);
  const base = changes.flatMap((change) =>
    change.verb === 'file' && change.path === path ? (change.base ?? []) : [],
  )[0];
  const compare = (content: string | null): FormPart['diffs'] =>
    programChanges([{ verb: 'file', path, content, ...(base === undefined ? {} : { base }) }], names);
  const part = (which: string, heading: string, diffs: FormPart['diffs']): FormPart => {
    return { ...BARE, id: `${which}-${at}`, title: heading, diffs };
  };
  return [
    part('in-force', say`In force: ${title}`, compare(inForce)),
    part('proposed', say`Proposed: ${title}`, compare(proposed)),
  ];
}

export const settleHandler: FormHandler = {
  open: async (visit) => {
    const on = visit.given.one('on', 200);
    const form = await withPosition(visit.game, (position) => {
      const post = position.open.play.state().posts[on];
      return post === undefined ? null : settleForm(position, visit, post);
    });
    if (form === null)
      throw new FormProblem(404, ({ say }) => say`There is nothing to choose here any more.`);
    return form;
  },
  send: async (visit): Promise<FormAnswer> => {
    const who = seatOf(visit);
    const { given, game, wording } = visit;
    const [on, take] = [given.one('on', 200), given.one('take', 20)];
    const about = await withPosition(game, (position) => {
      const post = position.open.play.state().posts[on];
      return post === undefined || settleForm(position, visit, post) === null
        ? null
        : { post, conflicts: conflictsAt(position, post) };
    });
    if (about === null)
      throw new FormProblem(404, ({ say }) => say`There is nothing to choose here any more.`);
    const textFor = (conflict: FileConflict): string | null =>
      take === 'edited'
        ? edited(conflict, given.one(`text-${about.conflicts.indexOf(conflict)}`, 120_000))
        : take === 'proposed'
          ? conflict.proposed
          : conflict.inForce;
    const commit = await commitResolution(game, about, textFor, who.id);
    const step = await sayInComment(game, who, on, `/merge ${commit}`);
    return { step, done: wording.say`The words are chosen.`, goTo: matterPage(on) };
  },
};

function edited({ inForce, proposed }: FileConflict, body: string): string {
  return joinFile({
    ...splitFrontMatter(inForce ?? proposed ?? ''),
    body: `${body.replaceAll(/\r\n?/gu, '\n').trim()}\n`,
  });
}
