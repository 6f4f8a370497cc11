import { IN_ENGLISH, type Wording } from '../../language/wording.ts';

type Tell = (wording: Wording) => string;

/** A request that can't be answered: a sentence in the game's language, and the HTTP status. */
export class FormProblem extends Error {
  readonly status: number;
  readonly tell: Tell;
  constructor(status: number, tell: Tell) {
    super(tell(IN_ENGLISH));
    this.name = 'FormProblem';
    this.status = status;
    this.tell = tell;
  }
}

/** Refuses what is allowed only in practice games. `but` says how it works in a real one. */
export function assertPractice(isPractice: boolean, but: Tell): void {
  if (!isPractice)
    throw new FormProblem(
      403,
      (wording) =>
        wording.say`This isn’t a practice game: ${but(wording)}. An admin can make it one with ${'`gitnomic admin game practice=on`'}, for everybody to see. Nothing has changed.`,
    );
}

export class Given {
  readonly #words: URLSearchParams;
  constructor(words: URLSearchParams) {
    this.#words = withRowMoved(words);
  }

  one(name: string, most = 65_000): string {
    const text = (this.#words.get(name) ?? '').replace(/\r\n?/gu, '\n');
    if (text.length > most)
      throw new FormProblem(
        400,
        ({ say }) => say`“${name}” is longer than ${most} characters. Nothing was saved.`,
      );
    return text;
  }

  all(name: string): readonly string[] {
    return this.#words.getAll(name);
  }

  /** The same with other texts. */
  but(texts: Readonly<Record<string, string>>): Given {
    const words = new URLSearchParams(this.#words);
    for (const [name, text] of Object.entries(texts)) words.set(name, text);
    return new Given(words);
  }

  has(name: string): boolean {
    return this.#words.has(name);
  }
}

/** `earlier=p-rooms.2` exchanges what is in that row of a list and in the row before. */
function withRowMoved(words: URLSearchParams): URLSearchParams {
  const [here = '', list, at] = /^(.+)\.(\d+)$/u.exec(words.get('earlier') ?? '') ?? [];
  if (list === undefined) return words;
  const before = `${list}.${Number(at) - 1}`;
  const isOf = (name: string, row: string): boolean => name === row || name.startsWith(`${row}.`);
  return new URLSearchParams(
    [...words]
      .filter(([name]) => name !== 'earlier')
      .map(([name, value]) => [
        isOf(name, here)
          ? `${before}${name.slice(here.length)}`
          : isOf(name, before)
            ? `${here}${name.slice(before.length)}`
            : name,
        value,
      ]),
  );
}
