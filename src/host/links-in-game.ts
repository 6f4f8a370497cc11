import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { CodedError } from '../kernel/coded-error.ts';
import { ENGINE_FOLDER } from './game.ts';

class LinkInGameError extends CodedError<'link-in-game'> {
  constructor(path: string) {
    super(
      'link-in-game',
      `${path} is a symbolic link or a device. In a game that somebody sent you it can lead to other files of yours, or never end, so it is not read.`,
      {
        next: 'Remove it, or put a file with the same content in its place, and run the same command again.',
      },
    );
  }
}

/** Git's folders of loose objects. Nothing but objects is read there, and there can be thousands of them. */
const OBJECTS = new RegExp(`^${RegExp.escape(ENGINE_FOLDER)}/.*\\.git/objects/[\\da-f]{2}$`, 'su');

/** The first link or device in a game's own folders. Commands would read and change the file that it leads to. */
export function findLink(folder: string): LinkInGameError | null {
  const open = [ENGINE_FOLDER, 'content'];
  for (let below = open.pop(); below !== undefined; below = open.pop()) {
    const found = lstatSync(join(folder, below), { throwIfNoEntry: false });
    if (found === undefined || found.isFile()) continue;
    if (!found.isDirectory()) return new LinkInGameError(below);
    if (OBJECTS.test(below)) continue;
    const entries = readdirSync(join(folder, below), { withFileTypes: true });
    for (const entry of entries) if (!entry.isFile()) open.push(`${below}/${entry.name}`);
  }
  return null;
}

export function assertNoLinks(folder: string): void {
  const found = findLink(folder);
  if (found !== null) throw found;
}
