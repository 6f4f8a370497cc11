import { expect, test } from 'vitest';

import { isDue, planPublishing, type Publishing } from './publishing.ts';

const at = (minute: number): string => new Date(Date.UTC(2021, 5, 18, 9, minute)).toISOString();

test('publishes the journal’s news ten times an hour, and what is left as soon as there is room', () => {
  let publishing: Publishing = { at: [], pending: false };
  const published: number[] = [];
  for (let minute = 0; minute < 90; minute += 2) {
    const voted = minute < 40;
    const plan = planPublishing(publishing, { main: false, journal: voted }, at(minute));
    if (plan.publish) published.push(minute);
    publishing = plan.publishing;
  }
  expect(published).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 60]);
  expect(publishing.pending).toBe(false);
});

test('publishes main’s news however often it comes, and nothing if there is none', () => {
  const full = { at: Array.from({ length: 10 }, (_, minute) => at(minute)), pending: false };
  expect(planPublishing(full, { main: true, journal: true }, at(11)).publish).toBe(true);
  const quiet = planPublishing(full, { main: false, journal: false }, at(11));
  expect(quiet).toEqual({ publish: false, publishing: full });
  expect(isDue({ ...full, pending: true }, at(11))).toBe(false);
  expect(isDue({ ...full, pending: true }, at(60))).toBe(true);
});

test('what a clock running ahead published takes up no room in an earlier hour', () => {
  const ahead = { at: Array.from({ length: 10 }, (_, minute) => at(minute + 24 * 60)), pending: true };
  expect(isDue(ahead, at(24 * 60 + 11))).toBe(false);
  expect(planPublishing(ahead, { main: false, journal: false }, at(5))).toEqual({
    publish: true,
    publishing: { at: [at(5)], pending: false },
  });
});
