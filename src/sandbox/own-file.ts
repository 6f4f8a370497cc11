/** True in the published package, which contains JavaScript in place of the sources. */
export const isCompiled: boolean = import.meta.url.endsWith('.js');

/** bin/gitnomic.mjs sets this to the engine's content hash; unset if the sources run directly. */
const ENGINE = Symbol.for('gitnomic.engine');

export function engineFingerprint(): string | null {
  const said = (globalThis as { [ENGINE]?: unknown })[ENGINE];
  return typeof said === 'string' ? said : null;
}

/** The file to read or run for a source, since Node runs no TypeScript below `node_modules`. */
export function ownFile(source: URL): URL {
  return isCompiled ? new URL(source.href.replace(/\.ts$/u, '.js')) : source;
}
