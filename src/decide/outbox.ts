import type { Notice } from '../store/engine-files.ts';

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
/** Something to be told on the forge, before it has its number. */
export type NewNotice = Without<Notice, 'n'>;

/** The messages that are to be told on the forge. */
export class Outbox {
  #notices: NewNotice[] = [];
  /** The number of them that an earlier decision handed on. */
  #handedOn = 0;

  /** The number of messages that no commit has taken, and how many of them were handed on. */
  get waiting(): readonly number[] {
    return [this.#notices.length, this.#handedOn];
  }

  tell(post: string, notice: Without<NewNotice, 'post'>): void {
    this.#notices.push({ post, ...notice });
  }

  /** Leaves out what came after so many messages. */
  forgetSince(count: number): void {
    this.#notices.length = count;
  }

  comment(post: string, key: string, text: string): void {
    this.tell(post, { tell: 'comment', key, text });
  }

  /** Everything, for a commit that keeps it until it is told. */
  takeAll(): readonly NewNotice[] {
    const all = this.#notices;
    this.#notices = [];
    this.#handedOn = 0;
    return all;
  }

  /** The messages that were not handed on before. */
  handOn(): readonly NewNotice[] {
    const rest = this.#notices.slice(this.#handedOn);
    this.#handedOn = this.#notices.length;
    return rest;
  }
}
