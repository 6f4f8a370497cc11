/** Refuses with each ground that there is, all of them at once. */
export function refuseOn(
  refuse: (reason: string) => never,
  grounds: readonly (string | null | false | undefined)[],
): void {
  const found = grounds.filter((ground) => typeof ground === 'string');
  if (found.length > 0) refuse(found.join('; '));
}
