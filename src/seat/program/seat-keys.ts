import { z } from 'zod';

import { base64UrlOf } from '#platform/bytes.ts';
import { hexDigest } from '#platform/hash.ts';
import { randomBytes } from '#platform/machine.ts';
import { join } from '#platform/paths.ts';

import { ENGINE_FOLDER } from '../../host/game.ts';
import { toMs } from '../../kernel/time.ts';
import { isThere, putFile, readText } from '#platform/files.ts';

const seatKeySchema = z.strictObject({
  /** The token itself is never stored, so a leaked file opens no seat. */
  hash: z.string(),
  player: z.string(),
  /** The kind of access: a program, a chat account, or a code that is still to be posted there. */
  way: z.enum(['program', 'chat', 'code']),
  given: z.string(),
  withdrawn: z.string().nullable(),
});

export type SeatKey = z.infer<typeof seatKeySchema>;

const BYTES = 24;
const CODE_BYTES = 9;
const CODE_MS = 10 * 60_000;

/**
 * Tokens that give others access to a player's seat. The host issues and withdraws them, and they are stored with the
 * game.
 */
export class SeatKeys {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, ENGINE_FOLDER, 'seats.json');
  }

  get all(): readonly SeatKey[] {
    if (!isThere(this.#path)) return [];
    return z.array(seatKeySchema).parse(JSON.parse(readText(this.#path)));
  }

  /** Issues a token or code for a player; it is shown only once. */
  invite(player: string, at: string, way: 'program' | 'code' = 'program'): string {
    const token = base64UrlOf(randomBytes(way === 'code' ? CODE_BYTES : BYTES));
    this.add({ player, way }, token, at);
    return token;
  }

  /** Links the chat account that entered a code: once, and only for a short time. */
  link(code: string, account: string, at: string): string | null {
    const hash = hashOf('code', code);
    const found = this.all.find((one) => one.hash === hash);
    if (found === undefined) return null;
    this.withdraw(found.player, 'code', at);
    if (!isFresh(found, at)) return null;
    this.add({ player: found.player, way: 'chat' }, account, at);
    return found.player;
  }

  /** True if this account was given the code shortly before it was posted elsewhere. */
  isCodeOf(account: string, code: string, at: string): boolean {
    const hash = hashOf('code', code);
    return this.all.some((one) => one.player === account && one.hash === hash && isFresh(one, at));
  }

  add({ player, way }: Pick<SeatKey, 'player' | 'way'>, secret: string, given: string): void {
    const hash = hashOf(way, secret);
    const others = this.all.filter((one) => one.hash !== hash && (one.way !== 'code' || isFresh(one, given)));
    this.#write([...others, { hash, player, way, given, withdrawn: null }]);
  }

  /** The player whose seat this opens. The file is read each time, so that a withdrawal takes effect at once. */
  playerOf(way: SeatKey['way'], secret: string): string | null {
    const hash = hashOf(way, secret);
    return this.all.find((one) => one.hash === hash && one.withdrawn === null)?.player ?? null;
  }

  /** Returns how many tokens were withdrawn. */
  withdraw(player: string, way: SeatKey['way'], at: string): number {
    const hit = (one: SeatKey): boolean => one.player === player && one.way === way && one.withdrawn === null;
    const { all } = this;
    this.#write(all.map((one) => (hit(one) ? { ...one, withdrawn: at } : one)));
    return all.filter(hit).length;
  }

  /** Codes that were used are forgotten. */
  #write(all: readonly SeatKey[]): void {
    const remaining = all.filter(({ way, withdrawn }) => way !== 'code' || withdrawn === null);
    putFile(this.#path, `${JSON.stringify(remaining, null, 2)}\n`, { mode: 0o600 });
  }
}

function isFresh({ given }: SeatKey, at: string): boolean {
  return Math.abs(toMs(at) - toMs(given)) <= CODE_MS;
}

function hashOf(way: SeatKey['way'], secret: string): string {
  return hexDigest('sha256', `${way}\0${secret}`);
}
