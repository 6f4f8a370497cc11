import type { Forge } from '../../../src/forge/port.ts';

/**
 * Lets two engines run at once, one call to the forge at a time, in an order that the given bits say: so that the same
 * game always goes the same way.
 */
export async function inLockstep(
  bits: readonly boolean[],
  engines: readonly ((gate: (forge: Forge) => Forge) => Promise<unknown>)[],
): Promise<readonly PromiseSettledResult<unknown>[]> {
  const waiting = new Map<number, () => void>();
  let running = engines.length;
  let turn = 0;
  const go = (): void => {
    if (running > 0 || waiting.size === 0) return;
    const ids = [...waiting.keys()].sort((a, b) => a - b);
    const next = ids[bits[turn++ % Math.max(1, bits.length)] === true ? ids.length - 1 : 0] ?? 0;
    const release = waiting.get(next);
    waiting.delete(next);
    running += 1;
    release?.();
  };
  const enter = (id: number): Promise<void> =>
    new Promise((resolve) => {
      waiting.set(id, resolve);
      running -= 1;
      go();
    });
  const gateFor = (id: number) => {
    const gated =
      <Words extends readonly unknown[], Answer>(act: (...words: Words) => Promise<Answer>) =>
      async (...words: Words): Promise<Answer> => {
        await enter(id);
        return act(...words);
      };
    return (forge: Forge): Forge => ({
      ...forge,
      observe: gated(forge.observe),
      bring: gated(forge.bring),
      advance: gated(forge.advance),
      post: gated(forge.post),
      comment: gated(forge.comment),
      label: gated(forge.label),
      settle: gated(forge.settle),
    });
  };
  return Promise.allSettled(
    engines.map(async (engine, id) => {
      try {
        return await engine(gateFor(id));
      } finally {
        running -= 1;
        go();
      }
    }),
  );
}
