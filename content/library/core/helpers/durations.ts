const HOURS: Readonly<Record<string, number>> = { minute: 1 / 60, hour: 1, day: 24, week: 168 };

/** `15`, `minutes` → a quarter of an hour. A unit that nobody knows is read as hours. */
export function hoursOf(number: number, unit: string): number {
  return number * (HOURS[unit.trim().toLowerCase().replace(/s$/u, '')] ?? 1);
}
