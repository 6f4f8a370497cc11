import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { build } from 'esbuild';

import { bundleOptions } from '../set-up/bundle.mjs';
import { OLDEST_NODE } from './manifest.ts';

/** Entry points: processes and threads that are started by file, and modules that are imported. */
const STARTED = [
  'src/cli/home/try-matters',
  'src/main/github-action',
  'src/site/home/main',
  'src/site/prepare/main',
  'src/site/prepare/worker',
];
const IMPORTED = ['src/main/main', 'src/rules/index'];
/** A module that loads slowly and is seldom needed gets a separate file. */
const ALONE = { age: 'node_modules/age-encryption/dist/index.js' };
const TARGET = `node${OLDEST_NODE}`;

export interface Bundled {
  readonly inputs: readonly string[];
  readonly fingerprint: string;
}

/** Bundles the engine into `lib`, and replaces sources that are started by path with files that start their bundles. */
export async function compileLibrary(root: string, folder: string): Promise<Bundled> {
  const nameOf = (path: string): string => path.replace(/^src\//u, '').replaceAll('/', '-');
  const bundled = await build({
    ...bundleOptions(root, {
      age: './age.cjs',
      placeOf: (path) => {
        const place = relative(root, path).replaceAll('\\', '/').replace(/\.ts$/u, '.js');
        return `new URL(${JSON.stringify(`../${place}`)}, import.meta.url).href`;
      },
    }),
    entryPoints: Object.fromEntries([...STARTED, ...IMPORTED].map((path) => [nameOf(path), `${path}.ts`])),
    outdir: join(folder, 'lib'),
    target: TARGET,
    write: false,
  });
  const alone = await bundleAlone(root, folder);
  const hash = createHash('sha256');
  for (const { path, contents } of [...bundled.outputFiles, ...alone.outputFiles]) {
    hash.update(relative(folder, path)).update('\0').update(contents).update('\0');
    put(path, contents);
  }
  for (const path of STARTED) {
    const up = path
      .split('/')
      .slice(1)
      .map(() => '../')
      .join('');
    put(join(folder, `${path}.js`), `import '${up}lib/${nameOf(path)}.js';\n`);
  }
  put(join(folder, 'src/main/main.js'), "import '../../bin/gitnomic.mjs';\n");
  return {
    inputs: [...Object.keys(bundled.metafile.inputs), ...Object.keys(alone.metafile.inputs)],
    fingerprint: hash.digest('hex'),
  };
}

/** Bundles modules that are loaded separately. */
function bundleAlone(root: string, folder: string) {
  return build({
    entryPoints: ALONE,
    outdir: join(folder, 'lib'),
    outExtension: { '.js': '.cjs' },
    absWorkingDir: root,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: TARGET,
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
    write: false,
  });
}

function put(path: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}
