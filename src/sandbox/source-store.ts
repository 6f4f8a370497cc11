/** Where JavaScript that was made of TypeScript is kept from one run of the engine to the next. */
export interface SourceStore {
  get(key: string): string | undefined;
  set(key: string, javascript: string): void;
}

let store: SourceStore | null = null;

/** From now on, or with null no more. Keys say by content what the JavaScript was made of. */
export function keepSourcesIn(given: SourceStore | null): void {
  store = given;
}

/** What was made of it before, or what is made now. */
export function keptSource(key: string, make: () => string): string {
  const known = store?.get(key);
  if (known !== undefined) return known;
  const made = make();
  store?.set(key, made);
  return made;
}
