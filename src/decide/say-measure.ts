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
    unmute: () => say`unmuted ${one}`,
    joining: () =>
      given === 'closed' ? say`stopped new people from joining` : say`let new people join again`,
    pace: () =>
      given === 'none'
        ? say`lifted the limit on posts`
        : say`limited everybody to ${Number(given)} posts an hour`,
    same: () => say`marked ${one} and ${other} as the same person`,
    apart: () => say`marked ${one} and ${other} as two people`,
    ban: () => say`blocked an address, recorded as ${given}`,
    unban: () => say`unblocked the address ${given}`,
  };
  const did = Object.hasOwn(sayings, measure) ? sayings[measure]?.() : undefined;
  if (did === undefined) return null;
  return typeof why === 'string' ? say`${did}: ${why}` : did;
}
