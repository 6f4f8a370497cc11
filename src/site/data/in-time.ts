const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** The distance between two times, as people say it: `in 5 h`, `in 3 days`, `2 h ago`. */
export function inTime(from: number, to: number): string {
  const far = Math.abs(to - from);
  const said =
    far < HOUR
      ? `${Math.round(far / MINUTE)} min`
      : far < 2 * DAY
        ? `${Math.round(far / HOUR)} h`
        : `${Math.round(far / DAY)} days`;
  return to < from ? `${said} ago` : `in ${said}`;
}
