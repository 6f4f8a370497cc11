import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten';

type Offer = (given: QuickJSHandle) => string | number;

/** Gives these functions to the guest as its global `host`, and passes what they throw to `failed`. */
export function offerTo(
  context: QuickJSContext,
  failed: (error: unknown) => void,
  offers: Readonly<Record<string, Offer>>,
): void {
  const host = context.newObject();
  for (const [name, run] of Object.entries(offers)) {
    const made = context.newFunction(name, (given) => {
      try {
        const answer = run(given);
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
