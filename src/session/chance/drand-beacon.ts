import { BeaconError, QUICKNET, type Beacon, type BeaconChain, type BeaconRound } from './beacon.ts';

/** Any relay will do, since every answer is verified. */
const DRAND_RELAYS: readonly string[] = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
];

export interface DrandOptions {
  readonly chain?: BeaconChain;
  readonly relays?: readonly string[];
  /** Replaced in tests, which need no network. */
  readonly fetch?: (
    url: string,
    init: { signal: AbortSignal },
  ) => Promise<Pick<Response, 'ok' | 'status' | 'text'>>;
  readonly timeoutMs?: number;
}

const LONGEST_ANSWER = 4096;

/** Asks drand's relays over HTTP one after another, and collects why each failed. */
export function drandBeacon(options: DrandOptions = {}): Beacon {
  const { chain = QUICKNET, relays = DRAND_RELAYS, timeoutMs = 5000 } = options;
  const get = options.fetch ?? ((url, init) => fetch(url, init));
  return {
    chain,
    async round(round) {
      const failures: BeaconError[] = [];
      for (const relay of relays) {
        try {
          return await askRelay(get, `${relay}/${chain.hash}/public/${round}`, timeoutMs);
        } catch (error) {
          failures.push(error instanceof BeaconError ? error : unreachable(relay, error));
        }
      }
      throw summary(round, failures);
    },
  };
}

async function askRelay(
  get: NonNullable<DrandOptions['fetch']>,
  url: string,
  timeoutMs: number,
): Promise<BeaconRound> {
  const answer = await get(url, { signal: AbortSignal.timeout(timeoutMs) });
  // Relays answer 404, or 425 "too early", for a round that is not published yet.
  if (answer.status === 404 || answer.status === 425)
    throw new BeaconError('not-yet', `${url} has no such round yet`);
  if (!answer.ok) throw new BeaconError('unreachable', `${url} answers with status ${answer.status}`);
  return parseRound(await answer.text(), url);
}

/** Parses a relay's answer: `{"round":1000,"randomness":"fe29…","signature":"b446…"}`. */
function parseRound(text: string, url: string): BeaconRound {
  if (text.length > LONGEST_ANSWER) throw new BeaconError('malformed', `${url} sends too long an answer`);
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (cause) {
    throw new BeaconError('malformed', `${url} answers with something other than JSON`, { cause });
  }
  const { round, randomness, signature } = (answer ?? {}) as Record<string, unknown>;
  if (typeof round !== 'number' || typeof randomness !== 'string' || typeof signature !== 'string') {
    throw new BeaconError('malformed', `${url} answers without round, randomness and signature`);
  }
  return { round, randomness, signature };
}

function unreachable(relay: string, cause: unknown): BeaconError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new BeaconError('unreachable', `${relay} can't be reached: ${why}`, { cause });
}

function summary(round: number, failures: readonly BeaconError[]): BeaconError {
  const code =
    failures.find((failure) => failure.code === 'not-yet')?.code ?? failures.at(-1)?.code ?? 'unreachable';
  const reasons = failures.map((failure) => failure.message).join('; ');
  return new BeaconError(
    code,
    `round ${round} of the beacon can’t be fetched: ${reasons || 'there are no relays'}`,
  );
}
