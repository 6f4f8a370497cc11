// What may import what. ARCHITECTURE.md draws it; this is what holds it.

export type Layer = {
  /** Layers that may be imported; `types` where only their types may. */
  may: Readonly<Record<string, 'all' | 'types'>>;
  /** Files that may be imported whole where only types may otherwise; docs/decisions/ says why. */
  whole?: readonly string[];
  /** `none`: no package and no node: module. `no-io`: nothing that reads, writes, waits or calls. `any`. */
  packages: 'none' | 'no-io' | 'any';
  /** No clock, no chance, no console, nothing that depends on the machine's place or time zone. */
  pure: boolean;
  /** Files of which nothing that they import, and nothing that that imports, reads, writes, waits or calls. */
  computes?: RegExp;
  /** What to do instead of a forbidden import. */
  instead: string;
};

const INWARD = { platform: 'all', kernel: 'all', rules: 'all', promises: 'all', ruleset: 'all' } as const;
const RUN = { ...INWARD, language: 'all', sandbox: 'all', cache: 'all' } as const;
const STORED = { ...RUN, pictures: 'all', repository: 'all', forge: 'all', store: 'all' } as const;
const PLAYED = { ...STORED, wording: 'all', session: 'all' } as const;
const APPLIED = { ...PLAYED, rehearse: 'all', tick: 'all' } as const;
const HOSTED = { ...APPLIED, care: 'all', host: 'all' } as const;
const EVERYTHING = { ...HOSTED, seat: 'all', scenario: 'all' } as const;

const anything = { packages: 'any', pure: false } as const;

export const layers: Readonly<Record<string, Layer>> = {
  platform: {
    ...anything,
    may: {},
    instead: 'platform/ only knows what runs the engine, Node or a browser: what a game is, others know.',
  },
  kernel: {
    may: {},
    packages: 'none',
    pure: true,
    instead:
      'The kernel is pure: take it as an argument, or return an effect as data for an outer layer to carry out.',
  },
  rules: {
    may: { kernel: 'types' },
    whole: ['src/kernel/time.ts'],
    packages: 'none',
    pure: true,
    instead:
      'rules/ is what a clause may import: describe here, import only types of the kernel, and let the kernel interpret.',
  },
  tables: {
    may: { kernel: 'all', rules: 'types' },
    packages: 'none',
    pure: true,
    instead: 'tables/ turns the cells of tables into the source of a clause: take them as they were read.',
  },
  promises: {
    may: { kernel: 'all', tables: 'all' },
    packages: 'none',
    pure: true,
    instead:
      'promises/ reads promises and searches for ways to break them: it runs inside the sandbox, beside the kernel.',
  },
  ruleset: {
    may: { kernel: 'all', rules: 'types', tables: 'all', promises: 'all' },
    packages: 'no-io',
    pure: true,
    instead:
      'ruleset/ turns text into rules and back: take the files’ text as an argument; repository/ reads them.',
  },
  language: {
    may: { kernel: 'types' },
    whole: ['src/kernel/time.ts'],
    packages: 'none',
    // It is the one place where a language is asked for, and always the game’s own, never the machine’s.
    pure: false,
    instead: 'language/ only knows texts and languages: hand in what a text is filled with.',
  },
  sandbox: {
    ...anything,
    may: INWARD,
    whole: ['#platform/files.ts'],
    instead: 'sandbox/ only runs clauses: hand in what they need when the runner is made.',
  },
  repository: {
    ...anything,
    may: INWARD,
    instead: 'repository/ only knows Git: store/ and tick/ know what of a game lies in it.',
  },
  cache: {
    ...anything,
    may: { ...INWARD, sandbox: 'all', repository: 'all' },
    instead: 'cache/ keeps what was made of texts under their hashes, and does not know what it is.',
  },
  forge: {
    ...anything,
    may: { ...INWARD, repository: 'all' },
    instead: 'forge/ only knows where people meet: what follows from it is decided in session/.',
  },
  pictures: {
    ...anything,
    may: RUN,
    instead:
      'pictures/ finds, fetches and prepares pictures: which of them a game keeps is decided in session/.',
  },
  store: {
    ...anything,
    may: STORED,
    instead: 'store/ turns files into a game and back: what follows from it is decided in session/.',
  },
  wording: {
    may: { ...RUN, store: 'all' },
    whole: ['src/repository/oid.ts'],
    packages: 'no-io',
    pure: false,
    computes: /^src\/wording\//,
    instead: 'wording/ says in words what a game holds and what has changed: hand in what it is to say.',
  },
  session: {
    ...anything,
    may: { ...RUN, pictures: 'all', forge: 'types', store: 'all', wording: 'all' },
    whole: ['src/repository/oid.ts'],
    computes: /^src\/session\/(?:(?:position|take)\/)?[^/]+$/,
    instead:
      'session/ is a game in play, which hears news and decides: take what was read as an argument, and return effects as data.',
  },
  rehearse: {
    ...anything,
    may: PLAYED,
    instead: 'rehearse/ plays in a copy what would come next: tick/ carries out what was decided.',
  },
  tick: {
    ...anything,
    may: APPLIED,
    instead: 'tick/ observes, applies, repairs and tells on any forge: what only one has is in host/<name>.',
  },
  care: {
    ...anything,
    may: { ...APPLIED, care: 'all' },
    instead: 'care/ works on any game: what only one host has is handed in by host/<name>.',
  },
  host: {
    ...anything,
    may: HOSTED,
    instead: 'host/ is where a game is played: what a person does there is in seat/.',
  },
  seat: {
    ...anything,
    may: { ...HOSTED, tables: 'all', seat: 'all' },
    instead: 'seat/ is what a person can do, for pages, commands and programs alike: it prints nothing.',
  },
  scenario: {
    ...anything,
    may: HOSTED,
    instead: 'scenario/ plays a scenario: cli/ and the site show what came of it.',
  },
  cli: { ...anything, may: EVERYTHING, instead: 'What cli/ and site/ share belongs in seat/.' },
  addons: {
    ...anything,
    may: { ...EVERYTHING, cli: 'all', site: 'all' },
    instead: 'addons/ holds what a group can do without: what the engine needs as well belongs further in.',
  },
  main: {
    ...anything,
    may: { ...EVERYTHING, cli: 'all', addons: 'all' },
    instead: 'main/ only puts the command line together with hosts and add-ons.',
  },
  site: { ...anything, may: EVERYTHING, instead: 'What cli/ and site/ share belongs in seat/.' },
};

