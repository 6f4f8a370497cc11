import type { LocalForge } from '../../forge/local/local-forge.ts';
import type { PostData, State } from '../../kernel/state.ts';
import { askRules } from '../ask-rules.ts';
import { forgePostOf, type Table } from '../tick/table.ts';
import { conflictsAt, type SeenTable } from './conflicts.ts';
import {
  matterStatus,
  numberOrNull,
  statusFrom,
  textOrNull,
  type Glance,
  type MatterStatus,
  type Status,
  type Waiting,
} from './status.ts';

export type { MatterStatus, Status } from './status.ts';

interface Known {
  readonly state?: State;
  readonly stuck?: readonly string[];
}

export function readStatus(table: SeenTable, now: string, known: Known = {}): Status {
  return statusAtAGlance({ table, glance: glanceAt(table, known) }, now);
}

/** Of a table that was looked at already. */
export function statusAtAGlance(
  { table, glance }: { readonly table: SeenTable; readonly glance: Glance },
  now: string,
): Status {
  return statusFrom(glance, now, askRules(table.open.play, now));
}

export function matterStatusOf(table: SeenTable, now: string, post: PostData): MatterStatus {
  return matterStatus(waiting(table, post), askRules(table.open.play, now));
}

/** Matters that the last tick could not resolve: it said so on their posts. */
export function stuckIn(table: Table, { labelled }: Pick<LocalForge, 'labelled'>): readonly string[] {
  const posts = labelled('stuck');
  const pending = Object.values(table.open.play.state().posts).filter(({ status }) => status === 'pending');
  return pending.map(({ id }) => id).filter((id) => posts.has(forgePostOf(table, id) ?? ''));
}

/** What a status says that no clock changes. */
export function glanceAt(table: SeenTable, { state: known, stuck = [] }: Known = {}): Glance {
  const { open, name } = table;
  const { play, read } = open;
  const state = known ?? play.state();
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
    stuck,
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

function waiting(table: SeenTable, post: PostData): Waiting {
  const { id, kind, title, author, at, status } = post;
  const conflict = status === 'pending' && conflictsAt(table, post).length > 0;
  return { id, kind, title, author, at, status: status ?? '', conflict };
}
