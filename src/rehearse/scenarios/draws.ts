import { isCount, type Count } from '../../kernel/chance.ts';
import { sameValue } from '../../kernel/values.ts';
import type { DrawQuestion } from '../../sandbox/host.ts';

/** The fixed dice of one step. Too few, too many or impossible ones are mistakes of the scenario, or of a rule. */
export class FixedDraws {
  #dice: unknown[] = [];
  #secret: unknown[] = [];
  #fault: string | null = null;
  #rolled = 0;

  begin(dice: readonly unknown[], secret: readonly unknown[]): void {
    this.#dice = [...dice];
    this.#secret = [...secret];
    this.#fault = null;
    this.#rolled = 0;
  }

  /** The number of dice that the step has rolled so far. */
  get rolled(): number {
    return this.#rolled;
  }

  /** A die that the step leaves open repeats the result of the earlier, refused attempt. */
  draw(question: DrawQuestion, binding: Count | null): Count {
    try {
      if (binding !== null && this.#dice.length === 0) return binding;
      return question.kind === 'dice' ? this.#roll(question) : this.#choose(question);
    } catch (error) {
      this.#fault ??= (error as Error).message;
      throw error;
    }
  }

  #roll({ size, options }: DrawQuestion): Count {
    if (this.#dice.length === 0)
      throw new Error(`the step rolls a die of ${size}, but dice has no result left`);
    const wanted = this.#dice.shift();
    this.#rolled += 1;
    const place =
      typeof wanted === 'string'
        ? (options ?? []).findIndex((option) => String(option).toLowerCase() === wanted.toLowerCase())
        : -1;
    const result = place < 0 ? wanted : place + 1;
    if (!isCount(result) || BigInt(result) < 1n || BigInt(result) > BigInt(size)) {
      throw new Error(`the step rolls a die of ${size}, which can't give ${JSON.stringify(result)}`);
    }
    return result;
  }

  #choose({ options, labels }: DrawQuestion): number {
    const list = options ?? [];
    if (this.#secret.length === 0)
      throw new Error(`the step chooses secretly among ${show(list)}, but secret has no choice left`);
    const wanted = this.#secret.shift();
    const name = typeof wanted === 'string' ? wanted.toLowerCase() : null;
    const places = [
      list.findIndex((option) => sameValue(option, wanted)),
      labels.findIndex((label) => typeof label === 'string' && label.toLowerCase() === name),
    ];
    const place = places.find((at) => at >= 0);
    if (place !== undefined) return place;
    throw new Error(
      `the step chooses secretly among ${show(list)}, and ${JSON.stringify(wanted)} isn’t one of them`,
    );
  }

  /** Returns the fault in the dice of the step that was just taken. */
  end(): string | null {
    if (this.#fault !== null) return this.#fault;
    const left = [
      ...this.#dice.map((one) => `dice ${JSON.stringify(one)}`),
      ...this.#secret.map((one) => `secret ${JSON.stringify(one)}`),
    ];
    return left.length === 0 ? null : `left over: ${left.join(', ')}`;
  }
}

function show(list: readonly unknown[]): string {
  const text = list
    .slice(0, 20)
    .map((one) => JSON.stringify(one))
    .join(', ');
  return list.length > 20 ? `${text} and ${list.length - 20} more` : text;
}
