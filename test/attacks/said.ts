import type { TestGame } from '../../src/tick/fixtures/embedded-game.ts';

interface Said {
  readonly type: string;
  readonly post?: string;
  readonly key?: string;
  readonly text?: string;
  readonly title?: string;
}

/** Everything that the engine wrote on the forge. */
export async function saidIn(game: TestGame): Promise<readonly Said[]> {
  const log = new TextDecoder().decode((await game.disk.read('events.jsonl')) ?? new Uint8Array());
  return log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Said)
    .filter(({ type }) => type === 'engine-said' || type === 'engine-posted');
}

/** What is said so that it is told from markup: what remains when escaped characters are taken out. */
export function markupIn(text: string): string {
  return text.replace(/\\[\\`*_[\]<>|]/gu, '');
}
