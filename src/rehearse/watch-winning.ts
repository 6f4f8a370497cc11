import { failingViews } from '../session/ask/views-shown.ts';
import { hasReachedGoal } from '../session/ask/victory.ts';
import type { Play } from '../session/play/play.ts';
import { SandboxLostError } from '../sandbox/host.ts';
import { namingOf } from '../wording/naming.ts';
import { waysToWin } from '../wording/ways-to-win.ts';
import { letSomebodyIn, type Newcomer } from './newcomer.ts';

const winnersAt = (play: Play, at: string): readonly string[] =>
  Object.keys(play.state().players).filter((one) => hasReachedGoal(play, at, one));

/** Returns a function that says who has won since, whether nobody can win any more, and which views have begun to fail. */
export function watchWinning(play: Play, now: string): (at: string) => readonly string[] {
  const winners = winnersAt(play, now);
  const hasWays = waysToWin(play).length > 0;
  const failing = failingViews(play, now);
  return (at) => {
    const won = winnersAt(play, at).filter((one) => !winners.includes(one));
    const isWithout = hasWays && waysToWin(play).length === 0;
    return [
      ...won.map((one) => `${namingOf(play).person(one)} would win by it`),
      ...(isWithout ? ['no rule would say any more how one wins'] : []),
      ...[...failingViews(play, at)].flatMap(([id, says]) => (failing.has(id) ? [] : [says])),
    ];
  };
}

/** Returns a function that says what has become otherwise since for whoever joins: that they win, let others win, or can't join. */
export function watchJoining(play: Play, now: string): (at: string) => readonly string[] {
  const before = whenJoined(play, now);
  return (at) => {
    if (before === null || before.action === null) return [];
    const winners = [...before.won, ...winnersAt(play, at)];
    try {
      const { by, refused, won } = whenJoined(play, at, before.action) ?? before;
      if (refused !== null) return [`from then on nobody could join: ${refused}`];
      const naming = namingOf(play);
      const ways = new Set(waysToWin(play).map(({ rule }) => rule));
      const titles = play.manifest.rules.flatMap(({ path, title }) => (ways.has(path) ? [title] : []));
      const rule = titles.length === 0 ? '' : ` (${titles.join(' or ')})`;
      return won
        .filter((one) => !winners.includes(one))
        .map((one) =>
          one === by
            ? `whoever joins from then on wins at once${rule}`
            : `${naming.person(one)} would win as soon as somebody joins${rule}`,
        );
    } catch (error) {
      if (!(error instanceof SandboxLostError) || !error.code.startsWith('too-')) throw error;
      return [`from then on nobody could join: ${error.message}`];
    }
  };
}

/** The game once somebody has joined, which is undone. */
function whenJoined(
  play: Play,
  at: string,
  known?: string,
): (Newcomer & { readonly won: readonly string[] }) | null {
  const { sandbox, model } = play;
  sandbox.hold();
  try {
    const newcomer = letSomebodyIn(sandbox, model, at, known);
    return newcomer && { ...newcomer, won: winnersAt(play, at) };
  } finally {
    if (!sandbox.dead) sandbox.rewind();
  }
}
