import type { KeyRing } from '../play/secrets/key-ring.ts';
import type { SeedRing } from '../play/secrets/seed-ring.ts';
import type { PostData, State } from '../kernel/state.ts';
import type { Problem } from '../ruleset/problem.ts';
import { ENGINE, type ContentFiles } from './paths.ts';
import type { Peace } from './peace.ts';

/** Something to be told on the forge. Told again it changes nothing, so that a tick that died can be finished. */
export type Notice = { readonly n: number; readonly post: string } & (
  | {
      readonly tell: 'comment';
      readonly key: string;
      readonly text: string;
      /** On a post that the rules had just made: `post` is what they call it, its number on the forge isn't known. */
      readonly own?: true;
    }
  | { readonly tell: 'label'; readonly labels: readonly string[] }
  | { readonly tell: 'settle' }
  | { readonly tell: 'reopen' }
  | { readonly tell: 'post'; readonly kind: string; readonly title: string; readonly text: string }
);

/** The engine's own data, which is neither ruleset nor gamestate: one JSON file each, in `content/engine`. */
export interface EngineFacts {
  /** When the latest input was taken. */
  readonly clock: string | null;
  /** An account on the forge → the id of the player. */
  readonly people: Readonly<Record<string, string>>;
  /** Posts that the rules made: their number on the forge → their id in the game. */
  readonly links: Readonly<Record<string, string>>;
  /** The outbox: messages that are still to be told on the forge, numbered; docs/game-content.md says why it stands here. */
  readonly outbox: { readonly last: number; readonly notices: readonly Notice[] };
  /** Of each pending matter, the commit that would be enacted: the last one pushed while it could be altered. */
  readonly heads: Readonly<Record<string, string>>;
  /** The same of those matters whose commit could not be read, so that their changes are still to be put on record. */
  readonly unread: Readonly<Record<string, string>>;
  /** Where an Admin said how a matter and the rules in force go together: the commit that holds the texts. */
  readonly merged: Readonly<Record<string, { readonly commit: string; readonly by: string }>>;
  /** The dynasty that is played: when it was opened, and how far the journal had been read then. */
  readonly dynasty: { readonly number: number; readonly at: string; readonly line: number } | null;
  readonly archived: ArchivedBefore;
  /** To which keys is sealed, and was before. */
  readonly keys: KeyRing;
  /** From which seeds secret choices are drawn, and were before. */
  readonly seeds: SeedRing;
  /** The players who can be told something in private: player → the public key that they read with. */
  readonly readers: Readonly<Record<string, string>>;
  /** The players for whom a program has acted. */
  readonly machines: readonly string[];
  /** The players for whom a bridge to a chat may speak: player → the bridge. */
  readonly bridges: Readonly<Record<string, BridgeFact>>;
  /** Measures by Admins to keep the peace. */
  readonly peace: Peace;
  /** People who are not on the roster and were told something in the last day: when. */
  readonly strangers: Readonly<Record<string, string>>;
  /** Sealed submissions by their commitment: the submission that each became, and whose it is. */
  readonly sealed: Readonly<Record<string, { readonly id: string; readonly by: string }>>;
  /** Null where the game began on the forge that it is played on. */
  readonly moved: Moved | null;
}

export interface BridgeFact {
  /** The name of its account, as the player gave it. */
  readonly account: string;
  /** The account itself, once it has spoken. */
  readonly id: string | null;
  /** The code by which the bridge knows whose account in the chat that player has. */
  readonly code: string;
  readonly at: string;
}

/** Forges number posts from 1: after a move those of the new one are called otherwise, so that no id is taken twice. */
export interface Moved {
  readonly at: string;
  /** The prefix of the ids of the new forge's posts, before their number there. */
  readonly posts: string;
  /** The dynasty that was played then; it and those before it stand in the journal of the old forge. */
  readonly dynasty: number | null;
}

