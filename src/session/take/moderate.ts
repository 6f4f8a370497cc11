import type { ForgeEvent } from '../../forge/events.ts';
import { nearest } from '../../kernel/names.ts';
import { asSentence } from '../../kernel/sentence.ts';
import { define } from '../../kernel/values.ts';
import type { Outcome } from '../../kernel/result.ts';
import { doneOutcome, refusedOutcome } from '../play/outcome.ts';
import { MODERATE } from '../../store/ledger-line.ts';
import { findPerson, namedPeople, type Named } from '../position/person-id.ts';
import { adminsIn } from '../../store/read-game.ts';
import {
  hearsEverybody,
  ModeratedGame,
  ruledBy,
  type Moderation,
  type ModerationStep,
} from '../../store/moderation.ts';
import { namingOf } from '../../wording/naming.ts';
import { sayMeasure } from '../../wording/say-taken-action.ts';
import type { AskedCommand } from './commands.ts';
import type { Position } from '../position/position.ts';

type At = Pick<Position, 'rules' | 'moderation'>;
type Played = Pick<Position, 'moderation'> & { readonly rules: Pick<Position['rules'], 'play'> };

function moderatedGame({ moderation, rules: { play } }: Played): ModeratedGame {
  return new ModeratedGame(moderation.inForce, play.model, play.state());
}

type Change = (before: Moderation, value: string, step: ModerationStep, find: Find) => Moderation | string;

const mute =
  (all: boolean): Change =>
  ({ muted, ...before }, value, step, find) => {
    const player = find(value);
    if (player === null) return 'name the player whose words it is about';
    return { ...before, muted: withKey(muted, player, all ? { ...step, all: true } : step) };
  };

/** Applies each measure to its part of the moderation, or says why it can't be done. */
const MEASURES: Readonly<Record<string, Change>> = {
  mute: mute(false),
  hide: mute(true),
  unmute: ({ muted, ...before }, value, _step, find) => {
    const player = find(value);
    if (player === null || !Object.hasOwn(muted ?? {}, player))
      return `the words of ${value || 'nobody'} are shown already`;
    return { ...before, muted: withoutKey(muted, player) };
  },
  joining: (all, value, step) => {
    const { joining: _joining, ...before } = all;
    if (value === 'closed') return { ...before, joining: step };
    return value === 'open' ? before : 'joining is open or closed';
  },
  pace: ({ pace: _pace, ...all }, value, step) => {
    const { said: _said, ...before } = all;
    if (value === 'none') return before;
    return /^[1-9]\d{0,3}$/u.test(value)
      ? { ...before, pace: { ...step, most: Number(value) } }
      : 'the limit is a number of posts from 1 to 9999, or none';
  },
  same: ({ same = [], ...before }, value, step, find) => {
    const players = pairIn(value, find);
    if (players === null) return 'name two players';
    if (same.some((one) => isPair(one.players, players))) return 'they are marked as one person already';
    return { ...before, same: [...same, { ...step, players }] };
  },
  apart: ({ same = [], ...before }, value, _step, find) => {
    const players = pairIn(value, find);
    if (players === null) return 'name two players';
    if (!same.some((one) => isPair(one.players, players))) return 'they aren’t marked as one person';
    return { ...before, same: same.filter((one) => !isPair(one.players, players)) };
  },
  ban: ({ bans, ...before }, value, step) =>
    isBanName(value)
      ? { ...before, bans: withKey(bans, value, step) }
      : 'addresses are blocked with `gitnomic admin moderation ban`',
  unban: ({ bans, ...before }, value) =>
    Object.hasOwn(bans ?? {}, value)
      ? { ...before, bans: withoutKey(bans, value) }
      : `no address is blocked under ${value || 'that name'}`,
};

/** The part that rules may manage instead. */
const PART_OF: Readonly<Record<string, string>> = {
  mute: 'muted',
  hide: 'muted',
  unmute: 'muted',
  apart: 'same',
};

const EXPECTED =
  'say one of mute=PLAYER, hide=PLAYER (earlier words too), unmute=PLAYER, joining=closed, joining=open, pace=NUMBER (things said in an hour), pace=none, same="PLAYER PLAYER", apart="PLAYER PLAYER", and why="…" with it; `gitnomic admin moderation ban` is for addresses';

/** Includes the measure that was probably meant. */
function expectedFor(name: string): string {
  const meant = Object.hasOwn(MEASURES, name) ? null : nearest(name, Object.keys(MEASURES));
  return meant === null
    ? EXPECTED
    : `there is no measure ${name}; did you mean ${meant}? ${asSentence(EXPECTED)}`;
}

/** A name that nobody has; it is reported first, since it is the likeliest slip. */
function strangerIn(name: string, value: string, people: readonly Named[]): string | null {
  const names = OF_PLAYERS.has(name) ? namesIn(name, value) : [];
  const stranger = names.find((one) => findPerson(people, one) === null);
  if (stranger === undefined) return null;
  const near = nearest(
    stranger,
    people.flatMap((one) => [one.id, one.name]),
  );
  return `there is no player called ${stranger}${near === null ? '' : `; did you mean ${near}?`}`;
}

