import type { Draw } from '../kernel/chance.ts';
import type { Pictures } from '../kernel/pictures.ts';
import type { StateChange } from '../kernel/store.ts';
import type { SandboxHost } from '../sandbox/host.ts';
import type { Input, Resolution } from '../kernel/inputs.ts';
import { isTime } from '../kernel/names.ts';

/** Why a step could not be finished: a clause failed, it exceeded a limit, or the engine failed. */
export interface OnRecord {
  readonly fault?: 'rules' | 'bounds' | 'engine' | undefined;
  /** The build that failed; another one tries again. */
  readonly engine?: string | undefined;
}

/** An accepted action or resolution, a refused one with its rolls, or one that the clock ended. */
export interface LedgerLine extends OnRecord {
  readonly n: number;
  readonly at: string;
  readonly by: string;
  readonly what: string;
  readonly with?: unknown;
  readonly draws: readonly Draw[];
  readonly changes: readonly StateChange[];
  readonly result?: unknown;
  /** Why it was refused: only its public rolls stay on record. */
  readonly refused?: string;
  /**
   * The step that could not be finished, if a later try may end differently: `12 bo crawl 0` by journal line,
   * `resolve 7` for a matter, or `event 12` if the whole event was set aside.
   */
  readonly stopped?: string;
  /**
   * The place in a clause that exhausted memory or stack when a matter was resolved, empty if it is unknown. The matter is then resolved
   * without that clause. Older records have no place, and neither do steps that the clock ended.
   */
  readonly where?: string;
}

/** A line as stored: the action, the rules it was under, and proofs of its draws. */
export interface RecordedLine extends LedgerLine {
  /** The version of the rules at that time. */
  readonly rules?: string;
  readonly proof?: unknown;
  /** The comment that called for it, if another machine ran it for the emperor's side. */
  readonly told?: string;
  /** The pictures fetched for its words. */
  readonly pictures?: Pictures;
  /** Due matters that had to wait before it, because their changes were unknown. */
  readonly unread?: readonly string[];
  /** The Admin who merged its changes with the rules. */
  readonly merged?: { readonly commit: string; readonly by: string };
}

/** Counts the lines, including those archived with past dynasties. */
export function linesIn(ledger: readonly LedgerLine[]): number {
  return 1 + (ledger.at(-1)?.n ?? -1);
}

/** Lines by number, without past dynasties. Rules see only what everybody sees, because their results are public. */
export function ledgerReader(
  ledger: readonly LedgerLine[],
  open: { get(line: LedgerLine): LedgerLine | undefined } = new Map<LedgerLine, LedgerLine>(),
): SandboxHost['ledger'] {
  return {
    get length() {
      return linesIn(ledger);
    },
    at(index) {
      const place = index < 0 ? index : index - (ledger[0]?.n ?? 0);
      const line = index >= 0 && place < 0 ? undefined : ledger.at(place);
      return line === undefined ? null : (open.get(line) ?? line);
    },
  };
}

/** Names the ledger line for an Admin's change of game.yml. */
export const SET_GAME = 'set game.yml';

/** Names the ledger line for an Admin's measure of moderation. */
export const MODERATE = 'keep peace';

/** Names the ledger line for an event at which the engine failed. */
export const SET_ASIDE = 'set aside';

/** Names the ledger line for a second try of an event that was set aside, by journal line. */
export function tryingAgain(line: number): string {
  return `try again ${line}`;
}

export function triedAgain({ what }: { readonly what: string }): string | undefined {
  return /^try again (\d+)$/u.exec(what)?.[1];
}

interface MatterEnding {
  readonly how: 'enact' | 'fail';
  readonly matter: string;
}

function writeEnding({ how, matter }: MatterEnding): string {
  return `${how} ${matter}`;
}

/** `enact 3` → its outcome and matter; null for any other line. */
export function readEnding(what: string): MatterEnding | null {
  const [, how, matter] = /^(enact|fail) (.+)$/u.exec(what) ?? [];
  return matter === undefined ? null : { how: how === 'enact' ? 'enact' : 'fail', matter };
}

/** Names the draws for a matter, whoever resolves it and however it ends, or for a rule's scheduled action. */
export function resolving(matter: string): string {
  return isTime(matter) ? matter : `resolve ${matter}`;
}

export function isResolution(what: string): boolean {
  return what.startsWith('resolve ') || isTime(what);
}

/** An input's name for its draws, and in the ledger if it was refused. */
export function describeInput(input: Input): string {
  if (input.type === 'act') return input.action;
  return input.type === 'fail' ? resolving(input.matter) : input.type;
}

export function describeResolved({ matter, outcome }: Pick<Resolution, 'matter' | 'outcome'>): string {
  return outcome === 'happened'
    ? matter
    : writeEnding({ how: outcome === 'enacted' ? 'enact' : 'fail', matter });
}

export function describeDone(input: Input): string {
  return input.type === 'fail' ? writeEnding({ how: 'fail', matter: input.matter }) : describeInput(input);
}

export function wordsOfInput(input: Partial<Input>): { readonly with?: unknown } {
  if (input.type === 'act') return { with: input.with };
  if (input.type === 'open') return { with: { submission: input.submission, ...input.with } };
  return 'on' in input ? { with: { on: input.on } } : {};
}
