import { toMs, toTime } from '../../kernel/time.ts';

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Reads `+90m`, `+1d2h`, or a full UTC time. */
export function timeAt(start: string, at: string): string {
  if (/^\d{4}-/.test(at)) return toTime(toMs(at));
  const parts = [...at.matchAll(/(\d+(?:\.\d+)?)\s*([smhdw])/g)];
  if (!/^\+(\s*\d+(\.\d+)?\s*[smhdw])+$/.test(at.trim())) {
    throw new Error(`"${at}" is no time; expected +90m, +13h, +2d or 2021-06-18T09:00:00Z`);
  }
  const offset = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit ?? ''] ?? 0), 0);
  return toTime(toMs(start) + offset);
}
