import { join } from 'node:path';

import { real } from './failing-disk.ts';

/** What stood on the disk when a command had said that it was done. */
export interface Remembered {
  /** Only ever added to: forge's log, and what was told. */
  readonly grows: Readonly<Record<string, string>>;
  /** Never changes: seeds, and private values of a state. */
  readonly stays: Readonly<Record<string, string>>;
  readonly keys: readonly string[];
  readonly aheadMs: number;
}

const GROW = ['forge/events.jsonl', 'private/told.txt'];
const STAY = ['private/dice.seed', 'private/secret.seed', 'private/reader-cy.key'];

function textOf(game: string, path: string): string {
  const full = join(game, '.gitnomic', path);
  return real.existsSync(full) ? real.readFileSync(full, 'utf8') : '';
}

function keysOf(game: string): readonly string[] {
  const all = textOf(game, 'private/emperor.key') + textOf(game, 'private/older-keys.txt');
  return all.split('\n').filter((line) => line !== '');
}

function aheadOf(game: string): number {
  const text = textOf(game, 'clock.json');
  return text === '' ? 0 : (JSON.parse(text) as { aheadMs: number }).aheadMs;
}

/** What stands there now. */
export function remember(game: string): Remembered {
  const values = join(game, '.gitnomic/private/values');
  const names = real.existsSync(values)
    ? real.readdirSync(values).filter((name) => name.endsWith('.json'))
    : [];
  const stays = [...STAY, ...names.map((name) => `private/values/${name}`)];
  const texts = (paths: readonly string[]): Record<string, string> =>
    Object.fromEntries(paths.map((path) => [path, textOf(game, path)]));
  return { grows: texts(GROW), stays: texts(stays), keys: keysOf(game), aheadMs: aheadOf(game) };
}

export function lossesSince(before: Remembered | null, game: string): readonly string[] {
  if (before === null) return [];
  const wrong: string[] = [];
  for (const [path, text] of Object.entries(before.grows)) {
    const now = textOf(game, path);
    if (!now.startsWith(text) && withoutWords(now, text.length) !== withoutWords(text, text.length))
      wrong.push(`${path} lost what was in it`);
  }
  for (const [path, text] of Object.entries(before.stays))
    if (text !== '' && textOf(game, path) !== text) wrong.push(`${path} is not what it was`);
  const keys = keysOf(game);
  if (before.keys.some((key) => !keys.includes(key))) wrong.push('a key is lost');
  try {
    if (aheadOf(game) < before.aheadMs) wrong.push('the game lost its time');
  } catch {
    wrong.push('clock.json can’t be read');
  }
  return wrong;
}

/** Who did what and when, which stays when words are taken out: so a redacted log has lost nothing. */
function withoutWords(text: string, length: number): string {
  const whole = Buffer.from(text, 'utf8').subarray(0, length).toString('utf8');
  return [...whole.matchAll(/"id":"([^"]+)","at":"([^"]+)"/gu)].map(([line]) => line).join('\n');
}

const JSON_FILES = ['clock.json', 'checkout.json', 'private/pictures/addresses.json', 'cache/reads.json'];

/** Folders that a command makes, and the files of which some would be missing where it was not made whole. */
const MADE: Readonly<Record<string, readonly string[]>> = {
  'packs/the-gallery': ['pack.yml', 'README.md'],
  handover: ['share-ana.txt', 'share-bo.txt', 'share-eli.txt', 'secrets.age'],
};

/** Files that are there and are no whole files, once a command has run with room. */
export function isKept(game: string): readonly string[] {
  const wrong: string[] = [];
  for (const path of JSON_FILES) {
    const text = textOf(game, path);
    if (!real.existsSync(join(game, '.gitnomic', path))) continue;
    try {
      JSON.parse(text);
    } catch {
      wrong.push(`${path} is not whole: ${JSON.stringify(text.slice(0, 40))}`);
    }
  }
  for (const [folder, names] of Object.entries(MADE))
    if (real.existsSync(join(game, folder)))
      wrong.push(
        ...names
          .filter((name) => !real.existsSync(join(game, folder, name)))
          .map((name) => `${folder} is there without ${name}`),
      );
  const lines = textOf(game, 'forge/events.jsonl').split('\n');
  for (const line of lines.slice(0, -1)) {
    try {
      JSON.parse(line);
    } catch {
      wrong.push(`forge/events.jsonl has a line that is none: ${line.slice(0, 60)}`);
    }
  }
  return wrong;
}
