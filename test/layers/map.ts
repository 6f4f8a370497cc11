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
  /** What to do instead of a forbidden import. */
  instead: string;
};

const inward = { kernel: 'all', rules: 'all', ruleset: 'all' } as const;

export const layers: Readonly<Record<string, Layer>> = {
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
  ruleset: {
    may: { kernel: 'all', rules: 'types' },
    packages: 'no-io',
    pure: true,
    instead:
      'ruleset/ turns text into rules and back: take the files’ text as an argument; repository/ reads them.',
  },
  sandbox: {
    may: inward,
    packages: 'any',
    pure: false,
    instead: 'sandbox/ only runs clauses: hand in what they need when the runner is made.',
  },
  repository: {
    may: inward,
    packages: 'any',
    pure: false,
    instead: 'repository/ only knows Git: engine/ brings it together with the forge and the sandbox.',
  },
  forge: {
    may: { ...inward, repository: 'all' },
    packages: 'any',
    pure: false,
    instead: 'forge/ only knows where people meet: what follows from it is decided in engine/.',
  },
  engine: {
    may: { ...inward, sandbox: 'all', repository: 'all', forge: 'all' },
    packages: 'any',
    pure: false,
    instead: 'engine/ holds the use cases: cli/ and site/ call it, never the other way round.',
  },
  cli: {
    may: { ...inward, sandbox: 'all', repository: 'all', forge: 'all', engine: 'all' },
    packages: 'any',
    pure: false,
    instead: 'What cli/ and site/ share belongs in engine/.',
  },
  site: {
    may: { ...inward, sandbox: 'all', repository: 'all', forge: 'all', engine: 'all' },
    packages: 'any',
    pure: false,
    instead: 'What cli/ and site/ share belongs in engine/.',
  },
};

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
