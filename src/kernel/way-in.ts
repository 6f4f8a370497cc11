import { explained } from './asking.ts';
import { submitPost } from './posts.ts';
import { isFault, type RefusalData } from './refusal.ts';
import { newFrame, type Runtime } from './runtime.ts';
import { whyNotPlayer } from './sets.ts';
import { ensurePerson } from './world.ts';

/** Tells whoever is refused something, and is no player, how the rules let people in. */
export function withWayIn(runtime: Runtime, by: string, refusal: RefusalData): RefusalData {
  const join = isFault(refusal) || refusal.code === 'chance' ? null : wayIn(runtime, by);
  return join === null ? refusal : { ...refusal, join };
}

/** The kind of post with which somebody asks to be let in; null for whoever plays or can't ask. */
export function wayIn(runtime: Runtime, by: string): NonNullable<RefusalData['join']> | null {
  const found = [...runtime.model.kinds].find(([, { definition }]) => definition.purpose === 'join');
  if (found === undefined || !wouldLetIn(runtime, by, found[0])) return null;
  const [kind, { definition }] = found;
  return { kind, title: definition.title ?? kind };
}

/** Tried and taken back: it does something for a stranger, and nothing for those who play, wait already, or are barred. */
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
