/** Why a receiver has a new key from some moment on. */
export type KeyReason = 'first' | 'new-receiver' | 'routine' | 'lost' | 'leaked';

export const KEY_REASONS: readonly KeyReason[] = ['first', 'new-receiver', 'routine', 'lost', 'leaked'];

/** A key as it was made public: on record, in the journal, never taken back. */
export interface KeyEntry {
  readonly key: string;
  readonly recipient: string;
  /** Its publisher: the emperor of that time. */
  readonly by?: string;
  readonly line: number;
  readonly at: string;
  readonly reason: KeyReason;
}

/** The keys of one office, such as that of the emperor, whoever held it, in the order of the journal. */
export type KeyRing = readonly KeyEntry[];

/** The key that was in force when something was posted. */
export function keyAt(ring: KeyRing, moment: { readonly line: number }): KeyEntry | null {
  return ring.findLast((entry) => entry.line < moment.line) ?? null;
}

/** Tells the sender what a change of key means for a submission that was sealed to the one before it. */
export const AFTER_CHANGE: Readonly<Record<KeyReason, string>> = {
  first: 'Nothing secret was sent before.',
  'new-receiver': 'The old recipient seals it again with the new key; you don’t have to do anything.',
  routine: 'The recipient still has the old key and can open it; you don’t have to do anything.',
  lost: 'Nobody can open it any more. Seal it again with the new key; it still counts from when you first sent it.',
  leaked: 'Others may have read it. It still counts; you can replace it while the rules allow that.',
};
