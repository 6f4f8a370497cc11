const ONES = [
  '',
  'First',
  'Second',
  'Third',
  'Fourth',
  'Fifth',
  'Sixth',
  'Seventh',
  'Eighth',
  'Ninth',
  'Tenth',
  'Eleventh',
  'Twelfth',
  'Thirteenth',
  'Fourteenth',
  'Fifteenth',
  'Sixteenth',
  'Seventeenth',
  'Eighteenth',
  'Nineteenth',
];
const TENS = ['', '', 'Twent', 'Thirt', 'Fort', 'Fift', 'Sixt', 'Sevent', 'Eight', 'Ninet'];

/** `1` → `First`, `22` → `Twenty-Second`; beyond ninety-nine in digits. */
export function ordinal(number: number): string {
  if (number < 20) return ONES[number] ?? `${number}th`;
  if (number > 99) return `${number}${ending(number)}`;
  const [tens, ones] = [Math.floor(number / 10), number % 10];
  return ones === 0 ? `${TENS[tens]}ieth` : `${TENS[tens]}y-${ONES[ones]}`;
}

function ending(number: number): string {
  const last = number % 100;
  if (last > 10 && last < 14) return 'th';
  return ({ 1: 'st', 2: 'nd', 3: 'rd' } as Record<number, string>)[number % 10] ?? 'th';
}

/** `The First Dynasty of bo` */
export function dynastyName(headed: number, emperor: string): string {
  return `The ${ordinal(headed)} Dynasty of ${emperor}`;
}
