/** `1 file`, `3 files`; the third argument is an irregular plural. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
