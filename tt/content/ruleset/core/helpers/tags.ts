/** `[Core] A longer night [Victory]` → `core`, `victory` */
export function tagsOf(title: string): readonly string[] {
  return [...title.matchAll(/\[([^\]]*)\]/g)].map(([, tag = '']) => tag.trim().toLowerCase());
}

export function hasTag(title: string, tag: string): boolean {
  return tagsOf(title).includes(tag.trim().toLowerCase());
}

interface Asked {
  readonly path: string | null;
  readonly value: unknown;
}

/** Whether a change would have somebody achieve victory. */
export function grantsVictory({ path, value }: Asked): boolean {
  const [scope, , variable] = (path ?? '').split('.');
  if (scope !== 'players') return false;
  if (variable !== undefined) return variable === 'victory' && value !== false;
  return (
    typeof value === 'object' && value !== null && (value as Record<string, unknown>)['victory'] === true
  );
}
