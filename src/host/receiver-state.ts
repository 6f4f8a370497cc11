import { z } from 'zod';

import { readSentElsewhere } from '../tick/deliver.ts';
import type { Forge } from '../forge/port.ts';

const receiverSchema = z.object({
  post: z.number(),
  line: z.number(),
  closing: z.array(z.string()),
  /** The time of the last message: a digest waits a day or a week from then. */
  at: z.string(),
  /** The keys of the news that were delivered before a message failed. */
  sent: z.array(z.string()),
  /** When and why it began to fail, and when to try again. */
  failing: z.object({ since: z.string(), why: z.string(), until: z.string() }).nullable(),
});
export type ReceiverState = z.infer<typeof receiverSchema>;
const stateSchema = z.record(z.string(), receiverSchema);

/** The state of each receiver. Anybody who can push could have written it, so an unreadable record is ignored. */
export async function readReceivers(
  forge: Pick<Forge, 'repository'>,
): Promise<Readonly<Record<string, ReceiverState>>> {
  return receiversIn(await readSentElsewhere(forge));
}

function receiversIn(text: string | null): Readonly<Record<string, ReceiverState>> {
  try {
    return stateSchema.parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

/** The receivers that are failing, according to this record. */
export function failedIn(
  text: string | null,
): readonly { readonly receiver: string; readonly since: string; readonly why: string }[] {
  return Object.entries(receiversIn(text)).flatMap(([receiver, { failing }]) =>
    failing === null ? [] : [{ receiver, since: failing.since, why: failing.why }],
  );
}

/** The record has its own branch. Pages find it beside the game's files under this name. */
export const NOTIFIED_FILE = 'notices/told-elsewhere.json';

export async function noticeFilesOf(
  forge: Pick<Forge, 'repository'>,
): Promise<readonly (readonly [string, string])[]> {
  const text = await readSentElsewhere(forge);
  return text === null ? [] : [[NOTIFIED_FILE, text]];
}
