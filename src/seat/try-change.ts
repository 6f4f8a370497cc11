import type { Caches } from '../cache/caches.ts';
import { lookBack } from '../care/replay/hindsight.ts';
import type { Replayed } from '../care/replay/replay-history.ts';
import { changesOfFile } from '../decide/changes-of-file.ts';
import { splitState } from '../play/private-values.ts';
import { askPromises } from '../rehearse/ask-promises.ts';
import { coursesOf } from '../rehearse/courses.ts';
import { tryMatter, type Trial } from '../rehearse/try-matter.ts';
import { joinFile, splitFrontMatter } from '../ruleset/front-matter.ts';
import { openGame } from '../store/open-game.ts';
import { RULESET, type ContentFiles } from '../store/paths.ts';

/** A rule as somebody wrote it anew. */
export interface RuleWritten {
  readonly path: string;
  readonly body: string;
  readonly clause: string;
}

export interface Tried {
  /** Null if nobody could propose it now. */
  readonly trial: Trial | null;
  /** Promises that would not be kept, and how, in sentences. */
  readonly broken: readonly { readonly rule: string; readonly says: string; readonly broken: string }[];
}

const MATTER = 'what-if';

export function readRule(files: ContentFiles, path: string): RuleWritten {
  const { body } = splitFrontMatter(files.get(`${RULESET}${path}.md`) ?? '');
  return { path, body, clause: files.get(`${RULESET}${path}.ts`) ?? '' };
}

/** Tries a change of a rule as if somebody proposed it now, in a copy of the game, and asks whether promises hold after it. */
export async function tryChange(game: Replayed, written: RuleWritten, caches: Caches): Promise<Tried> {
  const files = await game.content();
  const after = new Map([...files, ...changedFiles(files, written)]);
  const changes = [...after].flatMap(([path, text]) => {
    const old = files.get(path) ?? null;
    return old === text ? [] : changesOfFile(path, old, text).changes;
  });
  const now = game.now();
  const { play } = await openGame(files, { caches });
  const posted = ((): ReturnType<typeof play.state> | null => {
    try {
      const kind = coursesOf(play.sandbox, play.model, now)[0]?.kind ?? '';
      const post = { type: 'post', at: now, id: MATTER, kind, title: 'What if?', text: '', changes } as const;
      const people = Object.keys(play.state().players);
      const isPosted = people.some((by) => play.take({ ...post, by }).ok);
      return isPosted ? splitState(play.state(), play.model).open : null;
    } finally {
      play.dispose();
    }
  })();
  if (posted === null) return { trial: null, broken: [] };
  const seen = { ...game, caches };
  const trial = await tryMatter(files, posted, MATTER, now, caches, (...rules) => lookBack(seen, ...rules));
  return { trial, broken: trial.ok ? await askPromises(after, now, caches) : [] };
}

function changedFiles(
  files: ContentFiles,
  { path, body, clause }: RuleWritten,
): readonly (readonly [string, string])[] {
  const [rule, code] = [`${RULESET}${path}.md`, `${RULESET}${path}.ts`];
  const split = splitFrontMatter(files.get(rule) ?? '');
  const isCode = clause.trim() !== '' && clause !== (files.get(code) ?? '');
  return [
    [rule, body.trimEnd() === split.body.trimEnd() ? (files.get(rule) ?? '') : joinFile({ ...split, body })],
    ...(isCode ? [[code, clause] as const] : []),
  ];
}
