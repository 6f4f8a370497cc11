import type { SeatView } from '../../../seat/doors/view.ts';
import type { Headers, ToFront } from './messages.ts';

/** The answer to a request that another thread took in. */
export class Reply {
  readonly #id: number;
  readonly #tell: (message: ToFront) => void;
  readonly #left: (() => void)[] = [];
  #isGone = false;

  constructor(id: number, tell: (message: ToFront) => void) {
    this.#id = id;
    this.#tell = tell;
  }

  /** True if nobody waits for it any more. */
  get isGone(): boolean {
    return this.#isGone;
  }

  leave(): void {
    this.#isGone = true;
    for (const leave of this.#left) leave();
  }

  onLeft(leave: () => void): void {
    this.#left.push(leave);
  }

  send(status: number, headers: Headers, body: string | Uint8Array = '', standby?: SeatView | null): void {
    this.#tell({ id: this.#id, head: { status, headers }, body, standby });
  }

  /** Begins an answer that goes on for as long as somebody listens. */
  begin(status: number, headers: Headers): void {
    this.#tell({ id: this.#id, head: { status, headers }, body: null, standby: undefined });
  }

  write(piece: string): void {
    this.#tell({ id: this.#id, piece });
  }

  end(): void {
    this.#tell({ id: this.#id, end: 'well' });
  }

  /** Ends the connection, since there is no answer. */
  drop(): void {
    this.#tell({ id: this.#id, end: 'dropped' });
  }
}