const OF_PLAYERS: ReadonlySet<string> = new Set(['mute', 'hide', 'unmute', 'same', 'apart']);

/** A single name may consist of several words. */
function namesIn(name: string, value: string): readonly string[] {
  const isPairs = name === 'same' || name === 'apart';
  return (isPairs ? value.split(/[\s,]+/u) : [value]).filter((one) => one.trim() !== '');
}

type Find = (named: string) => string | null;

/** `/peace mute=bo why="…"` by an Admin is recorded in journal and ledger; the opposite measure undoes it. */
export function takeModeration({ rules, moderation }: At, { command, at, by }: AskedCommand): Outcome {
  const { words } = command;
  const outcome = ((): Outcome => {
    const state = rules.play.state();
    if (!adminsIn(state).includes(by)) return refusedOutcome('not-an-admin', 'only an admin can do this');
    const { why, ...rest } = words;
    const [[name, value] = ['', ''], ...more] = Object.entries(rest);
    const change = Object.hasOwn(MEASURES, name) ? MEASURES[name] : undefined;
    if (change === undefined || more.length > 0) return refusedOutcome('peace', expectedFor(name));
    const ruled = ruledBy(rules.play.model, PART_OF[name] ?? name);
    if (ruled !== null)
      return refusedOutcome('ruled', `only a proposal can set this, because the rules track ${ruled}`);
    const reason = typeof why === 'string' ? why.trim() : '';
    if (reason === '' || reason.length > 500)
      return refusedOutcome(
        'peace',
        'add why="…" with the reason or the evidence, in at most 500 characters. Everybody will see it',
      );
    const people = namedPeople(state.players);
    const find: Find = (named) => findPerson(people, named)?.id ?? null;
    const after =
      strangerIn(name, String(value), people) ??
      change(moderation.inForce, String(value), { by, at, why: reason }, find);
    if (typeof after === 'string') return refusedOutcome('peace', after);
    moderation.inForce = after;
    rules.play.record.append({ at, by, what: MODERATE, with: words, draws: [], changes: [] });
    return doneOutcome(sayMeasure(words, namingOf(rules.play)));
  })();
  return rules.answer({ at, by }, MODERATE, outcome);
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Why a post or comment isn't taken in: joining is closed, or its author said too much in an hour. Null if it is. */
export function whyNotHeard(
  position: Played,
  { type }: Pick<ForgeEvent, 'type'>,
  at: string,
  by: string,
): string | null {
  if (type !== 'opened' && type !== 'commented') return null;
  const { rules, moderation } = position;
  const { say } = rules.play.wording;
  // Reading the state out of the sandbox for each event would take longer than the event.
  if (hearsEverybody(moderation.inForce, rules.play.model)) return null;
  const moderated = moderatedGame(position);
  const state = rules.play.state();
  if (moderated.isJoiningClosed && !Object.hasOwn(state.players, by))
    return say`Nobody can join at the moment. Ask a player to tell the admins.`;
  const { pace } = moderated;
  if (pace === null || adminsIn(state).includes(by)) return null;
  const { said = {} } = moderation.inForce;
  const before = Object.hasOwn(said, by) ? (said[by] ?? []) : [];
  // Times far in the future don't count: the clock was put back, and it could take weeks to get there.
  const lately = before.filter((time) => Math.abs(Date.parse(at) - Date.parse(time)) < HOUR_MS);
  const first = lately[0];
  if (lately.length >= pace && first !== undefined) {
    const free = new Date(Date.parse(first) + HOUR_MS + MINUTE_MS - 1).toISOString().slice(11, 16);
    return say`For now, everybody may post ${pace} times an hour, so this wasn’t counted. Post it again at ${free} UTC.`;
  }
  moderation.inForce = { ...moderation.inForce, said: withKey(said, by, [...lately, at]) };
  return null;
}

function pairIn(value: string, find: Find): readonly [string, string] | null {
  const [one, other, ...more] = value
    .split(/[\s,]+/u)
    .filter((name) => name !== '')
    .map(find);
  if (one === undefined || other === undefined || more.length > 0) return null;
  return one === null || other === null || one === other ? null : [one, other];
}

function isPair(a: readonly [string, string], b: readonly [string, string]): boolean {
  return a.every((player) => b.includes(player));
}

function isBanName(text: string): boolean {
  return /^ban-[a-z0-9]{6}$/u.test(text);
}

/** An id may be `__proto__`. */
function withKey<T>(all: Readonly<Record<string, T>> | undefined, key: string, value: T): Record<string, T> {
  const copy = { ...all };
  define(copy, key, value);
  return copy;
}

function withoutKey<T>(all: Readonly<Record<string, T>> | undefined, key: string): Record<string, T> {
  const { [key]: _, ...rest } = all ?? {};
  return rest;
}
