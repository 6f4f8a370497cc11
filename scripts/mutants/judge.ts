import type { Mutant } from './find-mutants.ts';
import type { Living, LivingIn } from './living/reasons.ts';

export interface Verdict {
  readonly died: number;
  /** Counted mutants; one that lives for a stated reason is not counted. */
  readonly all: number;
  readonly survivors: readonly Mutant[];
}

/** The percentage of counted mutants that died. */
export function judge(tried: ReadonlyMap<Mutant, boolean>, living: LivingIn): Verdict {
  const died = [...tried.values()].filter((dies) => dies).length;
  const survivors = [...tried].flatMap(([mutant, dies]) =>
    dies || reasonFor(mutant, living) !== null ? [] : [mutant],
  );
  return { died, all: died + survivors.length, survivors };
}

export function reasonFor(mutant: Mutant, living: LivingIn): Living | null {
  const [was, is] = [onOneLine(mutant.was), onOneLine(mutant.is)];
  return (
    living[mutant.file]?.find(
      (one) => one.was === was && one.is === is && mutant.text.includes(one.in ?? ''),
    ) ?? null
  );
}

/** Reasons for faults that no longer exist, because their files have changed. */
export function idleReasons(mutants: readonly Mutant[], living: LivingIn): readonly string[] {
  const files = new Set(mutants.map(({ file }) => file));
  return Object.entries(living).flatMap(([file, reasons]) => {
    const used = new Set(mutants.filter((one) => one.file === file).map((one) => reasonFor(one, living)));
    return files.has(file)
      ? reasons.filter((one) => !used.has(one)).map(({ was, is }) => `${file}: ${was} → ${is}`)
      : [];
  });
}

export function onOneLine(code: string): string {
  return code.replace(/\s+/gu, ' ').trim();
}
