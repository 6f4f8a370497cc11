export function numberOr(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

export function timeOr(value: unknown): string | null {
  return typeof value === 'string' && /^\d{4}-/.test(value) ? value : null;
}

export function textOr(value: unknown, otherwise = ''): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;
}
