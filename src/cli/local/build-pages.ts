import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { ownFile } from '../../sandbox/own-file.ts';
import type { DynastyOver } from '../../store/dynasties/list-past.ts';
import type { ContentFiles } from '../../store/paths.ts';

const BUILDER = fileURLToPath(ownFile(new URL('../../site/prepare/main.ts', import.meta.url)));

/** A game's files. In a long game most belong to past dynasties, whose pages usually exist already. */
export interface PagesOf {
  readonly files: ContentFiles;
  /** Past dynasties that are left out and read only if their pages must be made. */
  readonly past?: readonly DynastyOver[];
  /** A dynasty's files, with the beginning of the next one, which its pages show. */
  readonly read?: (number: number) => Promise<ContentFiles>;
}

export interface BuildTold {
  readonly problems?: readonly string[];
  readonly unplayable?: readonly string[];
}

interface Asked extends BuildTold {
  readonly wanted?: number;
}

/** Builds pages in a separate process, which gets everything from this one. */
export async function buildPages(
  { files, past, read }: PagesOf,
  request: Readonly<Record<string, unknown>>,
  {
    flags = [],
    env = process.env,
  }: { readonly flags?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<BuildTold> {
  const builder = new Builder(['--disable-warning=ExperimentalWarning', ...flags, BUILDER], env);
  await builder.give([{ ...request, past }, ...files]);
  for await (const told of builder.answers()) {
    if (told.wanted === undefined) return told;
    await builder.give([...((await read?.(told.wanted)) ?? [])]);
  }
  throw await builder.whyNot();
}

class Builder {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #ended: Promise<unknown>;
  readonly #said: Promise<string>;

  constructor(words: readonly string[], env: NodeJS.ProcessEnv) {
    this.#child = spawn(process.execPath, words, { env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#ended = new Promise((done, fail) => this.#child.on('error', fail).on('close', done));
    // Every waiting caller gets the error; an unhandled one would end this process.
    this.#ended.catch(() => undefined);
    this.#said = text(this.#child.stderr);
    // A process that ends early says why on its own.
    this.#child.stdin.on('error', () => undefined);
  }

  /** Sends JSON lines, such as `["content/game.yml","name: Harbour\n"]`, and an empty one at the end. */
  async give(all: readonly unknown[]): Promise<void> {
    const { stdin } = this.#child;
    for (const one of all)
      if (!stdin.write(`${JSON.stringify(one)}\n`))
        await Promise.race([new Promise((done) => stdin.once('drain', done)), this.#ended]);
    stdin.write('\n');
  }

  /** Yields everything the process says. */
  async *answers(): AsyncGenerator<Asked> {
    try {
      for await (const line of createInterface({ input: this.#child.stdout }))
        yield JSON.parse(line) as Asked;
    } finally {
      this.#child.stdin.end();
      await this.#ended;
    }
  }

  /** An error of the disk is reported as if this process had written the files. */
  async whyNot(): Promise<Error> {
    const said = await this.#said;
    const error = new Error(`the pages could not be built:\n${said.slice(-4_000)}`);
    return Object.assign(error, systemErrorIn(said));
  }
}

/** Finds the system's error in a process's last output, in Node's format or in words. */
export function systemErrorIn(
  said: string,
): { readonly code: string; readonly syscall: string | undefined; readonly path: string } | null {
  const [, code, syscall, path] =
    /\bcode: '(E[A-Z]+)'(?:[\s\S]*?\bsyscall: '(\w+)')?[\s\S]*?\bpath: '([^']+)'/u.exec(said) ??
    /^(E[A-Z]+): [^,\n]+, (\w+) '([^'\n]+)'/mu.exec(said) ??
    [];
  return code === undefined || path === undefined ? null : { code, syscall, path };
}
