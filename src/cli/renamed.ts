import type { Entry } from './command.ts';

const aliases: Readonly<Record<string, string>> = {
  '--help': 'help',
  '-h': 'help',
  '--version': 'version',
  '-V': 'version',
};

/** All former names, each with the name of today. */
export function renamedIn(registry: readonly Entry[]): ReadonlyMap<string, string> {
  return new Map(registry.flatMap(({ formerly = {} }) => Object.entries(formerly)));
}

/** The former name, of one word or two, with which a command line begins; undefined if its name is of today. */
export function formerNameIn(given: readonly string[], registry: readonly Entry[]): string | undefined {
  const renamed = renamedIn(registry);
  return [given.slice(0, 2).join(' '), given[0] ?? ''].find((name) => renamed.has(name));
}

/** Replaces a former command name with the current one. */
export function withNameOfToday(given: readonly string[], registry: readonly Entry[]): readonly string[] {
  const former = formerNameIn(given, registry);
  const [first = '', ...rest] = given;
  if (former === undefined)
    return [(Object.hasOwn(aliases, first) ? aliases[first] : null) ?? first, ...rest];
  const today = renamedIn(registry).get(former) ?? former;
  return [...today.split(' '), ...given.slice(former.split(' ').length)];
}
