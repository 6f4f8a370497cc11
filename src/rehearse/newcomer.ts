import type { ModelDescription } from '../kernel/describe-model.ts';
import type { Input } from '../kernel/inputs.ts';
import { toKebab } from '../kernel/names.ts';
import { SandboxError } from '../sandbox/host.ts';
import type { Runner } from '../sandbox/sandbox.ts';
import { adminsIn } from '../store/read-game.ts';
import { because, nextId } from './play-matter.ts';

/** Somebody who has joined, or has tried to. */
export interface Newcomer {
  readonly by: string;
  /** The action that lets people in; null if the rules have none. */
  readonly action: string | null;
  /** Why they can't join, or null. */
  readonly refused: string | null;
}

/**
 * Lets somebody join: they post what the rules call a request, and an Admin takes the action that answers it, which is known if somebody
 * could join before. Null if the rules know no requests. Callers hold the game, and rewind it.
 */
export function letSomebodyIn(
  sandbox: Runner,
  { kinds, hooks, actions }: ModelDescription,
  at: string,
  known: string | null = null,
): Newcomer | null {
  const [kind] = Object.entries(kinds).find(([, one]) => one.purpose === 'join') ?? [];
  if (kind === undefined || (hooks['not-a-player'] ?? []).length === 0) return null;
  const { players, posts } = sandbox.state();
  const [admin = ''] = adminsIn({ players });
  let by = 'newcomer';
  while (Object.hasOwn(players, by)) by += 's';
  const ended = (refused: string | null, action = known): Newcomer => ({ by, action, refused });
  try {
    const id = nextId({ posts });
    const posted = sandbox.take({ type: 'post', at, by, id, kind, title: kind, text: '' });
    if (!posted.ok) return ended(because(posted.refusal).reason);
    for (const [action, { with: words }] of Object.entries(actions)) {
      const [[name, type] = ['', null], ...more] = Object.entries(words);
      if (more.length > 0 || (type?.kind !== 'player' && type?.kind !== 'text')) continue;
      const act = { type: 'act', at, by: admin, action } as const;
      const about = (who: string): Input => ({ ...act, with: { [toKebab(name)]: who } });
      const [refusal = null, ofAdmin = null] = sandbox.refusalsOf([about(by), about(admin)]);
      // Nobody who plays already can be let in.
      if (ofAdmin === null) continue;
      const taken = (refusal?.code ?? 'chance') === 'chance' ? sandbox.take(about(by)) : null;
      const why = taken?.ok === false ? taken.refusal : taken === null ? refusal : null;
      if (why !== null && action === known) return ended(because(why).reason);
      if (why === null && sandbox.query(at, [['not-a-player', by]])[0]?.value === null)
        return ended(null, action);
    }
    return ended(known === null ? null : 'nobody could let them in');
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return ended(error.message);
  }
}
