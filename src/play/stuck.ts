import { isFault, type RefusalData } from '../kernel/refusal.ts';

/** Due matters that could not be resolved and aren't tried again for now. */
export class Stuck extends Set<string> {
  /** Matters that a failing clause holds up. The others count as if these were not pending, so that they don't wait for them. */
  readonly aside = new Set<string>();

  note(matter: string, refusal: Pick<RefusalData, 'code'> | null): void {
    this.add(matter);
    if (refusal === null || isFault(refusal)) this.aside.add(matter);
  }

  /** The same with other matters that aren't tried either. */
  with(others: Iterable<string>): Stuck {
    const all = new Stuck([...this, ...others]);
    for (const matter of this.aside) all.aside.add(matter);
    return all;
  }

  override clear(): void {
    super.clear();
    this.aside.clear();
  }
}
