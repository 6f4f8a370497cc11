import type { PostData } from '../../kernel/state.ts';
import type { Table } from '../tick/table.ts';
import { conflictsAt, type SeenTable } from './conflicts.ts';
import {
  matterStatus,
  numberOrNull,
  statusFrom,
  textOrNull,
  type Ask,
  type Glance,
  type MatterStatus,
  type Status,
  type Waiting,
} from './status.ts';

export type { MatterStatus, Status } from './status.ts';

export function readStatus(table: SeenTable, now: string, state = table.open.play.state()): Status {
  return statusAtAGlance({ table, glance: glanceAt(table, state) }, now);
}

/** Of a table that was looked at already. */
export function statusAtAGlance(
  { table, glance }: { readonly table: SeenTable; readonly glance: Glance },
  now: string,
): Status {
  return statusFrom(glance, now, asker(table.open, now));
}

export function matterStatusOf(table: SeenTable, now: string, post: PostData): MatterStatus {
  return matterStatus(waiting(table, post), asker(table.open, now));
}

/** What a status says that no clock changes. */
export function glanceAt(table: SeenTable, state = table.open.play.state()): Glance {
  const { open, name } = table;
  const { play, read } = open;
  return {
    name,
    dynasty: {
      number: numberOrNull(state.dynasty['number']),
      name: textOrNull(state.dynasty['name']),
      emperor: textOrNull(state.dynasty['emperor']),
    },
    terms: play.terms,
    resolution: read.game.resolution ?? 'automatic',
    pending: Object.values(state.posts)
      .filter(({ status }) => status === 'pending')
      .map((post) => waiting(table, post)),
    roster: Object.entries(state.players).map(([id, fields]) => ({
      id,
      name: typeof fields['name'] === 'string' && fields['name'] !== '' ? fields['name'] : id,
      state: typeof fields['state'] === 'string' ? fields['state'] : 'active',
      admin: fields['admin'] === true,
      emperor: state.dynasty['emperor'] === id,
      lastActive: typeof fields['last-active'] === 'string' ? fields['last-active'] : null,
    })),
  };
}

function asker({ play }: Table['open'], now: string): Ask {
  return (...path) => play.query(now, [path])[0]?.value;
}

function waiting(table: SeenTable, post: PostData): Waiting {
  const { id, kind, title, author, at, status } = post;
  const conflict = status === 'pending' && conflictsAt(table, post).length > 0;
  return { id, kind, title, author, at, status: status ?? '', conflict };
}
