import { Stuck } from '../../src/session/play/stuck.ts';
import type { Outcome } from '../../src/kernel/result.ts';
import type { Input } from '../../src/kernel/inputs.ts';
import type { MatterChange } from '../../src/kernel/state.ts';
import { hoursAfter } from '../../src/kernel/time.ts';
import type { Play } from '../../src/session/play/play.ts';
import { coursesOf as waysToChange, inFavour, type Course as Way } from '../../src/wording/courses.ts';
import { CHECKED_AFTER_HOURS } from '../../src/rehearse/play-matter.ts';
import { rehearsalIn } from '../../src/rehearse/rehearse-rules.ts';
import { timeAt } from '../../src/rehearse/scenarios/format.ts';
import { layOut, start, termsFor } from '../../src/rehearse/scenarios/lay-out.ts';
import { sectionsOfFiles } from '../../src/ruleset/read.ts';
import { adminsIn } from '../../src/store/read-game.ts';
import { caches, runner, type Course } from './play-without.ts';

/** What became of a repeal that everybody is for, and of a matter that stood behind it. */
export interface Enacted {
  readonly repeal: string;
  /** Why it failed or could not be enacted, or what was left out of it. */
  readonly why: readonly string[];
  /** Its status, or why it waits or could not be posted. */
  readonly behind: string;
  /** Whatever was due and could not be resolved. */
  readonly stuck: readonly string[];
}

/**
 * In the game as a course begins it, somebody repeals a rule, somebody else adds one, and everybody votes for both. Where only one matter may
 * wait for its votes the second is posted once the first is resolved.
 */
export async function enactRepeal({ file, scenario, rules }: Course, rule: string): Promise<Enacted> {
  const at = timeAt(scenario.start, scenario.start);
  const play = await start(file, {
    files: rules.files,
    terms: termsFor(scenario, rules.terms),
    draw: () => 1,
    rehearse: rehearsalIn(runner),
    runner,
    caches,
  });
  try {
    layOut(file, scenario, rules, play, at);
    const [way] = waysToChange(play.sandbox, play.model, at);
    if (way === undefined) throw new Error(`${file}: nothing is voted on`);
    const sections = sectionsOfFiles(rules.files).map((one) => `[${one.replaceAll('-', ' ')}]`);
    const put = (id: string, now: string, change: MatterChange): string | null =>
      post(play, {
        kind: way.kind,
        at: now,
        id,
        title: `${sections.join('')} ${id}`,
        text: id,
        changes: [change],
      });
    const behind = { verb: 'add-rule', title: 'Larks', text: 'Larks sing.' } as const;
    const refused = put('101', at, { verb: 'repeal-rule', rule });
    if (refused !== null) return { repeal: 'refused', why: [refused], behind: 'enacted', stuck: [] };
    let waits = put('102', at, behind);
    const byHand: string[] = [];
    const stuck = resolve(play, way, at, byHand);
    const later = hoursAfter(at, 700);
    const again = (): string | null => put('102', later, behind);
    if (waits !== null && (waits = afterAMove(play, later, again)) === null)
      stuck.push(...resolve(play, way, later));
    const { posts } = play.state();
    const omitted = posts['101']?.omitted.map(({ change, reason }) => `${change}: ${reason}`) ?? [];
    const why = posts['101']?.status === 'pending' ? byHand : omitted;
    const pending =
      posts['102']?.status === 'pending' ? play.sandbox.why(later, 'may-enact', { matter: '102' }) : null;
    const then = waits ?? pending?.reason ?? posts['102']?.status ?? 'gone';
    return { repeal: posts['101']?.status ?? 'gone', why, behind: then, stuck };
  } finally {
    play.dispose();
  }
}

type Draft = Omit<Extract<Input, { type: 'post' }>, 'type' | 'by'>;

/** Whoever may post it does; why nobody may, or null. */
function post(play: Play, draft: Draft): string | null {
  let refused: string | null = null;
  for (const by of Object.keys(play.state().players)) {
    const outcome = play.take({ ...draft, type: 'post', by });
    if (outcome.ok) return null;
    refused ??= outcome.refusal.reason;
  }
  return refused;
}

/** Where rules have turns, somebody has to end one first. */
function afterAMove(play: Play, at: string, again: () => string | null): string | null {
  if (again() === null) return null;
  const moves = Object.entries(play.model.actions).filter(([, one]) => Object.keys(one.with).length === 0);
  for (const [action] of moves)
    for (const by of Object.keys(play.state().players)) {
      play.sandbox.hold();
      if (play.take({ type: 'act', at, by, action, with: {} }).ok && again() === null) return null;
      play.sandbox.rewind();
    }
  return again();
}

/** Lets everybody vote for all that is pending, and waits; what was due and could not be resolved. */
function resolve(play: Play, way: Way, at: string, refused: string[] = []): string[] {
  const pending = Object.values(play.state().posts).filter(({ status }) => status === 'pending');
  const people = Object.keys(play.state().players);
  for (const { id } of pending) for (const by of people) play.take(inFavour(way, id, by, at));
  const stuck: string[] = [];
  for (const hours of CHECKED_AFTER_HOURS) {
    const now = hoursAfter(at, hours);
    if (way.byHand)
      for (const { id } of pending)
        for (const by of adminsIn(play.state()))
          if (play.state().posts[id]?.status === 'pending')
            noteRefusal(refused, play.resolve({ at: now, matter: id, by, outcome: 'enacted' }));
    const failed = new Stuck();
    for (let step; (step = play.resolveNext(now, failed)) !== null;)
      if (!step.outcome.ok) stuck.push(step.outcome.refusal.reason);
  }
  return stuck;
}

function noteRefusal(refused: string[], outcome: Outcome): void {
  if (!outcome.ok) refused.push(outcome.refusal.reason);
}
