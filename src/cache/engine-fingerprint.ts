/** Where bin/gitnomic.mjs says by content which engine this is; not said where sources run as they are. */
const ENGINE = Symbol.for('gitnomic.engine');

export function engineFingerprint(): string | null {
  const said = (globalThis as { [ENGINE]?: unknown })[ENGINE];
  return typeof said === 'string' ? said : null;
}
