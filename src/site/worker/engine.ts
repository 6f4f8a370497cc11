// What a worker loads from the files beside it.
import { putFile } from '../../platform/web/files.ts';
import type { WorkerScope } from './scopes.ts';

export const scope = globalThis as unknown as WorkerScope & { readonly location: Location };

const at = (name: string): URL => new URL(name, scope.location.href);

export async function load(name: string): Promise<Uint8Array> {
  const answer = await fetch(at(name), { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

export async function loadJson<T>(name: string): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await load(name))) as T;
}

/** Puts the files that the engine reads into the worker's files. */
export async function loadEngine(): Promise<void> {
  const { texts, binary } = await loadJson<Record<'texts' | 'binary', Record<string, string>>>('engine.json');
  for (const [path, text] of Object.entries(texts)) putFile(path, text);
  for (const [path, name] of Object.entries(binary)) putFile(path, await load(name));
}

/** Loads a script at once, and returns what it defines. */
export function loadScript<T>(file: string, name: string): T {
  const loaded = globalThis as unknown as Record<string, T | undefined>;
  try {
    if (loaded[name] === undefined) scope.importScripts(at(file).href);
  } catch (error) {
    throw new Error(`${file} can’t be loaded now. Go online, and do it again.`, { cause: error });
  }
  return loaded[name] as T;
}

/** The type stripper is large, and only new clauses need it. */
Object.assign(globalThis, {
  [Symbol.for('gitnomic.type-stripper')]: () => loadScript('type-stripper.js', 'amaro'),
});

export const whyOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
