import { openSession } from '../../apply/open-session.ts';
import { readStatus } from '../../apply/read-status.ts';
import type { Caches } from '../../cache/caches.ts';
import type { Forge } from '../../forge/port.ts';
import type { Oid } from '../../repository/oid.ts';

/** The rule that refuses a matter although it is due, and its words. */
interface Standstill {
  readonly rule: string;
  readonly why: string;
}

/** Private values decide nothing here, and nothing is written. */
const NOTHING_PRIVATE = {
  seeds: {},
  read: () => Promise.resolve({}),
  write: () => Promise.reject(new Error('A game that is only looked at is not written to.')),
};

/** The first matter that a rule has kept from its end for a day. The rules must be such that they can be asked. */
export async function findStandstill(
  {
    forge,
    now,
    caches,
  }: { readonly forge: Forge; readonly now: string; readonly caches: Caches | undefined },
  main: Oid,
): Promise<Standstill | null> {
  const { position } = await openSession({ forge, now, vault: NOTHING_PRIVATE, caches }, main);
  try {
    const [still] = readStatus(position, now).queue.flatMap(({ title, fault, refusedBy, standsStill }) =>
      standsStill && refusedBy !== null ? [{ rule: refusedBy, why: `${title}: ${fault ?? ''}` }] : [],
    );
    return still ?? null;
  } finally {
    position.open.play.dispose();
  }
}
