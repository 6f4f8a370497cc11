import type { Host } from '../host/host.ts';
import type { Entry } from './command.ts';

/** What a group can do without: the engine plays every game the same if its folder and its line in the registry are gone. */
export interface Addon {
  readonly commands?: readonly Entry[];
  /** Commands that know nothing of the command line, as hosts have them. */
  readonly hostCommands?: Host['commands'];
}
