import { hexOf } from '#platform/bytes.ts';
import { randomBytes } from '#platform/machine.ts';

import type { FilledForm } from '../../seat/forms/form.ts';
import type { Session } from './session.ts';

/** The answer of a form that did nothing yet, which has an address of its own, so that its page can be reloaded. */
export interface KeptAnswer {
  readonly kind: string;
  /** The token of the person and game that it was for. */
  readonly token: string;
  readonly form?: FilledForm;
  /** The reason why a request failed. */
  readonly problem?: string;
}

const MOST_KEPT = 12;
const WORD = 'answer';
/** Words that say what a form is about: they stand in its address, so that it opens even when its answer is gone. */
const ABOUT: ReadonlySet<string> = new Set(['action', 'change', 'comment', 'entry', 'kind', 'on', 'path']);
const LONGEST_WORD = 400;

/** Keeps an answer, and returns the address of its page. */
export function keepAnswer(
  { answers }: Session,
  token: string,
  kind: string,
  words: URLSearchParams,
  { form, problem }: { readonly form?: FilledForm; readonly problem?: string },
): string {
  const id = hexOf(randomBytes(8));
  const shown = form === undefined ? {} : { form: { ...form, isAnswer: true } };
  answers.set(id, { kind, token, ...shown, ...(problem === undefined ? {} : { problem }) });
  const [oldest] = answers.keys();
  if (answers.size > MOST_KEPT && oldest !== undefined) answers.delete(oldest);
  const about = [...words].filter(([name, word]) => ABOUT.has(name) && word.length <= LONGEST_WORD);
  const query = new URLSearchParams(about.filter(([, word]) => word !== ''));
  query.set(WORD, id);
  return `/do/${kind}/?${query.toString()}`;
}

/** Null for an address without an answer, or with one that was for somebody else. */
export function answerFor(
  { answers }: Session,
  token: string,
  kind: string,
  words: URLSearchParams,
): KeptAnswer | null {
  const found = answers.get(words.get(WORD) ?? '');
  return found?.kind === kind && found.token === token ? found : null;
}
