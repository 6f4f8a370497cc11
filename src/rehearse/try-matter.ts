import type { Caches } from '../cache/caches.ts';
import { hoursAfter } from '../kernel/time.ts';
import type { State } from '../kernel/state.ts';
import { openGame } from '../store/open-game.ts';
import type { ContentFiles } from '../store/paths.ts';
import type { RehearseRules } from '../play/play-options.ts';
import { sayLocks } from '../play/say-rehearsal.ts';
import { describeCarried, type GameSeen } from './carried-over.ts';
import { coursesOf, inFavour } from './courses.ts';
import { LOOKS_AFTER_HOURS } from './play-matter.ts';
import { rehearseRules } from './rehearse-rules.ts';
import { seededDraw } from './seeded-draw.ts';
import { canCheckTypes, checkTypes } from './types/check-types.ts';
import { UnplayableError } from '../play/unplayable-error.ts';

/** What came of enacting a matter in a game that was thrown away. */
export interface Trial {
  /** Whether it came into force there, once everybody was for it. */
  readonly ok: boolean;
  /** What stood in the way, a sentence each. */
  readonly problems: readonly string[];
  /** What would follow that is let through, and that people had better know: a sentence each. */
  readonly warnings?: readonly string[] | undefined;
  /** What would be left out, and why: a tag that is missing, for one. */
  readonly omitted: readonly { readonly change: string; readonly reason: string }[];
  /** Whether clauses were changed, and so held against their types. */
  readonly typed: boolean;
}

/**
 * Everybody votes for the matter in a copy of the game, and time goes by: what the rules leave out of it, whether they
 * can be put in force, and whether anything could still be enacted under them, is what would come of it.
 */
export async function tryMatter(
  files: ContentFiles,
  state: State,
  id: string,
  now: string,
  caches?: Caches,
): Promise<Trial> {
  const warnings: string[] = [];
  const rehearse: RehearseRules = (amendment) => {
    const rehearsal = rehearseRules(amendment);
    warnings.push(...sayLocks(rehearsal));
    return rehearsal;
  };
  const open = await openGame(files, { isolated: 'for-trials', rehearse, draw: seededDraw(), caches });
  const { play } = open;
  try {
    const post = state.posts[id];
    const none = { ok: false, warnings, omitted: [], typed: false };
    if (post === undefined) return { ...none, problems: [] };
    const course = coursesOf(play.sandbox, now).find(({ kind }) => kind === post.kind);
    play.sandbox.load({ ...state, posts: { [id]: post } });
    for (const by of Object.keys(state.players))
      if (course !== undefined) play.take(inFavour(course, id, by, now), false);
    const problems: string[] = [];
    const before: GameSeen = { model: play.model, state: play.state(), files: play.files };
    for (const hours of LOOKS_AFTER_HOURS) {
      const stuck = new Set<string>();
      const step = play.resolveNext(hoursAfter(now, hours), stuck);
      if (step === null) continue;
      if (!step.outcome.ok) {
        problems.push(step.outcome.refusal.reason);
        break;
      }
      const seen: GameSeen = { model: play.model, state: play.state(), files: play.files };
      warnings.push(...describeCarried(before, seen));
      const after = seen.state.posts[id];
      const typed = canCheckTypes() && hasOtherClauses(before, seen);
      const types = typed ? await typesOf(play) : [];
      return {
        ok: after?.status === 'enacted' && types.length === 0,
        problems: types,
        warnings,
        omitted: after?.omitted ?? [],
        typed,
      };
    }
    return { ...none, problems };
  } catch (error) {
    if (!(error instanceof UnplayableError)) throw error;
    return { ok: false, problems: error.problems, warnings, omitted: [], typed: false };
  } finally {
    play.dispose();
  }
}

/** A rule that is repealed takes its clause with it, and others may build on that. */
function hasOtherClauses({ files: before }: GameSeen, { files: after }: GameSeen): boolean {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].some((path) => path.endsWith('.ts') && before.get(path) !== after.get(path));
}

async function typesOf({ files, model }: Awaited<ReturnType<typeof openGame>>['play']): Promise<string[]> {
  const problems = await checkTypes(files, model);
  return problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);
}
