import { explained } from './asking.ts';
import { submitPost } from './posts.ts';
import { isFault, type RefusalData } from './refusal.ts';
import { newFrame, type Runtime } from './runtime.ts';
import { whyNotPlayer } from './sets.ts';
import { ensurePerson } from './world.ts';

/** If the refused person is no player, adds how to join. */
export function withWayIn(runtime: Runtime, by: string, refusal: RefusalData): RefusalData {
  const join = isFault(refusal) || refusal.code === 'chance' ? null : wayIn(runtime, by);
  return join === null ? refusal : { ...refusal, join };
}

/** The kind of post by which somebody can ask to join, or null if they play already or can't ask. */
export function wayIn(runtime: Runtime, by: string): NonNullable<RefusalData['join']> | null {
  const found = [...runtime.model.kinds].find(([, { definition }]) => definition.purpose === 'join');
  if (found === undefined || !wouldLetIn(runtime, by, found[0])) return null;
  const [kind, { definition }] = found;
  return { kind, title: definition.title ?? kind };
}

/**
 * Tries it and undoes it. Asking has an effect for a stranger, but not for players, for people who are waiting, or for those who are
 * barred.
 */
function wouldLetIn(runtime: Runtime, by: string, kind: string): boolean {
  const { store, frame } = runtime;
  let changed = false;
  runtime.frame = newFrame(false);
  explained(runtime, store.mark, () => {
    const author = ensurePerson(runtime, by);
    if (whyNotPlayer(runtime, author, null) === null) return;
    const mark = store.mark;
    submitPost(runtime, { id: `${by} asks`, kind, title: 'May I join?', text: '', author });
    changed = store.changesSince(mark).some(({ path: [scope, id] }) => scope === 'players' && id === by);
  });
  runtime.frame = frame;
  return changed;
}
