import type { Naming } from './naming.ts';

type Words = Readonly<Record<string, unknown>>;

/** `{ mute: 'bo', why: 'insults on 3' }` → `muted Bo: insults on 3`; null if another engine wrote something unknown. */
export function sayMeasure({ why, ...rest }: Words, naming: Naming): string | null {
  const { say } = naming.wording;
  const [[measure, value] = ['', '']] = Object.entries(rest);
  const given = String(value);
  const [one = '', other = ''] = given
    .split(/[\s,]+/u)
    .filter((name) => name !== '')
    .map((name) => naming.person(name));
  const sayings: Readonly<Record<string, () => string>> = {
    mute: () => say`muted ${one}`,
    unmute: () => say`let ${one} be heard again`,
    joining: () => (given === 'closed' ? say`closed joining` : say`opened joining`),
    pace: () =>
      given === 'none'
        ? say`let everybody say as much as they like`
        : say`let nobody say more than ${given} things in an hour`,
    same: () => say`marked ${one} and ${other} as one person’s`,
    apart: () => say`marked ${one} and ${other} as two people’s`,
    ban: () => say`banned an address, on record as ${given}`,
    unban: () => say`let the address ${given} in again`,
  };
  const did = Object.hasOwn(sayings, measure) ? sayings[measure]?.() : undefined;
  if (did === undefined) return null;
  return typeof why === 'string' ? say`${did}: ${why}` : did;
}
