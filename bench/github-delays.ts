/** How long a step takes on GitHub, in seconds: half of the times at most `median`, and 95 of a hundred at most `late`. */
export interface Delay {
  readonly median: number;
  readonly late: number;
}

/**
 * What is documented is a bound at best, so these are what people report of small public repositories, set high; Smoke's
 * own, of a repository where it ran, take their place.
 */
export const DELAYS = {
  /** From what somebody does, or a call that starts a run, to a run. */
  begin: { median: 4, late: 20 },
  /** From a job that may begin to a machine that runs it. */
  machine: { median: 6, late: 25 },
  /** Checking out, Node, and what a tick needs, from a warm cache. */
  setUpTick: { median: 18, late: 35 },
  /** Looking, deciding, saying; a first look of many matters takes longer. */
  tick: { median: 8, late: 25 },
  setUpPublish: { median: 25, late: 45 },
  build: { median: 20, late: 45 },
  upload: { median: 4, late: 10 },
  /** From the call to Pages to its saying that the pages are there. */
  deploy: { median: 15, late: 45 },
  /** How late GitHub begins what is by the clock: its documentation says “delayed”, people say 5 to 30 minutes. */
  clock: { median: 240, late: 1500 },
} as const satisfies Readonly<Record<string, Delay>>;
export type Delays = Readonly<Record<keyof typeof DELAYS, Delay>>;

/** Each is measured from: the vote, the time when a matter can be enacted, the comment that calls for an action. */
export const KINDS = ['vote', 'enactment', 'action'] as const;
export type Kind = (typeof KINDS)[number];

/** Minutes between two looks by the clock. */
const EVERY_MINUTES = 10;
/** The share of looks by the clock that GitHub leaves out: “queued jobs may be dropped”. */
const DROPPED = 0.2;
/** The share of ticks that find one running, and of publishings that do. */
const BUSY = { tick: 0.1, publish: 0.2 };
/** Of a normal distribution 95 % lie below this. */
const Z95 = 1.645;

type Chance = () => number;

/** By Box and Muller, as a time that is sometimes very long: the logarithm is normal. */
function draw({ median, late }: Delay, chance: Chance): number {
  const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  return median * Math.exp((normal * Math.log(late / median)) / Z95);
}

/**
 * From the moment at which something is due to the run that sees it. `waitMinutes` before it a look by the clock may have
 * begun a run that waits for it; else it is the first look after.
 */
function byTheClock(delays: Delays, chance: Chance, waitMinutes: number): number {
  const everySeconds = EVERY_MINUTES * 60;
  const first = chance() * everySeconds;
  const looks: number[] = [];
  // Looks of the hours around the moment, which is at 0.
  for (let at = first - 120 * 60; at < 240 * 60; at += everySeconds)
    if (chance() >= DROPPED) looks.push(at + draw(delays.clock, chance));
  const sees = looks.map((at) => at + draw(delays.machine, chance) + draw(delays.tick, chance));
  const starts = sees.map((at) => at + draw(delays.machine, chance) + draw(delays.begin, chance));
  const isAwaited = sees.some((at, n) => at < 0 && at > -waitMinutes * 60 && (starts[n] ?? 0) < 0);
  return isAwaited ? 1 : Math.min(...looks.filter((at) => at >= 0));
}

/** Seconds from such a thing to the page that shows it. */
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

/** Minutes at the median and at 95 %. */
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
