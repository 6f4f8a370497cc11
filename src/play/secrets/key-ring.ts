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
  first: 'Nothing was sealed before.',
  'new-receiver': 'The old receiver seals it again to the new key; there is nothing for you to do.',
  routine: 'The receiver still has the old key and can open it; there is nothing for you to do.',
  lost: 'It can no longer be opened. Seal it again to the new key: it keeps the time at which you first sent it.',
  leaked: 'Others may have read it. It still counts; you can replace it while that is allowed.',
};
