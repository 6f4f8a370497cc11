import { PIECES } from './readers-of-text.ts';

type Read = (text: string) => unknown;

/** How a text of any length is made. */
export interface Pattern {
  /**
   * `again`: the pieces again and again. `nested`: the first half of the pieces as often as the other half, after it. `rising`: each time
   * the last piece once more. `numbered`: with a number behind each, so that none is like another.
   */
  readonly shape: 'again' | 'nested' | 'rising' | 'numbered';
  readonly before: string;
  readonly again: readonly string[];
  readonly after: string;
}

/** The size at which a pattern takes most of a processor for each letter. */
export interface Worst {
  readonly size: number;
  readonly ms: number;
}

export function textOf({ shape, before, again, after }: Pattern, size: number): string {
  const whole = again.join('');
  const times = Math.ceil(size / Math.max(1, whole.length));
  const middle = {
    again: () => whole.repeat(times),
    nested: () => {
      const half = Math.ceil(again.length / 2);
      return again.slice(0, half).join('').repeat(times) + again.slice(half).join('').repeat(times);
    },
    rising: () => {
      const last = again.at(-1) ?? '';
      const parts: string[] = [];
      for (let length = 0; length < size; length += parts.at(-1)?.length ?? size)
        parts.push(`${again.slice(0, -1).join('')}${last.repeat(parts.length + 1)} `);
      return parts.join('');
    },
    numbered: () =>
      Array.from({ length: Math.ceil(size / (whole.length + 5)) }, (_, n) => `${whole}${n}`).join(''),
  };
  return `${before}${middle[shape]().slice(0, 2 * size)}${after}`;
}

/** What is too much once may be the machine's doing; what is so three times is the reader's. */
const TRIES = 3;

/** Of this thread alone: tests before it may have left others at work in the same process. */
export function msOf(read: Read, text: string, enough = 0): number {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least > enough; tries++) {
    const before = process.threadCpuUsage();
    read(text);
    const used = process.threadCpuUsage(before);
    least = Math.min(least, (used.user + used.system) / 1000);
    if (enough === 0) break;
  }
  return least;
}

const [SMALLEST, LARGEST] = [1_000, 64_000];
/** What takes longer is slow enough to be looked at, and is measured at no larger size. */
const SLOW_MS = 400;
/** What a reader takes for any text at all says nothing about this one. */
const LEAST_SIZE = 4_000;
const KEPT = 10;

interface Known {
  readonly pattern: Pattern;
  readonly worst: Worst;
  readonly rating: number;
}

/**
 * Looks for texts that a reader takes long for, growing each from a few letters by doubling: what is linear costs the same for a letter at
 * any size. Of the worst, others are made. The numbers are the same each time, so that what was found is found again.
 */
export class SlowSearch {
  readonly #read: Read;
  #seed = 20_210_618;
  #known: Known[] = [];

  constructor(read: Read) {
    this.#read = read;
  }

  /** Searches for as long as this of a processor, and gives the worst. */
  run(ms: number): readonly Known[] {
    const until = spent() + ms;
    // Every piece alone, and then what becomes of the worst; of short searches at least a part.
    for (const piece of PIECES) {
      if (spent() > until) break;
      this.#rate({ shape: 'again', before: '', again: [piece], after: '' });
    }
    while (spent() < until) this.#rate(this.#changed(this.#known[this.#pick(this.#known.length)]?.pattern));
    return this.#known.slice(0, 3);
  }

  #rate(pattern: Pattern): void {
    if (this.#known.some((one) => JSON.stringify(one.pattern) === JSON.stringify(pattern))) return;
    let worst: Worst = { size: SMALLEST, ms: 0 };
    let most = 0;
    for (let size = SMALLEST; size <= LARGEST; size *= 2) {
      const ms = msOf(this.#read, textOf(pattern, size));
      const perLetter = ms / Math.max(size, LEAST_SIZE);
      if (perLetter > most) [most, worst] = [perLetter, { size, ms }];
      if (ms > SLOW_MS) break;
    }
    this.#known.push({ pattern, worst, rating: most });
    this.#known = this.#known.sort((a, b) => b.rating - a.rating).slice(0, KEPT);
  }

  #changed(from: Pattern | undefined): Pattern {
    const pattern = from ?? { shape: 'again', before: '', again: [this.#piece()], after: '' };
    const { again } = pattern;
    const at = this.#pick(again.length);
    const changes: readonly (() => Partial<Pattern>)[] = [
      () => ({ again: [...again.slice(-4), this.#piece()] }),
      () => ({ again: [this.#piece(), ...again.slice(0, 4)] }),
      () => ({ again: again.with(at, this.#piece()) }),
      () => ({ again: again.length > 1 ? again.toSpliced(at, 1) : again }),
      () => ({ again: [...again, ...again].slice(0, 6) }),
      () => ({ before: this.#piece() }),
      () => ({ after: this.#piece() }),
      () => ({ before: '', after: '' }),
      () => ({ shape: (['again', 'nested', 'rising', 'numbered'] as const)[this.#pick(4)] ?? 'again' }),
    ];
    return { ...pattern, ...changes[this.#pick(changes.length)]?.() };
  }

  #piece(): string {
    return PIECES[this.#pick(PIECES.length)] ?? '[';
  }

  #pick(count: number): number {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647;
    return count === 0 ? 0 : this.#seed % count;
  }
}

function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
