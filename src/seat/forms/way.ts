import { recordedIn } from '../../language/recorded.ts';
import { endSentence } from '../../wording/words.ts';
import type { Position } from '../../session/position/position.ts';
import { capitalised } from '../../kernel/sentence.ts';
import type { PostData } from '../../kernel/state.ts';
import { splitState } from '../../store/private-values.ts';
import type { PromiseAsked } from '../../rehearse/ask-promises.ts';
import { trialKey } from '../../rehearse/trials.ts';
import { playBroken } from '../../rehearse/try-matter.ts';
import { postOfGame, withPosition } from '../read-table.ts';
import { formOf, matterPage, tell } from './form.ts';
import type { FilledForm, FormHandler, Said, Visit } from './form.ts';
import { FormProblem } from './given.ts';

/** Offers to play the way by which a pending matter would let a promise be broken. */
export function wayForm(
  { open: { play } }: Position,
  { game, wording: { say } }: Pick<Visit, 'game' | 'wording'>,
  post: PostData,
): FilledForm | null {
  if (post.status !== 'pending' || brokenBy(game, play, post) === null) return null;
  return formOf({
    kind: 'way',
    title: say`A promise can be broken`,
    lede: say`A search found moves after which a promise of the rules doesn’t hold. You can watch them in a copy of the game, with everything that they change.`,
    hidden: { on: post.id },
    buttons: [{ name: 'do', value: 'play', label: say`Play it in a copy` }],
  });
}

function brokenBy(
  { trials }: Visit['game'],
  play: Position['open']['play'],
  post: PostData,
): PromiseAsked | null {
  const promises = trials?.find(trialKey(play, post))?.promises;
  const broken = typeof promises === 'object' ? promises : [];
  return broken.find(({ way }) => way !== null && way.moves.length > 0) ?? null;
}

async function play(visit: Visit): Promise<FilledForm> {
  const { game, given, wording } = visit;
  const { say } = wording;
  const found = await withPosition(game, (position) => {
    const post = postOfGame(position, given.one('on', 100));
    const broken = post === null ? null : brokenBy(game, position.open.play, post);
    if (post === null || broken === null) return null;
    const { open } = splitState(position.open.play.state(), position.open.play.model);
    return { post, broken, state: open };
  });
  if (found === null) throw new FormProblem(404, () => say`No way to break a promise is known here.`);
  const { post, broken, state } = found;
  const [id, now] = [post.id, game.now()];
  const played = await playBroken(await game.content(), state, { id, now, broken }, game.caches);
  const said: readonly Said[] =
    played === null
      ? [tell('plain', say`These moves aren’t possible any more.`)]
      : [
          tell('plain', say`In a copy of the game, “${post.title}” comes into force. Then:`),
          ...played.map(({ line, changes }) => tell('plain', line, { list: changes })),
          tell('refused', say`Now ${broken.rule} doesn’t keep its promise that ${broken.says}.`, {
            lines: [endSentence(capitalised(recordedIn(wording.language, broken.way?.why ?? '')))],
          }),
          tell('done', say`That was a copy. Nothing has happened in the game.`),
        ];
  return formOf({
    kind: 'way',
    title: say`Played in a copy`,
    links: [{ text: post.title, to: matterPage(post.id) }],
    said,
  });
}

export const wayHandler: FormHandler = {
  open: play,
  send: async (visit) => ({ form: await play(visit) }),
};
