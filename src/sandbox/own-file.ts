/** Whether this is the published package, which has JavaScript where the project has sources. */
export const isCompiled: boolean = import.meta.url.endsWith('.js');

/** Where bin/gitnomic.mjs says by content which engine this is; not said where sources run as they are. */
const ENGINE = Symbol.for('gitnomic.engine');

export function engineFingerprint(): string | null {
  const said = (globalThis as { [ENGINE]?: unknown })[ENGINE];
  return typeof said === 'string' ? said : null;
}

/** The command that a person types. */
export const commandPrefix: string = isCompiled ? 'npx gitnomic' : 'npm run -s gitnomic --';

/** The file of the engine that is read or run in a source's stead: Node runs no TypeScript below `node_modules`. */
export function ownFile(source: URL): URL {
  return isCompiled ? new URL(source.href.replace(/\.ts$/u, '.js')) : source;
}
