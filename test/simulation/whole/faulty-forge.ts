import type { Forge, Observation } from '../../../src/forge/port.ts';

/** How a forge fails while an engine asks it. */
export interface ForgeFault {
  /** Which answer to an observation is wrong, and how. */
  readonly observe: 'well' | 'repeats' | 'delays' | 'skips';
  /** The write whose answer is lost, though it was done; 0 for none. */
  readonly losesAnswer: number;
  /** The write that the forge refuses to take; 0 for none. */
  readonly refuses: number;
}

export class ForgeDown extends Error {}

/**
 * A forge as it may be seen from far: it tells of some things late or again, takes a write and loses the answer, or
 * takes none. What the port promises it keeps: nothing is left out for good, since what is late comes with the next.
 */
export function faultyForge(forge: Forge, fault: ForgeFault): Forge {
  let writes = 0;
  const write =
    <Words extends readonly unknown[], Answer>(act: (...words: Words) => Promise<Answer>) =>
    async (...words: Words): Promise<Answer> => {
      writes += 1;
      if (writes === fault.refuses) throw new ForgeDown('the forge does not answer');
      const answer = await act(...words);
      if (writes === fault.losesAnswer) throw new ForgeDown('the answer was lost');
      return answer;
    };
  return {
    ...forge,
    observe: (since) => observeWith(forge, fault.observe, since),
    advance: write(forge.advance),
    post: write(forge.post),
    comment: write(forge.comment),
    label: write(forge.label),
    settle: write(forge.settle),
  };
}

async function observeWith(
  forge: Forge,
  how: ForgeFault['observe'],
  since: string | null,
): Promise<Observation> {
  if (how === 'repeats') return forge.observe(null);
  const { events, mark } = await forge.observe(since);
  if (how === 'well' || events.length < 2) return { events, mark };
  const kept =
    how === 'delays' ? events.slice(0, Math.floor(events.length / 2)) : events.filter((_, n) => n !== 1);
  return { events: kept, mark: since ?? 'from the beginning' };
}
