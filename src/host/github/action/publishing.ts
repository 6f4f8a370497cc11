import { z } from 'zod';

/** When pages were published in the last hour, and whether they are out of date. */
export const publishingSchema = z.strictObject({ at: z.array(z.string()), pending: z.boolean() });
export type Publishing = z.infer<typeof publishingSchema>;

/** GitHub's soft limit for a site's builds; custom workflows are only asked to be reasonable. */
const mostAnHour = 10;
const hourMs = 3_600_000;

/** Looks both ways, because a clock that was ahead may have been put back. */
const isRecent = (at: string, now: string): boolean => Math.abs(Date.parse(now) - Date.parse(at)) < hourMs;

/** Whether postponed pages can be published now. */
export function isDue({ at, pending }: Publishing, now: string): boolean {
  return pending && at.filter((time) => isRecent(time, now)).length < mostAnHour;
}

/** Changes on main are published at once; changes in the journal alone wait until the hourly limit has room. */
export function planPublishing(
  before: Publishing,
  { main, journal }: { readonly main: boolean; readonly journal: boolean },
  now: string,
): { readonly publish: boolean; readonly publishing: Publishing } {
  const pending = main || journal || before.pending;
  const publish = main || isDue({ ...before, pending }, now);
  if (!publish) return { publish, publishing: { ...before, pending } };
  return {
    publish,
    publishing: { at: [...before.at.filter((time) => isRecent(time, now)), now], pending: false },
  };
}
