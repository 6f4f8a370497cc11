import { sayCommit } from '../../wording/say-taken-action.ts';
import { readNames } from '../read-table.ts';
import { BARE, formOf } from './form.ts';
import type { FormAnswer, FormHandler, FilledForm, FormPart, Visit } from './form.ts';
import { assertPractice, FormProblem } from './given.ts';

const NOTHING = { ok: true, said: [], post: null } as const;

async function pointsForm({ game, games, wording }: Visit): Promise<FilledForm> {
  const { say } = wording;
  const { model, naming } = await readNames(game);
  const points = (await game.points()).map((one) => ({
    ...one,
    sentence: sayCommit(one.message, model, naming),
  }));
  const others = [...games.values()].filter((other) => other.folder !== game.folder);
  return formOf({
    kind: 'back',
    title: say`Go back`,
    lede: say`Rewinding copies the game as it was into a new folder, and you go on there alone. This game and the others in it carry on unchanged. The copy rolls the same dice if you do the same things.`,
    parts: [
      { ...BARE, id: 'here', title: say`You are here`, meta: game.folder },
      ...others.map((other, at): FormPart => ({
        ...BARE,
        id: `copy-${at}`,
        title: other.folder,
        buttons: [{ name: 'folder', value: other.folder, label: say`Play ${other.folder}` }],
      })),
      ...points.map(({ commit, at, sentence }): FormPart => ({
        ...BARE,
        id: commit,
        title: sentence,
        meta: wording.time(at),
        buttons: [{ name: 'commit', value: commit, label: say`Rewind to: ${sentence.slice(0, 60)}` }],
      })),
    ],
  });
}

const nobodyCopies = ({ say }: Visit['wording']): string => say`nobody can make a copy of it here`;

/** Makes and lists copies of the game as it stood at earlier moments. */
export const backHandler: FormHandler = {
  open: async (visit) => {
    assertPractice(visit.isPractice, nobodyCopies);
    return pointsForm(visit);
  },
  send: async ({ game, games, given, isPractice, wording }): Promise<FormAnswer> => {
    assertPractice(isPractice, nobodyCopies);
    const { say } = wording;
    const [own] = games.values();
    if (given.has('leave') && own !== undefined) {
      const page = given.one('leave', 400);
      const goTo = /^(?!do\/)[a-z][\w%.~/-]*$/u.test(page) ? page : '';
      return { step: NOTHING, done: say`You’re back in the game.`, goTo, play: own };
    }
    const folder = given.one('folder', 4000);
    if (folder !== '') {
      const other = games.get(folder);
      if (other === undefined) throw new FormProblem(400, () => say`There’s no such game here.`);
      return { step: NOTHING, done: say`You now play the game in ${folder}.`, goTo: '', play: other };
    }
    const commit = given.one('commit', 40);
    const point = (await game.points()).find((one) => one.commit === commit);
    if (point === undefined)
      throw new FormProblem(
        400,
        () => say`You can’t rewind to that point. The page lists those you can rewind to.`,
      );
    const play = await game.fork(point.commit);
    const said = [say`The original game is unchanged in ${game.folder}.`];
    const done = say`You now play a copy of the game as it was then, in ${play.folder}. The others stay where they were.`;
    return {
      step: { ...NOTHING, said },
      done,
      goTo: '',
      play,
      hostDid: say`made a copy of the game, as it stood at ${wording.time(point.at)}`,
    };
  },
};
