// A server runs for months beside others. What saves most of its memory is heard by Node and by the C library only when they start, so the
// process begins anew as the same one; where that can't be, as on Windows, only Node's part of it is saved.

/**
 * Heaps are swept before they grow by more than a fifth. V8's own `--optimize-for-size` saves 15 MB more, but with young heaps of 1 MB
 * its sweeping takes as long as all else that the server does.
 */
const FLAGS = ['--max-semi-space-size=2', '--heap-growing-percent=20'];
/** By default glibc has a heap for each thread, and all of them keep their gaps: 50 MB with four threads. */
const IN_C = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/** Returns only if the process began so already, or can't begin anew. */
export async function beginInLessMemory() {
  if (FLAGS.every((one) => process.execArgv.includes(one))) return;
  const { execve } = process;
  // A channel to the process that started this one would be lost.
  if (process.channel === undefined && execve !== undefined) {
    const words = [process.execPath, ...process.execArgv, ...FLAGS, ...process.argv.slice(1)];
    try {
      execve(process.execPath, words, { ...IN_C, ...process.env });
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === undefined) throw error;
      // Not on this system: it goes on as it is.
    }
  }
  const { setFlagsFromString } = await import('node:v8');
  for (const one of FLAGS) setFlagsFromString(one);
}
