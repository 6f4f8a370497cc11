import type { Notice } from '../../store/engine-files.ts';

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
export type NewNotice = Without<Notice, 'n'>;

export class Outbox {
  #notices: NewNotice[] = [];
  /** How many of them an earlier decision has handed on. */
  #handedOn = 0;

  /** How many messages no commit contains, and how many of these were handed on. */
  get waiting(): readonly number[] {
    return [this.#notices.length, this.#handedOn];
  }

  tell(post: string, notice: Without<NewNotice, 'post'>): void {
    this.#notices.push({ post, ...notice });
  }

  /** Drops the messages after the first `count`. */
  forgetSince(count: number): void {
    this.#notices.length = count;
  }

  comment(post: string, key: string, text: string): void {
    this.tell(post, { tell: 'comment', key, text });
  }

  /** Takes everything, for a commit that stores it until it is sent. */
  takeAll(): readonly NewNotice[] {
    const all = this.#notices;
    this.#notices = [];
    this.#handedOn = 0;
    return all;
  }

  handOn(): readonly NewNotice[] {
    const rest = this.#notices.slice(this.#handedOn);
    this.#handedOn = this.#notices.length;
    return rest;
  }
}
