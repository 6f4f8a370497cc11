// The cost of a month with ten players on GitHub: requests, points of GraphQL, and the minutes that runs are billed.
import { playMonth } from '../test/github/month.ts';
import { report } from './measure.ts';

const DAYS = 30;
const { requests, points, minutes, failedRuns } = await playMonth(DAYS, 58);
// GitHub gives a private repository of a free account 2,000 minutes a month.
report({
  bench: 'github-month',
  days: DAYS,
  requests,
  points,
  minutes,
  failedRuns,
  ofFreeMinutes: minutes / 2000,
});
