import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import { type Piece, type Step, splitWords } from './read-session.ts';

/** Does all that a page says, in order, in a folder of its own beside which games may lie; gives it as it came out. */
export async function runPieces(pieces: readonly Piece[]): Promise<Piece[]> {
  const around = mkdtempSync(join(tmpdir(), 'gitnomic-docs-'));
  const folder = join(around, 'gitnomic');
  mkdirSync(folder);
  const environment: Record<string, string> = { CI: '1', NO_COLOR: '1' };
  const done: Piece[] = [];
  try {
    for (const piece of pieces) {
      if ('words' in piece) {
        done.push(piece);
        continue;
      }
      const steps: Step[] = [];
      for (const step of piece.steps) {
        const ran = await runStep(step, folder, environment);
        steps.push(ran.do === 'type' ? { ...ran, shown: tidy(ran.shown, around) } : ran);
      }
      done.push({ ...piece, steps });
    }
    return done;
  } finally {
    rmSync(around, { recursive: true, force: true });
  }
}

async function runStep(step: Step, folder: string, environment: Record<string, string>): Promise<Step> {
  if (step.do === 'write') {
    const path = resolve(folder, step.file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, step.text);
    return step;
  }
  const [program = '', ...words] = splitWords(step.line);
  if (program === 'alias') return { ...step, shown: '' };
  if (program === 'export') {
    for (const word of words)
      environment[word.slice(0, word.indexOf('='))] = word.slice(word.indexOf('=') + 1);
    return { ...step, shown: '' };
  }
  if (program !== 'gitnomic') throw new Error(`A page types \`${step.line}\`, which nobody here can run.`);
  let shown = '';
  const write = { write: (text: string) => (shown += text) };
  // A clock that stands still: progress is told when something takes long, which depends on the machine.
  const terminal = makeTerminal(write, write, environment, () => 0);
  await runCli({ words, folder, environment, terminal, caches });
  return { ...step, shown };
}

/** What differs from machine to machine, as a page shows it. */
function tidy(shown: string, around: string): string {
  return shown
    .replaceAll(around, '/home/you')
    .replaceAll(/\b[0-9a-f]{7}(?= {2})/gu, '5ea51de')
    .replaceAll(/\b[0-9a-f]{40}\b/gu, '5ea51de'.padEnd(40, '0'))
    .replaceAll(/\b[0-9a-f]{64}\b/gu, '5ea51de'.padEnd(64, '0'))
    .replaceAll(/[ \t]+$/gmu, '')
    .trim();
}
