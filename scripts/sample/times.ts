const HOUR_MS = 3_600_000;

/** A time so many hours after another, in the form in which games write times. */
export function later(time: string, hours: number): string {
  return `${new Date(Date.parse(time) + Math.round(hours * 3600) * 1000).toISOString().slice(0, 19)}Z`;
}

export function hoursFrom(start: string, time: string): number {
  return (Date.parse(time) - Date.parse(start)) / HOUR_MS;
}
