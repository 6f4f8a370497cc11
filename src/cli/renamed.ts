import type { Entry } from './command.ts';

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
  ['-V', 'version'],
]);

/** All former names, each with the name of today. */
export function renamedIn(registry: readonly Entry[]): ReadonlyMap<string, string> {
  return new Map(registry.flatMap(({ formerly = {} }) => Object.entries(formerly)));
}

/** The former name, of one word or two, with which a command line begins, and the current one. */
export function renamedCommand(
  given: readonly string[],
  registry: readonly Entry[],
): readonly [former: string, today: string] | undefined {
  const names = [given.slice(0, 2).join(' '), given[0]];
  return [...renamedIn(registry)].find(([former]) => names.includes(former));
}

/** Replaces a former command name with the current one. */
export function withNameOfToday(given: readonly string[], registry: readonly Entry[]): readonly string[] {
  const [first = 'help'] = given;
  const [former, today] = renamedCommand(given, registry) ?? [first, ALIASES.get(first) ?? first];
  return [...today.split(' '), ...given.slice(former.split(' ').length)];
}
