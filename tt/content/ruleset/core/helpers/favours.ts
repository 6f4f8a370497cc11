export interface Favour<P> {
  readonly lender: P;
  readonly ripe: boolean;
}

interface Comparable {
  is(other: unknown): boolean;
}

/** Which favour of a lender goes: the oldest unripe one, else the oldest ripe one, unless it is said which. */
export function indexToRelease<P extends Comparable>(
  favours: readonly Favour<P>[],
  lender: P,
  ripe: boolean | null,
): number {
  const oldest = (wanted: boolean): number =>
    favours.findIndex((favour) => favour.lender.is(lender) && favour.ripe === wanted);
  if (ripe !== null) return oldest(ripe);
  return oldest(false) >= 0 ? oldest(false) : oldest(true);
}

interface Field {
  readonly id: string;
  readonly type: { readonly kind: string; readonly private?: boolean };
  readonly rule: { readonly section: string };
}

/** A number that dynastic rules alone describe, tracked in public for each player. */
export function isTabular(resource: string, fields: readonly Field[]): boolean {
  const field = fields.find(({ id }) => id === resource);
  return (
    field !== undefined &&
    field.rule.section === 'dynastic' &&
    field.type.kind === 'integer' &&
    field.type.private !== true
  );
}
