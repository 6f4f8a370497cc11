import type { Entry } from './command.ts';
import { Failure } from './failure.ts';
import { nearest } from './nearest.ts';

/** In the order of the overview. To add one: commands/<name>.ts exports `command`, and an entry here. */
export const registry: readonly Entry[] = [
  {
    name: 'start',
    summary: 'start the local game',
    load: () => import('./commands/start.ts'),
  },
  {
    name: 'scenario',
    summary: 'run scenarios: small games that show how rules work',
    load: () => import('./commands/scenario.ts'),
  },
  {
    name: 'types',
    summary: 'check the types of a ruleset\'s clauses',
    load: () => import('./commands/types.ts'),
  },
  {
    name: 'help',
    summary: 'show help on a command or a topic',
    load: () => import('./commands/help.ts'),
  },
  {
    name: 'version',
    summary: 'show which version this is',
    load: () => import('./commands/version.ts'),
  },
];

export function findEntry(name: string, registry: readonly Entry[]): Entry {
  const entry = registry.find((one) => one.name === name);
  if (entry) return entry;
  const meant = nearest(
    name,
    registry.map((one) => one.name),
  );
  throw new Failure('usage', {
    code: 'unknown-command',
    what: `There is no command '${name}'.`,
    next: meant === undefined ? '`gitnomic help` lists the commands.' : `Did you mean \`gitnomic ${meant}\`?`,
  });
}
