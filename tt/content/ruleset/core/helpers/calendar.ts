const MONTHS: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Whether a moment falls on one of these days, both ends included: `December`, 24 to 26. */
export function isDayOfYear(
  now: string,
  { month, from, to }: { readonly month: string; readonly from: number; readonly to: number },
): boolean {
  const [, number = '', day = ''] = now.slice(0, 10).split('-');
  return MONTHS[Number(number) - 1] === month && Number(day) >= from && Number(day) <= to;
}
