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

/** Replaces a former command name with the current one. */
export function withNameOfToday(
  [first = '', ...rest]: readonly string[],
  registry: readonly Entry[],
): readonly string[] {
  const today = Object.hasOwn(aliases, first) ? aliases[first] : renamedIn(registry).get(first);
  return [...(today ?? first).split(' '), ...rest];
}
