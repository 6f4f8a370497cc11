import { hexOf } from '#platform/bytes.ts';
import { randomBytes } from '#platform/machine.ts';

import type { FilledForm } from '../../seat/forms/form.ts';

/** What a form answered instead of doing something. It has an address of its own, so that its page can be reloaded. */
export interface StoredAnswer {
  readonly kind: string;
  /** The token of the person and game that it was for. */
  readonly token: string;
  readonly form?: FilledForm;
  /** The reason why a request failed. */
  readonly problem?: string;
}

/** Where a person's answers are kept. */
interface Keeper {
  readonly answers: Map<string, StoredAnswer>;
}

const MOST_STORED = 12;
/** Words that say what a form is about: its address has them, so that it opens even when its answer is gone. */
const ABOUT: ReadonlySet<string> = new Set(['action', 'change', 'comment', 'entry', 'kind', 'on', 'path']);
const LONGEST_WORD = 400;

/** Keeps an answer, and returns the address of its page. */
export function keepAnswer({ answers }: Keeper, words: URLSearchParams, answer: StoredAnswer): string {
  const id = hexOf(randomBytes(8));
  answers.set(id, answer);
  const [oldest] = answers.keys();
  if (answers.size > MOST_STORED && oldest !== undefined) answers.delete(oldest);
  const about = [...words].filter(
    ([name, { length }]) => ABOUT.has(name) && length > 0 && length <= LONGEST_WORD,
  );
  return `/do/${answer.kind}/?${new URLSearchParams([...about, ['answer', id]]).toString()}`;
}

/** Null for an address without an answer, or with one that was for somebody else. */
export function answerFor(
  { answers }: Keeper,
  words: URLSearchParams,
  { kind, token }: Pick<StoredAnswer, 'kind' | 'token'>,
): StoredAnswer | null {
  const found = answers.get(words.get('answer') ?? '');
  return found?.kind === kind && found.token === token ? found : null;
}
