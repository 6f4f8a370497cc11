export interface Favour<P> {
  readonly lender: P;
  readonly ripe: boolean;
}

/** Which Favour of a lender goes: the oldest that is unripe, else the oldest; or as ripe as asked for. */
export function favourOf<P extends { is(other: unknown): boolean }>(
  favours: readonly Favour<P>[],
  lender: unknown,
  ripe?: boolean | null,
): Favour<P> | undefined {
  const lent = favours.filter((favour) => favour.lender.is(lender));
  if (typeof ripe === 'boolean') return lent.find((favour) => favour.ripe === ripe);
  return lent.find((favour) => !favour.ripe) ?? lent[0];
}

/** Each holder's Favours with every lender's name but once: the oldest. */
export function deduped<P extends { readonly id: string }>(
  favours: readonly Favour<P>[],
): readonly Favour<P>[] {
  const seen = new Set<string>();
  return favours.filter(({ lender }) => {
    if (seen.has(lender.id)) return false;
    seen.add(lender.id);
    return true;
  });
}
