import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten';

export type Offer = (first: QuickJSHandle, second: QuickJSHandle) => string | number;

/** Gives these functions to the guest as its global `host`, and passes what they throw to `failed`. */
export function offerTo(
  context: QuickJSContext,
  failed: (error: unknown) => void,
  offers: Readonly<Record<string, Offer>>,
): void {
  const host = context.newObject();
  for (const [name, run] of Object.entries(offers)) {
    const made = context.newFunction(name, (first, second) => {
      try {
        const answer = run(first, second);
        return typeof answer === 'number' ? context.newNumber(answer) : context.newString(answer);
      } catch (error) {
        failed(error);
        throw error;
      }
    });
    context.setProp(host, name, made);
    made.dispose();
  }
  context.setProp(context.global, 'host', host);
  host.dispose();
}
