/** A request that can't be answered: a sentence, and the HTTP status. */
export class DoorProblem extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'DoorProblem';
    this.status = status;
  }
}

/** Refuses what is allowed only in practice games. `but` says how it works in a real one. */
export function assertPractice(isPractice: boolean, but: string): void {
  if (!isPractice)
    throw new DoorProblem(
      403,
      `This game isn’t for practice: ${but}. An Admin changes that with \`gitnomic admin game practice=on\`, on record. Nothing was done.`,
    );
}

/** The parameters of an address or a form. */
export class Given {
  readonly #words: URLSearchParams;
  constructor(words: URLSearchParams) {
    this.#words = words;
  }

  one(name: string, most = 65_000): string {
    const text = (this.#words.get(name) ?? '').replace(/\r\n?/gu, '\n');
    if (text.length > most)
      throw new DoorProblem(400, `“${name}” is longer than ${most} characters. Nothing was done.`);
    return text;
  }

  all(name: string): readonly string[] {
    return this.#words.getAll(name);
  }

  has(name: string): boolean {
    return this.#words.has(name);
  }
}
