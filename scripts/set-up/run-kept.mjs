// Runs the large script of the bundle with what V8 compiled of it in earlier runs. Node keeps compiled only what is there before anything
// runs; every function that is called after that would be compiled anew by each command, which takes a tenth of its time.

const { readFileSync, renameSync, writeFileSync } = process.getBuiltinModule('node:fs');
const { createRequire } = process.getBuiltinModule('node:module');
const { fileURLToPath } = process.getBuiltinModule('node:url');
const { Script } = process.getBuiltinModule('node:vm');
const { crc32 } = process.getBuiltinModule('node:zlib');

/** The first run of a command is seldom like those that follow, and each adds what it compiled. */
const RUNS = 3;
/** What runs longer serves somebody, and gains nothing. */
const LONGEST_MS = 60_000;
/** So many bytes before the code: V8 would copy what lies between two words of memory. */
const HEAD = 16;

/** A script that is one function, and so what it exports.
 * @param {URL} place
 * @param {Record<string, unknown>} beside what it asks for by its place, `./…`
 * @returns {any} */
export function runKept(place, beside) {
  const path = fileURLToPath(place);
  const kept = codeFor(path);
  const source = readFileSync(path, 'latin1');
  const before = kept === null ? null : readCode(kept, source.length);
  const script = new Script(source, {
    filename: path,
    ...(before === null ? {} : { cachedData: before.code }),
  });
  const runs = before === null || script.cachedDataRejected === true ? 0 : before.runs;
  if (kept !== null && runs < RUNS) keepAtTheEnd(kept, { script, runs, length: source.length });
  const ask = createRequire(path);
  /** @param {string} name */
  const require = (name) =>
    beside[name] ??
    process.getBuiltinModule(name) ??
    ask(name.startsWith('file:') ? fileURLToPath(name) : name);
  const module = { exports: {} };
  script.runInThisContext()(require, module, module.exports, place.href);
  return module.exports;
}

/** Where the code is kept for what is typed, null where it isn't: each command needs other parts. V8 tells scripts from one another by their length
 * alone, and so the name says of which engine the script is: a process that ends after a newer bundle was made leaves nothing for that.
 * @param {string} path */
function codeFor(path) {
  const engine = Reflect.get(globalThis, Symbol.for('gitnomic.engine'));
  const [, , command = ''] = process.argv;
  if (typeof engine !== 'string' || !/^[a-z-]{1,20}$/u.test(command)) return null;
  if (process.env['NODE_DISABLE_COMPILE_CACHE'] === '1') return null;
  return `${path}.${engine.slice(0, 16)}.${command}.code`;
}

/** @param {string} kept
 * @param {number} length of the script */
function readCode(kept, length) {
  try {
    const bytes = readFileSync(kept);
    const code = bytes.subarray(HEAD);
    const [runs, sum, of] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4), bytes.readUInt32LE(8)];
    return crc32(code) === sum && of === length ? { code, runs } : null;
  } catch {
    // None yet, or half of one.
    return null;
  }
}

/** @param {string} kept
 * @param {{ script: import('node:vm').Script, runs: number, length: number }} run */
function keepAtTheEnd(kept, { script, runs, length }) {
  process.once('exit', (exitCode) => {
    // A command that is refused early comes to few parts.
    if ((exitCode !== 0 && runs > 0) || performance.now() > LONGEST_MS) return;
    const code = script.createCachedData();
    const head = Buffer.alloc(HEAD);
    head.writeUInt32LE(exitCode === 0 ? runs + 1 : 0, 0);
    head.writeUInt32LE(crc32(code), 4);
    head.writeUInt32LE(length, 8);
    const draft = `${kept}.${process.pid}`;
    try {
      writeFileSync(draft, Buffer.concat([head, code]));
      renameSync(draft, kept);
    } catch {
      // In a folder that may only be read, each command compiles for itself.
    }
  });
}
