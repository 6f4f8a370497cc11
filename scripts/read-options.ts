import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

type Read<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

/**
 * Parses a script's options. `--help` prints the comment at the head of its file. So does an unknown option,
 * after a sentence about it.
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

/** Ends the script because its input is wrong. */
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
