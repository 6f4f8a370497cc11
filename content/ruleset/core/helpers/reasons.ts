/** Refuses with every ground that applies, so that nobody has to find them out one by one. */
export function refuseFor(
  refuse: (reason: string) => never,
  reasons: readonly (string | null | false | undefined)[],
): void {
  const grounds = reasons.filter((reason) => typeof reason === 'string');
  if (grounds.length > 0) refuse(grounds.join('; '));
}

/** Permits, unless there is a reason against it. */
export function permitUnless(
  refuse: (reason: string) => never,
  reasons: readonly (string | null | false)[],
): 'permit' {
  refuseFor(refuse, reasons);
  return 'permit';
}
