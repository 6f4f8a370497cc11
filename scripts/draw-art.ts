// Draws sample art: `node scripts/draw-art.ts FOLDER [WORDS…]` writes one picture in each style, in the form
// in which the repository stores pictures. The same words give the same pictures.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

import { preparePicture } from '../src/pictures/prepare-picture.ts';
import { draw, STYLES, type Style } from './draw-art/draw.ts';
import { readOptions } from './read-options.ts';

const [folder, ...words] = readOptions(import.meta.filename, {}).positionals;
if (folder === undefined) {
  process.stderr.write('Say where to: node scripts/draw-art.ts FOLDER [WORDS…]\n');
  process.exitCode = 2;
} else {
  await mkdir(folder, { recursive: true });
  for (const style of Object.keys(STYLES) as Style[]) {
    const svg = draw({ style, seed: words.join(' ') });
    const { bytes, width, height } = await preparePicture(new TextEncoder().encode(svg));
    await writeFile(join(folder, `${style}.webp`), bytes);
    process.stdout.write(`${style}.webp  ${width} × ${height}  ${Math.ceil(bytes.length / 1024)} KB\n`);
  }
}
