import { nearest } from '../../kernel/names.ts';
import { asSentence } from '../../kernel/sentence.ts';
import type { Outcome } from '../../kernel/result.ts';
import { doneOutcome, refusedOutcome } from '../play/outcome.ts';
import type { Play } from '../play/play.ts';
import { SET_GAME } from '../../store/ledger-line.ts';
import { noticesSchema, signInSchema } from '../../ruleset/schema/game.ts';
import { adminsIn } from '../../store/read-game.ts';
import type { AskedCommand } from './commands.ts';
import type { Position } from '../position/position.ts';

/** Keys of game.yml that an Admin may change, with their allowed values. */
const KEYS: Readonly<Record<string, (value: unknown, play: Play) => unknown>> = {
  resolution: (value) => (value === 'automatic' || value === 'by-admin' ? value : undefined),
  practice: (value) => (value === 'on' || value === 'off' ? value === 'on' : undefined),
  name: (value, play) => {
    // A sealed submission names its game, and nobody could open it under another name.
    const isSealed = Object.values(play.state().submissions).some(({ used }) => !used);
    return typeof value === 'string' && /^\S.{0,99}$/u.test(value) && !isSealed ? value : undefined;
  },
  dice: (value) => {
    if (value === 'drand') return { source: 'drand' };
    const isHash = typeof value === 'string' && /^sha256:[0-9a-f]{64}$/u.test(value);
    return isHash ? { source: 'committed', hash: value } : undefined;
  },
  'sign-in': (value) => {
    const [service = '', client = '', scope, ...more] = String(value).split(/\s+/u);
    if (value === 'none') return null;
    const read = signInSchema.safeParse({ service, client, ...(scope === undefined ? {} : { scope }) });
    return more.length === 0 && read.success ? read.data : undefined;
  },
  notices: (value) => {
    if (value === 'none') return null;
    const read = noticesSchema.safeParse(Object.fromEntries(String(value).split(',').map(receiverIn)));
    return read.success ? read.data : undefined;
  },
  // The packs that the rules came from, since another dynasty may bring others.
  core: packNamed,
  pack: packNamed,
};

/** `list enacted failed week` → `['list', { tell: ['enacted', 'failed'], every: 'week' }]` */
function receiverIn(text: string): readonly [string, object] {
  const [name = '', ...words] = text.trim().split(/\s+/u);
  const isOften = (word: string): boolean => word === 'day' || word === 'week';
  const every = words.find(isOften);
  return [name, { tell: words.filter((word) => !isOften(word)), ...(every === undefined ? {} : { every }) }];
}

function packNamed(value: unknown): string | undefined {
  const name = String(value);
  return /^[a-z0-9][\w-]{0,59}$/u.test(name) ? name : undefined;
}

const EXPECTED =
  'say resolution=automatic or resolution=by-admin, practice=on or practice=off, name="…" while nothing sealed waits, dice=drand or dice=sha256:… for a seed of your own, core=… or pack=… for the packs that the rules come from, sign-in="SERVICE CLIENT" or sign-in=none for the published pages, notices="RECEIVER opened enacted day, …" or notices=none';

/** Names the wrong setting or value and what is possible. */
function expectedFor(play: Play, words: Readonly<Record<string, unknown>>): string {
  const wrong = Object.entries(words).find(([key, value]) => valuesIn(play, { [key]: value }) === null);
  if (wrong === undefined) return EXPECTED;
  const [key, value] = wrong;
  if (Object.hasOwn(KEYS, key)) return `${key} can’t be “${String(value)}”; ${EXPECTED}`;
  const near = nearest(key, Object.keys(KEYS));
  return `there is no setting ${key}${near === null ? '.' : `; did you mean ${near}?`} ${asSentence(EXPECTED)}`;
}

/** `/game resolution=by-admin` by an Admin is recorded in journal and ledger, and the engine writes game.yml. */
export function takeGame(
  { rules, settings }: Pick<Position, 'rules' | 'settings'>,
  { command, at, by }: AskedCommand,
): Outcome {
  const values = valuesIn(rules.play, command.words);
  const outcome = adminsIn(rules.play.state()).includes(by)
    ? values === null
      ? refusedOutcome('game', expectedFor(rules.play, command.words))
      : doneOutcome(values)
    : refusedOutcome('not-an-admin', 'only an admin can do this');
  if (outcome.ok && values !== null) {
    settings.change(values);
    rules.play.record.append({ at, by, what: SET_GAME, with: values, draws: [], changes: [] });
  }
  return rules.answer({ at, by }, SET_GAME, outcome);
}

/** Null if a key may not be changed or not to that value. */
function valuesIn(
  play: Play,
  words: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | null {
  const values = Object.entries(words).map(
    ([key, value]) => [key, Object.hasOwn(KEYS, key) ? KEYS[key]?.(value, play) : undefined] as const,
  );
  const isNone = values.length === 0 || values.some(([, value]) => value === undefined);
  return isNone ? null : Object.fromEntries(values);
}
