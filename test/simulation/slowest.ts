/** Times what is done, by the time that this thread had of a processor, and remembers what took longest. */
export class Slowest {
  what = 'nothing';
  tookMs = 0;

  time<T>(what: string, act: () => T): T {
    const began = process.threadCpuUsage();
    const done = act();
    const tookMs = process.threadCpuUsage(began).user / 1_000;
    if (tookMs > this.tookMs) Object.assign(this, { what, tookMs });
    return done;
  }

  toString(): string {
    return `slowest action: ${Math.round(this.tookMs)} ms, ${this.what}\n`;
  }
}
