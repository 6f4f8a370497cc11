import { Naming } from '../../wording/naming.ts';
import { sayChanges } from '../../wording/say-changes.ts';
import type { HeadRead } from '../../session/position/branches.ts';
import { hoursAfter, timeInWords } from '../../kernel/time.ts';
import type { Terms } from '../../kernel/manifest.ts';
import { splitState } from '../../store/private-values.ts';
import type { Edition } from '../../session/play/play-options.ts';
import { firstParents } from '../../repository/commit.ts';
import type { Oid } from '../../repository/oid.ts';
import { CodedError } from '../../kernel/coded-error.ts';
import { RULESET, type ContentFiles } from '../../store/paths.ts';
import { readGame } from '../../store/read-game.ts';
import { isTheSameToClauses } from '../../rehearse/without-clause.ts';
import { differencesBetween, endingsBetween } from './differences.ts';
import type { Situation } from '../../session/position/situation.ts';
import { playFrom, since, type PlayedCourse } from './play-otherwise.ts';
import { WITHOUT_SECRETS, type Replayed } from './replay-history.ts';

const DAYS = 21;
/** The most that a trial replays; if more has happened, it looks back less far. */
const MOST_EVENTS = 300;
const MOST_COMMITS = 400;
const PATIENCE_MS = 2_000;
const LONGEST_MS = 20_000;
const MOST_SAID = 12;

/** The public part of a game, since proposed rules must not get near anything private. */
export type SeenByAll = Pick<Replayed, 'content' | 'main' | 'now' | 'forge' | 'caches'>;

/** Replays recent weeks under the current and the proposed rules, and lists what ends differently, one sentence each. */
export async function tellHindsight(
  seen: SeenByAll,
  before: Edition,
  after: Edition,
  clock: () => number = Date.now,
): Promise<readonly string[]> {
  const game: Replayed = { ...seen, ...WITHOUT_SECRETS };
  const from = await weeksAgo(game);
  if (from === null) return [];
  // Words alone change no event, so nothing has to be replayed.
  if (isTheSameToClauses(before, after)) return [nothingDifferent(from.at)];
  const ends = clock() + LONGEST_MS;
  const play = (rules: Edition): Promise<PlayedCourse> =>
    playFrom(from.since, { changes: ruleChanges(from.since.files, rules), goesOn: () => clock() < ends });
  try {
    // The proposed rules were tried just now and are still loaded in the sandbox, so they go first.
    const is = await play(after);
    const was = await play(before);
    return said(was, is, from.at, after.terms);
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    return [`The weeks since ${timeInWords(from.at)} could not be replayed with it: ${error.message}`];
  }
}

async function weeksAgo(game: Replayed): Promise<{ readonly since: Situation; readonly at: string } | null> {
  const { repository } = game.forge;
  const { facts } = readGame(await game.content(), game.caches);
  const earliest = hoursAfter(game.now(), -24 * DAYS);
  const starts: { readonly oid: Oid; readonly at: string }[] = [];
  for await (const { oid, author } of firstParents(repository, await game.main())) {
    if (author.at < earliest || author.at < (facts.dynasty?.at ?? '') || starts.length === MOST_COMMITS)
      break;
    starts.push({ oid, at: author.at });
  }
  // Starts with the oldest, and halves the distance while too much has happened since.
  for (let place = starts.length - 1; place > 0; place = Math.floor(place / 2)) {
    const { oid: start, at } = starts[place] as (typeof starts)[number];
    const found = await sinceOrNull(game, start);
    if (found !== null && found.events.length <= MOST_EVENTS)
      return found.events.length === 0 ? null : { since: blind(found), at };
  }
  return null;
}

async function sinceOrNull(game: Replayed, start: Oid): Promise<Situation | null> {
  try {
    return await since(game, start);
  } catch (error) {
    // It can't be replayed from before the dynasty began or before words were removed.
    if (error instanceof CodedError) return null;
    throw error;
  }
}

/** Removes private values and all other changes of rules, so that each course has a single set of rules. */
function blind(situation: Situation): Situation {
  const heads = new Map<Oid, HeadRead>(
    [...situation.heads].map(([oid, head]) => [
      oid,
      { ...head, changes: head.changes.filter(({ verb }) => verb === 'set') },
    ]),
  );
  const { fell } = situation.seeds ?? {};
  return {
    ...situation,
    heads,
    hidden: {},
    sealed: new Map(),
    trial: true,
    patienceMs: PATIENCE_MS,
    seeds: fell === undefined ? {} : { fell },
  };
}

function ruleChanges(files: ContentFiles, rules: Edition): ReadonlyMap<string, string | null> {
  const before = [...files.keys()].filter((path) => path.startsWith(RULESET));
  return new Map<string, string | null>([
    ...before.map((path) => [path, null] as const),
    ...[...rules.files].map(([path, text]) => [`${RULESET}${path}`, text] as const),
  ]);
}

function nothingDifferent(at: string): string {
  return `Had this been in force since ${timeInWords(at)}, a replay would end the same.`;
}

function said(was: PlayedCourse, is: PlayedCourse, at: string, terms: Terms): readonly string[] {
  const open = ({ state, model }: PlayedCourse) => splitState(state, model).open;
  const [before, after] = [open(was), open(is)];
  const figures = is.figures.flatMap(({ title, value, notice = '' }) => {
    const before = was.figures.find((one) => one.title === title)?.value;
    return before === undefined || before === value ? [] : [`${title} ${before} → ${value ?? notice}`];
  });
  const endings = endingsBetween(before, after).map(
    (one) =>
      `“${one.title}” (${one.id}) would be ${one.after ?? 'not there'}${one.at === null || one.after === 'pending' ? '' : ` on ${timeInWords(one.at)}`}, not ${one.before ?? 'absent'}`,
  );
  const naming = new Naming({ model: is.model, state: after, terms });
  const values = sayChanges(differencesBetween(before, after), naming);
  const all = [...figures, ...endings, ...values];
  const since = `Had this been in force since ${timeInWords(at)}`;
  if (all.length === 0) return [nothingDifferent(at)];
  const more = all.length > MOST_SAID ? [`and ${all.length - MOST_SAID} more`] : [];
  return [
    `${since}, a replay by today’s rules would end otherwise (without it → with it):`,
    ...all.slice(0, MOST_SAID),
    ...more,
  ];
}
