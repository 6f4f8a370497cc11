import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten';

export type Offer = (first: QuickJSHandle, second: QuickJSHandle) => string | number;

/** Hands these functions to the guest, as its global `host`. */
export function offerTo(context: QuickJSContext, offers: Readonly<Record<string, Offer>>): void {
  const host = context.newObject();
  for (const [name, run] of Object.entries(offers)) {
    const made = context.newFunction(name, (first, second) => {
      const answer = run(first, second);
      return typeof answer === 'number' ? context.newNumber(answer) : context.newString(answer);
    });
    context.setProp(host, name, made);
    made.dispose();
  }
  context.setProp(context.global, 'host', host);
  host.dispose();
}
