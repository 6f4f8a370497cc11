const HOUR_MS = 3_600_000;

/** A time this many hours later, in the games' format. */
export function later(time: string, hours: number): string {
  return `${new Date(Date.parse(time) + Math.round(hours * 3600) * 1000).toISOString().slice(0, 19)}Z`;
}

export function hoursFrom(start: string, time: string): number {
  return (Date.parse(time) - Date.parse(start)) / HOUR_MS;
}
