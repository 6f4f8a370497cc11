// Runs the program that a workflow asks of the Action, on the Node that runs Actions.

const emitWarning = /** @type {(...words: unknown[]) => void} */ (process.emitWarning.bind(process));
process.emitWarning = (/** @type {unknown[]} */ ...words) => {
  if (words[1] !== 'ExperimentalWarning') emitWarning(...words);
};
Reflect.set(globalThis, Symbol.for('gitnomic.engine'), 'FINGERPRINT');
await import(new URL('../lib/main-github-action.js', import.meta.url).href);
