import { isMoment, TIME_EXAMPLE } from '../kernel/time.ts';
import { Failure } from './command.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const OURS = 'GITNOMIC_';

/** The environment for commands: our own variables count as unset if they are empty, and the time must be valid. */
export function environmentGiven(environment: Environment): Environment {
  const all = Object.entries(environment);
  const given = all.filter(([name, value]) => value !== '' || !name.startsWith(OURS));
  const now = environment['GITNOMIC_NOW'];
  if (now !== undefined && now !== '' && !isMoment(now))
    throw new Failure('usage', {
      code: 'bad-variable',
      what: `The variable GITNOMIC_NOW is not a time: “${now.slice(0, 80)}”.`,
      expected: TIME_EXAMPLE,
      next: 'Set it to a time, or unset it to use the time of this machine.',
    });
  // A copy would lose case insensitivity, as on Windows.
  return given.length === all.length ? environment : Object.fromEntries(given);
}