/** Rooms, or parts of them, that run wherever JavaScript does. */
const ANYWHERE =
  /^src\/((tick|cache|care\/replay|forge\/embedded|kernel|language|pictures|platform\/web(?!\/stand-ins)|rehearse|repository|rules|ruleset|sandbox|seat|session|store|tables|wording)\/|forge\/[^/]+$)/;

export function runsAnywhere(path: string): boolean {
  return ANYWHERE.test(path);
}

/** What Node alone has without an import, and what to use instead. */
export const nodeUses: ReadonlyMap<string, string> = new Map([
  ['Buffer', 'use Uint8Array and #platform/bytes.ts'],
  ['process', 'use #platform/machine.ts'],
  ['require', 'import it'],
  ['setImmediate', 'use turn of #platform/turns.ts'],
]);

/** node: modules, and packages, that do more than compute. */
export const impure: readonly RegExp[] = [
  /^node:(child_process|cluster|dgram|dns|fs|http|http2|https|inspector|net|os|perf_hooks|process|readline|repl|timers|tls|tty|worker_threads)(\/|$)/,
  /^(astro|esbuild|isomorphic-git|octokit|playwright-core|quickjs-emscripten|sharp|vitest|@clack\/prompts)(\/|$)/,
];

/** What a pure layer may not touch, and what it does instead. Methods that depend on the machine's time zone or
 * language are among it: a replay elsewhere would differ. */
export const impureUses: ReadonlyMap<string, string> = new Map([
  ['Buffer', 'use Uint8Array and TextEncoder'],
  ['console', 'return what is to be said'],
  ['crypto', 'take chance and hashes from what the runner hands in'],
  ['fetch', 'take what was fetched as an argument'],
  ['globalThis', 'take what you need as an argument'],
  ['performance', 'take `now` as an argument'],
  ['process', 'take what you need as an argument'],
  ['require', 'import it'],
  ['setInterval', 'return when it is due, as data'],
  ['setTimeout', 'return when it is due, as data'],
  ['Date.now', 'take `now` as an argument'],
  ['Math.random', 'draw from the source of chance that you are given'],
  ['.getDate', 'use getUTCDate'],
  ['.getDay', 'use getUTCDay'],
  ['.getFullYear', 'use getUTCFullYear'],
  ['.getHours', 'use getUTCHours'],
  ['.getMinutes', 'use getUTCMinutes'],
  ['.getMonth', 'use getUTCMonth'],
  ['.localeCompare', 'compare with < and >, which every machine does alike'],
  ['.toLocaleDateString', 'write the UTC parts yourself'],
  ['.toLocaleLowerCase', 'use toLowerCase'],
  ['.toLocaleString', 'write the digits yourself'],
  ['.toLocaleTimeString', 'write the UTC parts yourself'],
  ['.toLocaleUpperCase', 'use toUpperCase'],
]);

/** Circles that are still there, as `findCircles` tells them: only ever fewer. */
export const circlesLeft: readonly string[] = [];
