import { canonical, isPlainObject } from '../../kernel/values.ts';
import { readWrittenJson, type Params } from '../../ruleset/plain-data.ts';
import { SealError } from './seal-error.ts';

/** An envelope's content names its author and purpose, so that it can't be reused. */
export interface Envelope {
  readonly v: 1;
  readonly game: string;
  readonly dynasty: number;
  readonly submission: string;
  readonly sender: string;
  /** Counts the sender's submissions in this dynasty; a gap shows that one was lost or withheld. */
  readonly serial: number;
  /** The words that the post also shows in public. */
  readonly open: Params;
  readonly params: Params;
  /** 128 random bits in hex, without which a short ballot could be guessed from its commitment. */
  readonly nonce: string;
}

const NONCE = /^[0-9a-f]{32}$/;
const FIELDS = ['v', 'game', 'dynasty', 'submission', 'sender', 'serial', 'open', 'params', 'nonce'] as const;
const TEXT_FIELDS = ['game', 'submission', 'sender'] as const;
const LONGEST_ENVELOPE = 64 * 1024;

export function envelopeText(envelope: Envelope): string {
  const text = canonical(JSON.parse(JSON.stringify(envelope, refuseInfinity)));
  if (text.length > LONGEST_ENVELOPE)
    throw new SealError('bad-envelope', `the sealed text is longer than ${LONGEST_ENVELOPE} characters`);
  return text;
}

/** JSON would turn it into null and seal something that wasn't meant. */
function refuseInfinity(_: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new SealError('bad-envelope', `${value} can't be sealed`);
  return value;
}

/** Parses an envelope. Unknown fields are refused, since they would be sealed without meaning anything. */
export function parseEnvelope(text: string): Envelope {
  const { value, fault } = readWrittenJson(text);
  if (fault !== null) throw new SealError('malformed', `what was sealed ${fault}`);
  const why = faultOf(value);
  if (why !== null) throw new SealError('malformed', `the sealed text is not an envelope: ${why}`);
  return value as Envelope;
}

export function faultOf(value: unknown): string | null {
  if (!isPlainObject(value)) return 'it is no object';
  const record = value;
  const unknown = Object.keys(record).find((key) => !(FIELDS as readonly string[]).includes(key));
  if (unknown !== undefined) return `it has a field "${unknown}"`;
  if (record['v'] !== 1) return 'its version is not 1';
  for (const field of TEXT_FIELDS) {
    if (typeof record[field] !== 'string' || record[field] === '') return `its ${field} is missing`;
  }
  for (const field of ['dynasty', 'serial']) {
    if (!Number.isSafeInteger(record[field]) || (record[field] as number) < 0)
      return `its ${field} is no count`;
  }
  if (!isPlainObject(record['open']) || !isPlainObject(record['params']))
    return 'its parameters are no object';
  if (typeof record['nonce'] !== 'string' || !NONCE.test(record['nonce']))
    return 'its nonce is not 32 hex digits';
  return null;
}
