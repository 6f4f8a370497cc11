import type { KeyRing, SeedRing } from './key-ring.ts';
import type { PostData, State } from '../kernel/state.ts';
import type { Problem } from '../ruleset/problem.ts';
import { ENGINE, type ContentFiles } from './paths.ts';
import type { Moderation } from './moderation.ts';

/** A message for the forge. Sending it twice makes no difference, so another tick can finish one that died. */
export type Notice = { readonly n: number; readonly post: string } & (
  | {
      readonly tell: 'comment';
      readonly key: string;
      readonly text: string;
      /**
       * The message is about a post that the rules have just made. `post` is its id in the game, because its number on the forge isn't
       * known.
       */
      readonly own?: true;
    }
  | { readonly tell: 'label'; readonly labels: readonly string[] }
  | { readonly tell: 'settle' }
  | { readonly tell: 'reopen' }
  | { readonly tell: 'post'; readonly kind: string; readonly title: string; readonly text: string }
);

/** The engine's own data, beside ruleset and gamestate, each as a JSON file in `content/engine`. */
export interface EngineFacts {
  /** The time of the latest input. */
  readonly clock: string | null;
  /** An account on the forge → the id of the player. */
  readonly people: Readonly<Record<string, string>>;
  /** Posts made by the rules: number on the forge → id in the game. */
  readonly links: Readonly<Record<string, string>>;
  /** The outbox: numbered messages that haven't been sent to the forge yet. docs/game-content.md says why they are stored here. */
  readonly outbox: { readonly last: number; readonly notices: readonly Notice[] };
  /** For each pending matter, the commit that would be enacted, which is the last one pushed before it was frozen. */
  readonly heads: Readonly<Record<string, string>>;
  /** The matters among these whose commit couldn't be read, so that their changes still have to be recorded. */
  readonly unread: Readonly<Record<string, string>>;
  /** Admins' decisions on conflicts between a matter and the rules in force, with the commit that holds the texts. */
  readonly merged: Readonly<Record<string, { readonly commit: string; readonly by: string }>>;
  /** The current dynasty: when it began, and how far the journal had been read by then. */
  readonly dynasty: { readonly number: number; readonly at: string; readonly line: number } | null;
  readonly archived: ArchivedBefore;
  /** The current and earlier keys to which submissions are sealed. */
  readonly keys: KeyRing;
  /** The current and earlier seeds of secret choices. */
  readonly seeds: SeedRing;
  /** Players who can receive private messages: player → public key. */
  readonly readers: Readonly<Record<string, string>>;
  /** Players for whom a program has acted. */
  readonly machines: readonly string[];
  /** Players for whom a chat bridge may speak: player → bridge. */
  readonly bridges: Readonly<Record<string, BridgeFact>>;
  readonly moderation: Moderation;
  /** People off the roster who were sent a message in the last day, with its time. */
  readonly strangers: Readonly<Record<string, string>>;
  /** Sealed submissions by commitment: the id that each received, and its sender. */
  readonly sealed: Readonly<Record<string, { readonly id: string; readonly by: string }>>;
  /** Null if the game began on its present forge. */
  readonly moved: Moved | null;
}

export interface BridgeFact {
  /** The name of the bridge's account, as the player gave it. */
  readonly account: string;
  /** The account's id, once it has spoken. */
  readonly id: string | null;
  /** The code by which the bridge recognises the player's account in the chat. */
  readonly code: string;
  readonly at: string;
}

/** Every forge numbers its posts from 1. After a move the posts of the new forge get a prefix, so that no id is used twice. */
export interface Moved {
  readonly at: string;
  /** The prefix before the number of each post on the new forge. */
  readonly posts: string;
  /** The current dynasty at the time of the move. It and earlier ones are in the old forge's journal. */
  readonly dynasty: number | null;
}

/** Counts from the ledgers of past dynasties, so that these needn't be read again. */
export interface ArchivedBefore {
  readonly lines: number;
  readonly rolls: number;
  /** How often each action was taken. */
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
  moderation: {},
  strangers: {},
  sealed: {},
  moved: null,
};

/** Facts whose file has another name, which it keeps so that games in play open. */
const FILE_NAMES: Readonly<Record<string, string>> = { moderation: 'peace' };

const NAMES = Object.keys(NO_FACTS) as readonly (keyof EngineFacts)[];

/** The order in which people and things were added, unless it is alphabetical. Rules loop over them in this order. */
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
    const path = engineFile(name);
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

/** The kinds of value that can replace this default. */
function kindsLike(otherwise: unknown): readonly string[] {
  return otherwise === null ? ['nothing', 'a string', 'keys and values'] : [kindIn(otherwise)];
}

/** Empty data gets no file. */
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

export const engineFile = (name: string): string => `${ENGINE}${FILE_NAMES[name] ?? name}.json`;

/** Null if there is nothing to store. */
export function engineText(name: string, value: unknown): string | null {
  return isEmpty(name, value) ? null : `${JSON.stringify(value, null, 2)}\n`;
}

function isEmpty(name: string, value: unknown): boolean {
  const otherwise: unknown = (NO_FACTS as unknown as Record<string, unknown>)[name];
  const text = JSON.stringify(value);
  return text === JSON.stringify(otherwise) || text === '{}';
}
