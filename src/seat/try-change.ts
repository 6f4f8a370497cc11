import type { Caches } from '../cache/caches.ts';
import { lookBack } from '../care/replay/hindsight.ts';
import type { Replayed } from '../care/replay/replay-history.ts';
import { changesOfFile } from '../decide/changes-of-file.ts';
import type { MatterChange, State } from '../kernel/state.ts';
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
  /** The title under which it was tried: some rules only let titles with a tag change some rules. */
  readonly title: string;
  /** Promises that would not be kept, and how, in sentences. */
  readonly broken: readonly { readonly rule: string; readonly says: string; readonly broken: string }[];
}

const [MATTER, TITLE] = ['what-if', 'What if?'];

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
  const seen = { ...game, caches };
  const tried = async (title: string): Promise<Trial | null> => {
    const state = await posted(files, { title, changes, at: game.now() }, caches);
    if (state === null) return null;
    return tryMatter(files, state, MATTER, game.now(), caches, (...rules) => lookBack(seen, ...rules));
  };
  const plain = await tried(TITLE);
  // Some rules only let a proposal change what its title names: the reason says how.
  const tag = /\[[^\]]+\]/u.exec(plain?.omitted[0]?.reason ?? '')?.[0];
  const title = tag === undefined ? TITLE : `${tag} ${TITLE}`;
  const trial = tag === undefined ? plain : await tried(title);
  const isKept = trial === null || !trial.ok || trial.omitted.length > 0;
  return { trial, title, broken: isKept ? [] : await askPromises(after, game.now(), caches) };
}

interface Asked {
  readonly title: string;
  readonly changes: readonly MatterChange[];
  readonly at: string;
}

/** The state once the first player who may has proposed it; null if nobody may. */
async function posted(
  files: ContentFiles,
  { title, changes, at }: Asked,
  caches: Caches,
): Promise<State | null> {
  const { play } = await openGame(files, { caches });
  try {
    const kind = coursesOf(play.sandbox, play.model, at)[0]?.kind ?? '';
    const post = { type: 'post', at, id: MATTER, kind, title, text: '', changes } as const;
    const isPosted = Object.keys(play.state().players).some((by) => play.take({ ...post, by }).ok);
    return isPosted ? splitState(play.state(), play.model).open : null;
  } finally {
    play.dispose();
  }
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
