import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

type Read<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

/**
 * The options that a script was started with. `--help` prints the comment at the head of its file, and so does an option that it doesn't have, after a
 * sentence that says so.
 */
export function readOptions<Options extends ParseArgsOptionsConfig>(
  script: string,
  options: Options,
  args: readonly string[] = process.argv.slice(2),
): Read<Options> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(headOf(script));
    process.exit(0);
  }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')))
      throw error;
    return refuse(script, error.message);
  }
}

/** Ends the script because of what it was given. */
export function refuse(script: string, why: string): never {
  console.error(`${why}\n\n${headOf(script)}`);
  process.exit(2);
}

function headOf(script: string): string {
  const lines = readFileSync(script, 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/u, ''))
    .join('\n');
}
