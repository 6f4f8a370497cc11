import { formOf } from './door.ts';
import type { DoorAnswer, Door, DoorForm, DoorPart, Visit } from './door.ts';
import { assertPractice, DoorProblem } from './given.ts';

const NOTHING = { ok: true, said: [], post: null } as const;

async function pointsForm({ game, games, wording }: Visit): Promise<DoorForm> {
  const { say } = wording;
  const others = [...games.values()].filter((other) => other.folder !== game.folder);
  const bare = { meta: null, wrong: [], diffs: [], links: [] };
  return formOf({
    door: 'back',
    title: say`Go back`,
    lede: say`To go back is to make a copy of the game as it stood, in a folder beside it, and to go on there: you alone, while the others go on as they were. What happened stays on record in this one. The copy has the same seed: the same acts there roll the same dice.`,
    parts: [
      { ...bare, id: 'here', title: say`Played here now`, meta: game.folder, buttons: [] },
      ...others.map((other, at): DoorPart => ({
        ...bare,
        id: `copy-${at}`,
        title: other.folder,
        buttons: [{ name: 'folder', value: other.folder, label: say`Play ${other.folder}` }],
      })),
      ...(await game.points()).map(({ commit, at, message }): DoorPart => ({
        ...bare,
        id: commit,
        title: message,
        meta: `${wording.time(at)} · ${commit.slice(0, 7)}`,
        buttons: [
          { name: 'commit', value: commit, label: say`Go back to after this: ${message.slice(0, 60)}` },
        ],
      })),
    ],
  });
}

const nobodyCopies = ({ say }: Visit['wording']): string => say`nobody makes a copy of it here`;

/** Makes and lists copies of the game as it stood at earlier moments. */
export const backDoor: Door = {
  open: async (visit) => {
    assertPractice(visit.isPractice, nobodyCopies);
    return pointsForm(visit);
  },
  send: async ({ game, games, given, isPractice, wording }): Promise<DoorAnswer> => {
    assertPractice(isPractice, nobodyCopies);
    const { say } = wording;
    const folder = given.one('folder', 4000);
    if (folder !== '') {
      const other = games.get(folder);
      if (other === undefined) throw new DoorProblem(400, () => say`No such game is played here.`);
      return { step: NOTHING, done: say`This is now the game in ${folder}.`, goTo: '', play: other };
    }
    const commit = given.one('commit', 40);
    const point = (await game.points()).find((one) => one.commit === commit);
    if (point === undefined)
      throw new DoorProblem(
        400,
        () => say`The game can’t go back to that point; the page lists those it can.`,
      );
    const play = await game.fork(point.commit);
    const said = [say`The game it was copied from is untouched in ${game.folder}.`];
    const done = say`You now play a copy of the game, as it stood then, in ${play.folder}. Nobody else was moved.`;
    return {
      step: { ...NOTHING, said },
      done,
      goTo: '',
      play,
      hostDid: say`made a copy of the game, as it stood at ${wording.time(point.at)}`,
    };
  },
};
