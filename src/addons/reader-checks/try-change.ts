import type { Caches } from '../../cache/caches.ts';
import { tellHindsight } from '../../care/replay/hindsight.ts';
import type { Replayed } from '../../care/replay/replay-history.ts';
import { changesOfFile } from '../../wording/changes-of-file.ts';
import type { MatterChange, State } from '../../kernel/state.ts';
import type { Wording } from '../../language/wording.ts';
import { splitState } from '../../store/private-values.ts';
import { coursesOf } from '../../wording/courses.ts';
import { describeParted, findParted } from '../../wording/say-parted.ts';
import { sayBroken } from '../../rehearse/say-trial.ts';
import { SHORT } from '../../rehearse/search-promises.ts';
import { tryMatter, type Depth, type Trial } from '../../rehearse/try-matter.ts';
import { joinFile, splitFrontMatter } from '../../ruleset/front-matter.ts';
import { openGame } from '../../session/play/open-game.ts';
import { RULESET, type ContentFiles } from '../../store/paths.ts';

/** A rule as somebody rewrote it. */
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
  /** Promises that would not be kept, and how, in sentences. Null while ways to break them are searched for. */
  readonly broken: readonly string[] | null;
  /** What its words and its code or table say differently, in sentences. */
  readonly parted: readonly string[];
}

const [MATTER, TITLE] = ['what-if', 'What if?'];

export function readRule(files: ContentFiles, path: string): RuleWritten {
  const { body } = splitFrontMatter(files.get(`${RULESET}${path}.md`) ?? '');
  return { path, body, clause: files.get(`${RULESET}${path}.ts`) ?? '' };
}

/** Tries a change of a rule as if somebody proposed it now, in a copy of the game, and asks whether promises hold after it. */
export async function tryChange(
  game: Replayed,
  written: RuleWritten,
  caches: Caches,
  tellSoFar: (tried: Tried) => void = () => undefined,
): Promise<Tried> {
  const files = await game.content();
  const after = new Map([...files, ...changedFiles(files, written)]);
  const changes = [...after].flatMap(([path, text]) => {
    const old = files.get(path) ?? null;
    return old === text ? [] : changesOfFile(path, old, text).changes;
  });
  const seen = { ...game, caches };
  const tried = async (title: string): Promise<Tried> => {
    const before = await posted(files, { title, changes, at: game.now() }, caches);
    if (before === null) return { trial: null, title, broken: [], parted: [] };
    const { parted } = before;
    const beforeTheRest = (trial: Trial): boolean => {
      const isLast = tagFor(trial) === null || title !== TITLE;
      if (isLast) tellSoFar({ trial, title, broken: null, parted });
      return isLast;
    };
    const depth: Depth = {
      tellHindsight: (...rules) => tellHindsight(seen, ...rules),
      effort: SHORT,
      beforeTheRest,
    };
    const trial = await tryMatter(files, before.state, MATTER, game.now(), caches, depth);
    const asked = typeof trial.promises === 'object' && trial.omitted.length === 0 ? trial.promises : [];
    const broken = asked.flatMap((one) => sayBroken(one, before.wording) ?? []);
    return { trial, title, broken, parted };
  };
  const plain = await tried(TITLE);
  const tag = tagFor(plain.trial);
  return tag === null ? plain : tried(`${tag} ${TITLE}`);
}

/** Some rules only let a proposal change what its title names: the reason says how. */
function tagFor(trial: Trial | null): string | null {
  return /\[[^\]]+\]/u.exec(trial?.omitted[0]?.reason ?? '')?.[0] ?? null;
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
): Promise<{
  readonly state: State;
  readonly wording: Wording;
  readonly parted: Tried['parted'];
} | null> {
  const { play } = await openGame(files, { caches });
  try {
    const kind = coursesOf(play.sandbox, play.model, at)[0]?.kind ?? '';
    const post = { type: 'post', at, id: MATTER, kind, title, text: '', changes } as const;
    const isPosted = Object.keys(play.state().players).some((by) => play.take({ ...post, by }).ok);
    if (!isPosted) return null;
    const { wording } = play;
    const found = findParted({ changes: [...changes], text: '' }, play);
    const parted = found.map((one) => describeParted(one, { wording, ask: '' }));
    return { state: splitState(play.state(), play.model).open, wording, parted };
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
