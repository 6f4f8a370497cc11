import { readSentElsewhere } from '../tick/deliver.ts';
import { readStatus, type Status } from '../tick/read-status.ts';
import { inWords } from '../wording/naming.ts';
import type { Game } from '../host/game.ts';
import { toMs, toTime } from '../kernel/time.ts';
import { failedIn } from '../host/receiver-state.ts';
import type { Play } from '../session/play/play.ts';
import { askRefusal, withPosition } from './read-table.ts';

/** A receiver whose notices fail, without its address. */
export interface FailedNotice {
  readonly receiver: string;
  readonly since: string;
  readonly why: string;
}

export interface Overview {
  readonly unvoted: readonly {
    readonly matter: string;
    readonly title: string;
    readonly players: readonly string[];
  }[];
  /** Players whom an Admin may set idle for their silence, now or soon. */
  readonly silent: readonly {
    readonly player: string;
    readonly lastActive: string;
    readonly action: string;
    /** The action's title in the rules. */
    readonly title: string;
    readonly from: 'now' | 'soon';
  }[];
  /** Matters that will not be resolved by time alone. */
  readonly still: readonly { readonly matter: string; readonly title: string; readonly why: string }[];
  readonly conflicts: readonly { readonly matter: string; readonly title: string }[];
  readonly failed: readonly FailedNotice[];
}

const SOON_MS = 2 * 86_400_000;

/** The current tasks of a game. It asks about every player, which is slow, so it runs only on request. */
export async function overviewAt(game: Game): Promise<Overview> {
  const failed = failedIn(await readSentElsewhere(game.forge));
  const { stuck } = await game.status();
  return withPosition(game, (position) => {
    const status = readStatus(position, game.now(), { stuck });
    return overviewOf(position.open.play, status, failed);
  });
}

export function overviewOf(play: Play, status: Status, failed: readonly FailedNotice[]): Overview {
  const { queue, roster, stuck } = status;
  const active = roster.filter(({ state }) => state === 'active');
  return {
    unvoted: queue.flatMap(({ id: matter, title, votes }) => {
      const players = active.flatMap(({ id }) => (Object.hasOwn(votes, id) ? [] : [id]));
      return players.length === 0 ? [] : [{ matter, title, players }];
    }),
    silent: silentIn(play, status),
    still: queue.flatMap(({ id: matter, title, fault, enactFrom, failFrom, byAdmin }) => {
      const why = stuck.includes(matter)
        ? 'it was due but could not be resolved: its post says why'
        : (fault ??
          (byAdmin
            ? 'an Admin has to enact it or fail it'
            : enactFrom === null && failFrom === null
              ? 'with these votes it stays undecided'
              : null));
      return why === null ? [] : [{ matter, title, why }];
    }),
    conflicts: queue.flatMap(({ id: matter, title, conflict }) => (conflict ? [{ matter, title }] : [])),
    failed,
  };
}

/**
 * Finds the Admin actions on one player that only silence makes possible: the rules refuse them at the moment when that
 * player was last active.
 */
function silentIn(play: Play, { roster, now }: Status): Overview['silent'] {
  const { actions } = play.sandbox.describe();
  const onPlayer = Object.entries(actions).flatMap(([id, action]) => {
    const [only, ...more] = Object.entries(action.with);
    const isOne = action.by.includes('admin') && only?.[1].kind === 'player' && more.length === 0;
    return isOne ? [{ id, param: only[0], title: action.title ?? inWords(id) }] : [];
  });
  const soon = toTime(toMs(now) + SOON_MS);
  return roster.flatMap(({ id, state, lastActive }) => {
    const by = roster.find((one) => one.admin && one.id !== id)?.id;
    if (state !== 'active' || lastActive === null || by === undefined) return [];
    return onPlayer.flatMap(({ id: action, param, title }) => {
      const isOpen = (at: string): boolean =>
        askRefusal(play, { type: 'act', at, by, action, with: { [param]: id } }) === null;
      if (!isOpen(soon) || isOpen(lastActive)) return [];
      return [
        { player: id, lastActive, action, title, from: isOpen(now) ? ('now' as const) : ('soon' as const) },
      ];
    });
  });
}
