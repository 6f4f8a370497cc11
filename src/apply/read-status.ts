import type { PostId } from '../forge/port.ts';
import { conflictsAt, type SeenPosition } from './conflicts.ts';
import {
  matterStatus,
  numberOrNull,
  statusFrom,
  textOrNull,
  type Glance,
  type MatterStatus,
  type Status,
  type MatterSummary,
} from './status.ts';
import { knowDynasties, knowHead, termsKnown } from '../kernel/roles.ts';
import type { PostData, State } from '../kernel/state.ts';
import { askRules } from '../play/ask-rules.ts';
import type { Position } from '../decide/position.ts';
import { titleOfKind } from '../decide/naming.ts';

export type { MatterStatus, Status } from './status.ts';

interface Known {
  readonly state?: State;
  readonly stuck?: readonly string[];
}

export function readStatus(position: SeenPosition, now: string, known: Known = {}): Status {
  return statusAtAGlance({ position, glance: glanceAt(position, known) }, now);
}

/** Of a position that was looked at already. */
export function statusAtAGlance(
  { position, glance }: { readonly position: SeenPosition; readonly glance: Glance },
  now: string,
): Status {
  return statusFrom(glance, now, askRules(position.open.play, now));
}

export function matterStatusOf(position: SeenPosition, now: string, post: PostData): MatterStatus {
  return matterStatus(waiting(position, post), position.open.play.model, askRules(position.open.play, now));
}

/** Open posts that have a label. */
interface Labelled {
  labelled(label: string): ReadonlySet<PostId>;
}

/** Matters that the last tick could not resolve: it said so on their posts. */
export function stuckIn(position: Position, { labelled }: Labelled): readonly string[] {
  const posts = labelled('stuck');
  const pending = Object.values(position.open.play.state().posts).filter(
    ({ status }) => status === 'pending',
  );
  return pending.map(({ id }) => id).filter((id) => posts.has(position.posts.forgePostOf(id) ?? ''));
}

/** The part of a status that no clock changes. */
export function glanceAt(position: SeenPosition, { state: known, stuck = [] }: Known = {}): Glance {
  const { open, name } = position;
  const { play, read } = open;
  const machines = position.accounts?.machines ?? new Set(read.facts.machines);
  const state = known ?? play.state();
  const hasHead = knowHead(play.model);
  return {
    name,
    ...(knowDynasties(play.model)
      ? {
          dynasty: {
            number: numberOrNull(state.dynasty['number']),
            name: textOrNull(state.dynasty['name']),
            ...(hasHead ? { emperor: textOrNull(state.dynasty['emperor']) } : {}),
          },
        }
      : {}),
    terms: termsKnown(play.terms, play.model),
    resolution: read.game.resolution ?? 'automatic',
    practice: read.game.practice === true,
    pending: Object.values(state.posts)
      .filter(({ status }) => status === 'pending')
      .map((post) => waiting(position, post)),
    stuck,
    ballot: play.model.ballot,
    roster: Object.entries(state.players).map(([id, fields]) => ({
      id,
      name: typeof fields['name'] === 'string' && fields['name'] !== '' ? fields['name'] : id,
      state: typeof fields['state'] === 'string' ? fields['state'] : 'active',
      admin: fields['admin'] === true,
      ...(hasHead ? { emperor: state.dynasty['emperor'] === id } : {}),
      machine: machines.has(id),
      lastActive: typeof fields['last-active'] === 'string' ? fields['last-active'] : null,
    })),
  };
}

function waiting(position: SeenPosition, post: PostData): MatterSummary {
  const { id, kind, title, author, at, status } = post;
  const conflict = status === 'pending' && conflictsAt(position, post).length > 0;
  const kindTitle = titleOfKind(position.open.play.model, kind);
  const unread = position.branches?.whyUnread(id) ?? null;
  return { id, kind, kindTitle, title, author, at, status: status ?? '', conflict, unread };
}
