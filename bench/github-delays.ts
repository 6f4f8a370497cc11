/** The duration of a step on GitHub, in seconds: half of the times are at most `median`, and 95 of a hundred at most `late`. */
export interface Delay {
  readonly median: number;
  readonly late: number;
}

/**
 * GitHub documents only bounds, so these are people's reports about small public repositories, rounded up.
 * Results of Smoke in a real repository replace them.
 */
export const DELAYS = {
  /** From somebody's action, or a call that starts a run, to the run. */
  begin: { median: 4, late: 20 },
  /** From a job that may begin to the machine that runs it. */
  machine: { median: 6, late: 25 },
  /** Checking out, Node, and everything that a tick needs, from a warm cache. */
  setUpTick: { median: 18, late: 35 },
  /** Looking, deciding and answering; a first look at many matters takes longer. */
  tick: { median: 8, late: 25 },
  setUpPublish: { median: 25, late: 45 },
  build: { median: 20, late: 45 },
  upload: { median: 4, late: 10 },
  /** From the call to Pages until it reports that the pages are there. */
  deploy: { median: 15, late: 45 },
  /** How late GitHub starts scheduled runs: its documentation says “delayed”, people say 5 to 30 minutes. */
  clock: { median: 240, late: 1500 },
} as const satisfies Readonly<Record<string, Delay>>;
export type Delays = Readonly<Record<keyof typeof DELAYS, Delay>>;

/** The starting points: the vote, the time when a matter can be enacted, the comment that calls for an action. */
export const KINDS = ['vote', 'enactment', 'action'] as const;
export type Kind = (typeof KINDS)[number];

/** The minutes between two scheduled looks. */
const EVERY_MINUTES = 10;
/** The share of scheduled looks that GitHub skips: “queued jobs may be dropped”. */
const DROPPED = 0.2;
/** The share of ticks, and of publishing runs, that find another one running. */
const BUSY = { tick: 0.1, publish: 0.2 };
/** 95 % of a normal distribution lie below this. */
const Z95 = 1.645;

type Chance = () => number;

/** Draws a time by the Box–Muller method. The logarithm of the times is normally distributed, so a few are very long. */
function draw({ median, late }: Delay, chance: Chance): number {
  const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  return median * Math.exp((normal * Math.log(late / median)) / Z95);
}

/**
 * The time from the moment at which something is due to the run that sees it. A scheduled look up to
 * `waitMinutes` earlier may have started a run that waits for it; otherwise the first look afterwards sees it.
 */
function byTheClock(delays: Delays, chance: Chance, waitMinutes: number): number {
  const everySeconds = EVERY_MINUTES * 60;
  const first = chance() * everySeconds;
  const looks: number[] = [];
  // Draws the looks of the hours around the moment, which is at 0.
  for (let at = first - 120 * 60; at < 240 * 60; at += everySeconds)
    if (chance() >= DROPPED) looks.push(at + draw(delays.clock, chance));
  const sees = looks.map((at) => at + draw(delays.machine, chance) + draw(delays.tick, chance));
  const starts = sees.map((at) => at + draw(delays.machine, chance) + draw(delays.begin, chance));
  const isAwaited = sees.some((at, n) => at < 0 && at > -waitMinutes * 60 && (starts[n] ?? 0) < 0);
  return isAwaited ? 1 : Math.min(...looks.filter((at) => at >= 0));
}

/** The seconds from such a starting point to the page that shows the result. */
function once(kind: Kind, delays: Delays, chance: Chance, waitMinutes: number): number {
  const take = (...steps: (keyof Delays)[]): number =>
    steps.reduce((all, step) => all + draw(delays[step], chance), 0);
  const seen = kind === 'enactment' ? byTheClock(delays, chance, waitMinutes) : take('begin');
  const tick = (): number => take('machine', 'setUpTick', 'tick');
  const publish = (): number => take('machine', 'setUpPublish', 'build', 'upload', 'machine', 'deploy');
  const waits =
    (chance() < BUSY.tick ? chance() * tick() : 0) + (chance() < BUSY.publish ? chance() * publish() : 0);
  return seen + tick() + take('machine', 'begin') + publish() + waits;
}

/** Returns the minutes at the median and at 95 %. */
export function minutesToPage(
  kind: Kind,
  delays: Delays,
  {
    chance,
    runs,
    waitMinutes,
  }: { readonly chance: Chance; readonly runs: number; readonly waitMinutes: number },
): Delay {
  const times = Array.from({ length: runs }, () => once(kind, delays, chance, waitMinutes) / 60).toSorted(
    (a, b) => a - b,
  );
  const at = (share: number): number => times[Math.floor(runs * share)] ?? Number.NaN;
  return { median: at(0.5), late: at(0.95) };
}
