/** `1 file`, `3 files`; with a third word where the plural has a form of its own. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
