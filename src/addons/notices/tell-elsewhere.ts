import { writeSentElsewhere } from '../../tick/deliver.ts';
import { readStatus } from '../../tick/read-status.ts';
import type { GameToTell } from '../../host/tellers.ts';
import { toMs, toTime } from '../../kernel/time.ts';
import type { GameFile } from '../../ruleset/schema/game.ts';
import type { Addresses, Receiver } from './addresses.ts';
import { newsSince, standAt, type News } from './news.ts';
import { readReceivers, type ReceiverState } from '../../host/receiver-state.ts';
import { firstBatch, send } from './send.ts';

type Notices = NonNullable<GameFile['notices']>;

interface TellElsewhere extends GameToTell {
  readonly addresses: Addresses;
}

const EVERY_MS = { day: 86_400_000, week: 7 * 86_400_000 };

/**
 * Sends receivers elsewhere the news since their last message. It goes by the record, so a tick that died before sending
 * loses nothing. Returns a sentence for each receiver that began to fail; one that fails delays no other, and nothing is
 * thrown.
 */
export async function tellElsewhere(all: TellElsewhere): Promise<readonly string[]> {
  const { forge, position, files, now, addresses } = all;
  const notices: Notices = position.open.read.game.notices ?? {};
  const wanted = Object.entries(notices).flatMap(([name, wish]) => {
    const receiver = addresses.to[name];
    return receiver === undefined ? [] : [{ name, wish, receiver }];
  });
  const missing = Object.keys(notices).filter((name) => addresses.to[name] === undefined);
  const said = missing.map((name) => `game.yml notifies ${name}, but GITNOMIC_NOTICES has no address.`);
  if (wanted.length === 0) return said;
  const { queue, failing } = readStatus(position, now);
  const seen = { position, files, queue, failing, now };
  const stand = standAt(seen);
  const before = await readReceivers(forge);
  const after = await Promise.all(
    wanted.map(async ({ name, wish, receiver }) => {
      // A new receiver isn't sent everything that happened before.
      const known = before[name] ?? {
        ...stand,
        closing: [...stand.closing],
        at: now,
        sent: [],
        failing: null,
      };
      if (!isDue(known, wish.every, now)) return [name, known] as const;
      const news = newsSince(seen, known).filter(({ kind }) => wish.tell.includes(kind));
      const notified = await tellOne(all, receiver, known, news);
      if (notified.failing !== null) return [name, notified] as const;
      return [name, { ...notified, ...stand, closing: [...stand.closing], sent: [] }] as const;
    }),
  );
  const next = Object.fromEntries(after);
  if (JSON.stringify(next) !== JSON.stringify(before))
    await writeSentElsewhere(forge, JSON.stringify(next), now);
  const began = after.flatMap(([name, { failing }]) =>
    failing === null || (before[name]?.failing ?? null) !== null
      ? []
      : [`The receiver ${name} can’t be told: ${failing.why}. It is tried again from ${failing.until} on.`],
  );
  return [...said, ...began];
}

function isDue(
  { at, failing }: ReceiverState,
  every: keyof typeof EVERY_MS | undefined,
  now: string,
): boolean {
  // A clock that was ahead and has been put back may have left future times. Nothing waits for those.
  if (failing !== null && failing.until > now && failing.since <= now) return false;
  return every === undefined || at > now || toMs(now) - toMs(at) >= EVERY_MS[every];
}

/** Sends one message after another until one fails. */
async function tellOne(
  { position, now, addresses, pageOf = () => null }: TellElsewhere,
  receiver: Receiver,
  known: ReceiverState,
  news: readonly News[],
): Promise<ReceiverState> {
  const sent = [...known.sent];
  let rest = news
    .filter(({ key }) => !sent.includes(key))
    .map((one) => ({ ...one, link: linkTo(one.matter) }));
  const isNews = rest.length > 0;
  while (rest.length > 0) {
    const batch = firstBatch(rest, receiver);
    const failed = await send(receiver, { name: position.name, wording: position.open.play.wording }, batch);
    if (failed !== null) {
      const until = toTime(toMs(now) + failed.waitMs);
      return { ...known, sent, failing: { since: known.failing?.since ?? now, why: failed.why, until } };
    }
    sent.push(...batch.map(({ key }) => key));
    rest = rest.slice(batch.length);
  }
  return { ...known, sent, at: isNews ? now : known.at, failing: null };

  function linkTo(matter: string | null): string | null {
    if (matter === null) return null;
    return addresses.site === undefined
      ? pageOf(matter)
      : `${addresses.site.replace(/\/$/u, '')}/matters/${matter}/`;
  }
}
