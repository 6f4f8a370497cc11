/** Why a receiver has a new key. */
export type KeyReason = 'first' | 'new-receiver' | 'routine' | 'lost' | 'leaked';

export const KEY_REASONS: readonly KeyReason[] = ['first', 'new-receiver', 'routine', 'lost', 'leaked'];

/** A published key. It stays in the journal for ever. */
export interface KeyEntry {
  readonly key: string;
  readonly recipient: string;
  /** The emperor at that time. */
  readonly by?: string;
  readonly line: number;
  readonly at: string;
  readonly reason: KeyReason;
}

/** An office's keys in journal order, whoever held it. */
export type KeyRing = readonly KeyEntry[];

/** The key in force when something was posted. */
export function keyAt(ring: KeyRing, moment: { readonly line: number }): KeyEntry | null {
  return ring.findLast((entry) => entry.line < moment.line) ?? null;
}

/** Tells senders what a new key means for submissions sealed to the old one. */
export const AFTER_CHANGE: Readonly<Record<KeyReason, string>> = {
  first: 'Nothing secret was sent before.',
  'new-receiver': 'The old recipient seals it again with the new key; you don’t have to do anything.',
  routine: 'The recipient still has the old key and can open it; you don’t have to do anything.',
  lost: 'Nobody can open it any more. Seal it again with the new key; it still counts from when you first sent it.',
  leaked: 'Others may have read it. It still counts; you can replace it while the rules allow that.',
};
