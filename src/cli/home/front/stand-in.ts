import type { IncomingMessage } from 'node:http';
import type { MessagePort } from 'node:worker_threads';

import type { PageAnswer, SeatView } from '../../../seat/doors/view.ts';
import { pageAt } from '../path-of.ts';
import type { HandedRequest, Head } from './messages.ts';

/** A reader waits this long for rules that take a processor for so long; usually they take a few milliseconds. */
const PATIENT_MS = 500;
const BUSY_MS = 300;
const LOOK_EVERY_MS = 100;
const MOST_KEPT = 500;

interface Watched {
  readonly came: Omit<HandedRequest, 'body'>;
  readonly since: number;
  readonly answer: (page: PageAnswer) => void;
}

/**
 * Answers readers while the rules keep the main thread from it: with the pages as they were shown last, without forms. It answers
 * only where the main thread did so before, since that is who checks addresses and bans.
 */
export class StandIn {
  everybody: SeatView | null = null;
  readonly #busy: Int32Array;
  readonly #pages: MessagePort;
  readonly #watched = new Map<number, Watched>();
  /** The places from which somebody was answered before, and by which name. */
  readonly #known = new Map<string, true>();
  /** By the cookies of a browser; null for one that is in a copy of the game. */
  readonly #views = new Map<string, SeatView | null>();
  readonly #asked = new Map<number, Watched['answer']>();
  #lastLong = -Infinity;
  #timer: NodeJS.Timeout | null = null;

  constructor(busy: Int32Array, pages: MessagePort) {
    this.#busy = busy;
    this.#pages = pages;
    pages.on('message', ({ id, done }: { id: number; done?: PageAnswer }) => {
      // An address that is not among the pages as they are now is for the game to answer.
      if (done?.status === 200) this.#asked.get(id)?.(done);
      this.#asked.delete(id);
    });
    pages.unref();
  }

  /** From now on `answer` is called if the main thread can't. */
  watch(came: Omit<HandedRequest, 'body'>, answer: Watched['answer']): void {
    const isReading = came.method === 'GET' || came.method === 'HEAD';
    if (!isReading || /^\/(changed|healthz|seat\/|do\/)/u.test(came.url) || 'x-home-part' in came.headers)
      return;
    this.#watched.set(came.id, { came, since: performance.now(), answer });
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  forget(id: number): void {
    this.#watched.delete(id);
  }

  answered({ headers, socket }: IncomingMessage, { head, standby }: Head): void {
    if ([400, 403, 421].includes(head.status)) return;
    keep(this.#known, `${headers.host} ${socket.remoteAddress}`, true);
    if (headers.cookie !== undefined && standby !== undefined) keep(this.#views, headers.cookie, standby);
  }

  #look(): void {
    if (this.#watched.size === 0 && this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
      return;
    }
    const now = performance.now();
    if (Atomics.load(this.#busy, 0) >= BUSY_MS) this.#lastLong = now;
    for (const [id, { came, since, answer }] of this.#watched) {
      if (now - since < PATIENT_MS || this.#lastLong < since) continue;
      this.#watched.delete(id);
      this.#ask(id, came, answer);
    }
  }

  #ask(id: number, { url, headers, address }: Watched['came'], answer: Watched['answer']): void {
    const own = this.#views.get(headers.cookie ?? '');
    const view = own === undefined ? this.everybody : own;
    const to = URL.parse(url, 'http://home/');
    if (view === null || to === null || !this.#known.has(`${headers.host} ${address}`)) return;
    this.#asked.set(id, answer);
    this.#pages.postMessage({ id, question: { ask: 'page', path: pageAt(to), view } });
  }
}

/** The most recently used stand last. */
function keep<T>(kept: Map<string, T>, key: string, value: T): void {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}
