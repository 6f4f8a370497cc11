import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lines by room, such as `kernel` for `src/kernel`; an add-on's room is `addons/<name>`. */
export type LinesByRoom = ReadonlyMap<string, number>;

/** Counts the lines of each room of `src`, without tests, fixtures, golden files and generated files. */
export function countLines(src: string): LinesByRoom {
  const lines = new Map<string, number>();
  for (const path of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    const parts = path.split(/[/\\]/u);
    if (!isSource(parts)) continue;
    const text = readFileSync(join(src, path), 'utf8');
    if (isGenerated(text)) continue;
    const isAddOn = parts[0] === 'addons' && parts.length > 2;
    const room = isAddOn ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
    lines.set(room, (lines.get(room) ?? 0) + text.split('\n').length - 1);
  }
  return lines;
}

function isSource(parts: readonly string[]): boolean {
  const name = parts.at(-1) ?? '';
  if (parts.length < 2 || parts.includes('fixtures') || parts.includes('__golden__')) return false;
  return /\.(?:ts|astro|css|mjs|tsx)$/u.test(name) && !name.includes('.test.');
}

function isGenerated(text: string): boolean {
  return /^(?:\/\/|\/\*).*(?:generated|written) by/iu.test(text.split('\n', 1)[0] ?? '');
}
