import type { PostData } from '../../kernel/state.ts';
import { isPlainObject } from '../../kernel/values.ts';
import type { ContentFiles } from '../game/paths.ts';
import { conflictsOf } from './conflicts.ts';
import type { Table } from '../tick/table.ts';

/** The game at a glance. */
export interface Status {
  readonly name: string;
  readonly now: string;
  readonly dynasty: {
    readonly number: number | null;
    readonly name: string | null;
    readonly emperor: string | null;
  };
  readonly terms: { readonly player: string; readonly players: string; readonly emperor: string };
  readonly quorum: number | null;
  readonly hiatus: readonly string[];
  readonly resolution: 'automatic' | 'by-admin';
  readonly queue: readonly MatterStatus[];
  readonly roster: readonly PlayerStatus[];
}

export interface MatterStatus {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly author: string;
  readonly at: string;
  readonly for: number;
  readonly against: number;
  readonly votes: Readonly<Record<string, string>>;
  readonly state: string;
  readonly queue: number | null;
  /** From when it can be enacted or can fail as the votes stand; null: not at all. */
  /** Whether it changes words that have changed since: then it waits for an Admin. */
  readonly conflict: boolean;
  readonly enactFrom: string | null;
  readonly failFrom: string | null;
}

export interface PlayerStatus {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly admin: boolean;
  readonly emperor: boolean;
  readonly lastActive: string | null;
}

export function readStatus({ open, name }: Table, now: string): Status {
  const { play, read } = open;
  const state = play.state();
  const ask = asker(open, now);
  const hiatus = ask('hiatus');
  return {
    name,
    now,
    dynasty: {
      number: numberOrNull(state.dynasty['number']),
      name: textOrNull(state.dynasty['name']),
      emperor: textOrNull(state.dynasty['emperor']),
    },
    terms: play.terms,
    quorum: numberOrNull(ask('quorum')),
    hiatus: Array.isArray(hiatus) ? hiatus.map(String) : [],
    resolution: read.game.resolution ?? 'automatic',
    queue: Object.values(state.posts)
      .filter(({ status }) => status === 'pending')
      .map((post) => matterStatus(post, play.files, ask)),
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

type Ask = (...path: readonly string[]) => unknown;

function asker({ play }: Table['open'], now: string): Ask {
  return (...path) => play.query(now, [path])[0]?.value;
}

export function matterStatusOf({ open }: Table, now: string, post: PostData): MatterStatus {
  return matterStatus(post, open.play.files, asker(open, now));
}

function matterStatus(post: PostData, rules: ContentFiles, ask: Ask): MatterStatus {
  const { id, kind, title, author, at } = post;
  const facts = ask('matters', id);
  const tally = isPlainObject(facts) ? facts : {};
  const votes = ask('views', 'votes-on', id);
  const count = (key: string): number => (typeof tally[key] === 'number' ? tally[key] : 0);
  const states = ['vetoed', 'killed', 'popular', 'unpopular'].filter((key) => tally[key] === true);
  return {
    id,
    kind,
    title,
    author,
    at,
    for: count('for'),
    against: count('against'),
    votes: isPlainObject(votes) ? (votes as Record<string, string>) : {},
    state:
      post.status !== 'pending'
        ? (post.status ?? '')
        : states[0] === 'killed'
          ? 'withdrawn'
          : (states[0] ?? 'undecided'),
    queue: typeof tally['queue'] === 'number' ? tally['queue'] : null,
    conflict: post.status === 'pending' && conflictsOf(post, rules).length > 0,
    enactFrom: timeOrNull(ask('views', 'earliest-enactment', id)),
    failFrom: timeOrNull(ask('views', 'earliest-failure', id)),
  };
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function timeOrNull(value: unknown): string | null {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/u.test(value) ? value : null;
}
