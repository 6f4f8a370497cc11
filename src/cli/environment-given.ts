import { isMoment, TIME_EXAMPLE } from '../kernel/time.ts';
import { failure } from './command.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const OURS = 'GITNOMIC_';

/** `2024-03-01T11:00:00+02:00` → `2024-03-01T09:00:00Z`. */
function inUtc(time: string): string {
  const [, local = ''] = /^(.{19})[+-]\d\d:\d\d$/u.exec(time) ?? [];
  const utc = isMoment(`${local}Z`) ? (new Date(time).toJSON() as string | null) : null;
  return utc === null ? time : `${utc.slice(0, 19)}Z`;
}

/** The environment for commands: our own variables count as unset if they are empty, and the time must be valid. */
export function environmentGiven(environment: Environment): Environment {
  const all = Object.entries(environment);
  const given = all.filter(([name, value]) => value !== '' || !name.startsWith(OURS));
  const said = environment['GITNOMIC_NOW'] ?? '';
  const now = inUtc(said);
  if (now !== '' && !isMoment(now))
    throw failure(
      'usage',
      'bad-variable',
      `The variable GITNOMIC_NOW is not a time: “${said.slice(0, 80)}”.`,
      { expected: TIME_EXAMPLE, next: 'Set it to a time, or unset it to use the time of this machine.' },
    );
  // A copy would lose case insensitivity, as on Windows.
  if (given.length === all.length && now === said) return environment;
  return { ...Object.fromEntries(given), ...(now === '' ? {} : { GITNOMIC_NOW: now }) };
}
