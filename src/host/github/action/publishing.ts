import { z } from 'zod';

/** When pages were published in the last hour, and whether there is something that they don't show yet. */
export const publishingSchema = z.strictObject({ at: z.array(z.string()), owed: z.boolean() });
export type Publishing = z.infer<typeof publishingSchema>;

/** GitHub’s soft limit for a site’s builds; a workflow of one’s own is only held to what is reasonable. */
const mostAnHour = 10;
const hourMs = 3_600_000;

/** In both directions: a clock that was ahead may have been put back since. */
const isRecent = (at: string, now: string): boolean => Math.abs(Date.parse(now) - Date.parse(at)) < hourMs;

/** Whether what was left for later can be published now. */
export function isDue({ at, owed }: Publishing, now: string): boolean {
  return owed && at.filter((time) => isRecent(time, now)).length < mostAnHour;
}

/** News on main are published at once; news in the journal alone, when the hour has room for them. */
export function planPublishing(
  before: Publishing,
  { main, journal }: { readonly main: boolean; readonly journal: boolean },
  now: string,
): { readonly publish: boolean; readonly publishing: Publishing } {
  const owed = main || journal || before.owed;
  const publish = main || isDue({ ...before, owed }, now);
  if (!publish) return { publish, publishing: { ...before, owed } };
  return {
    publish,
    publishing: { at: [...before.at.filter((time) => isRecent(time, now)), now], owed: false },
  };
}
