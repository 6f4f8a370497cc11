/** Times what is done, and remembers what took longest. */
export class Slowest {
  what = 'nothing';
  tookMs = 0;

  time<T>(what: string, act: () => T): T {
    const began = performance.now();
    const done = act();
    const tookMs = performance.now() - began;
    if (tookMs > this.tookMs) Object.assign(this, { what, tookMs });
    return done;
  }

  toString(): string {
    return `slowest action: ${Math.round(this.tookMs)} ms, ${this.what}\n`;
  }
}