/** Counts from the ledgers of past dynasties, which are not read again. */
export interface ArchivedBefore {
  readonly lines: number;
  /** The number of public rolls. */
  readonly rolls: number;
  /** The number of times that each action was taken. */
  readonly actions: Readonly<Record<string, number>>;
}

export const NO_FACTS: EngineFacts = {
  clock: null,
  people: {},
  links: {},
  outbox: { last: 0, notices: [] },
  heads: {},
  unread: {},
  merged: {},
  dynasty: null,
  archived: { lines: 0, rolls: 0, actions: {} },
  keys: [],
  seeds: [],
  readers: {},
  machines: [],
  bridges: {},
  peace: {},
  strangers: {},
  sealed: {},
  moved: null,
};

const NAMES = [
  'clock',
  'people',
  'links',
  'outbox',
  'heads',
  'unread',
  'merged',
  'dynasty',
  'archived',
  'keys',
  'seeds',
  'readers',
  'machines',
  'bridges',
  'peace',
  'strangers',
  'sealed',
  'moved',
] as const;

/** The order in which people and things came, where it is not that of their names: rules go through them in it. */
export interface Order {
  readonly players?: readonly string[];
  readonly things?: Readonly<Record<string, readonly string[]>>;
}

export interface EngineState {
  readonly facts: EngineFacts;
  readonly order: Order;
  readonly pending: Record<string, PostData>;
  readonly taken: State['taken'];
  readonly submissions: State['submissions'];
}

export function readEngineFiles(files: ContentFiles): {
  readonly engine: EngineState;
  readonly problems: readonly Problem[];
} {
  const problems: Problem[] = [];
  const get = <T>(name: string, otherwise: T): T => {
    const path = `${ENGINE}${name}.json`;
    const text = files.get(path);
    if (text === undefined) return otherwise;
    try {
      const value: unknown = JSON.parse(text);
      if (kindsLike(otherwise).includes(kindIn(value))) return value as T;
      throw new Error(`It holds ${kindIn(value)}`);
    } catch (error) {
      problems.push({
        code: 'json-unreadable',
        file: path,
        message: `${(error as Error).message}.`,
        expected: 'the file as the engine wrote it',
        example: `git checkout HEAD~1 -- ${path}`,
      });
      return otherwise;
    }
  };
  const facts = Object.fromEntries(
    NAMES.map((name) => [name, get<unknown>(name, NO_FACTS[name])]),
  ) as unknown as EngineFacts;
  return {
    engine: {
      facts,
      order: get('order', {}),
      pending: get('pending', {}),
      taken: get('taken', {}),
      submissions: get('submissions', {}),
    },
    problems,
  };
}

function kindIn(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'keys and values' : `a ${typeof value}`;
}

/** The kinds of value that can stand where this one does if nothing is known. */
function kindsLike(otherwise: unknown): readonly string[] {
  return otherwise === null ? ['nothing', 'a string', 'keys and values'] : [kindIn(otherwise)];
}

/** Files for what there is; what is empty has none. */
export function writeEngineFiles({
  facts,
  order,
  pending,
  taken,
  submissions,
}: EngineState): ReadonlyMap<string, string> {
  const parts: Record<string, unknown> = { ...facts, order, pending, taken, submissions };
  const files = new Map<string, string>();
  for (const [name, value] of Object.entries(parts)) {
    const text = engineText(name, value);
    if (text !== null) files.set(engineFile(name), text);
  }
  return files;
}

export const engineFile = (name: string): string => `${ENGINE}${name}.json`;

/** Null where there is nothing to write down. */
export function engineText(name: string, value: unknown): string | null {
  return isEmpty(name, value) ? null : `${JSON.stringify(value, null, 2)}\n`;
}

function isEmpty(name: string, value: unknown): boolean {
  const otherwise: unknown = (NO_FACTS as unknown as Record<string, unknown>)[name];
  const text = JSON.stringify(value);
  return text === JSON.stringify(otherwise) || text === '{}';
}
