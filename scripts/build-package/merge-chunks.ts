import { basename, join } from 'node:path';

import { build, type BuildResult, type OutputFile, type Plugin } from 'esbuild';

/** The file that holds what the quickest commands load, since Node takes longer to find forty files than to read them. */
const MERGED = './quick.js';
/** What `status` loads by and by, beside what the command line imports at once. */
const LOADED = [
  /src\/cli\/main\.ts$/u,
  /src\/cli\/commands\/status\.ts$/u,
  /\/game-folder\.ts$/u,
  /src\/host\/embedded\/kept-look\.ts$/u,
  /quickjs-wasmfile-release-sync\/.*(?:ffi|emscripten-module)\.m?js$/u,
  /quickjs-emscripten-core\/.*\/module-[^/]*$/u,
];

type Bundle = BuildResult<{ metafile: true; write: false }>;

/** The same files, but for those that `status` loads, which become a single one. */
export async function mergeChunks({ metafile, outputFiles }: Bundle, folder: string): Promise<OutputFile[]> {
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, about]) => [basename(path), about]));
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const merged: string[] = [];
  const take = (name: string): void => {
    if (merged.includes(name)) return;
    for (const { kind, path, external } of outputs.get(name)?.imports ?? [])
      if (kind === 'import-statement' && external !== true) take(basename(path));
    merged.push(name);
  };
  for (const [name, { entryPoint = '' }] of outputs)
    if (LOADED.some((one) => one.test(entryPoint))) take(name);
  const started = [...outputs.keys()].find((name) =>
    outputs.get(name)?.entryPoint?.endsWith('src/cli/main.ts'),
  );
  const inside = new Set(merged.filter((name) => name !== started));
  const namesOf = (name: string): readonly string[] => outputs.get(name)?.exports ?? [];
  const numbered = (name: string, exported: string): string => `${exported}_${merged.indexOf(name)}`;
  /** `a as a_3` of the third of them. */
  const listOf = (name: string, spell: (exported: string, inFile: string) => string): string =>
    `{ ${namesOf(name)
      .map((exported) => spell(exported, numbered(name, exported)))
      .join(', ')} }`;
  const whole = [...inside].map(
    (name) => `export ${listOf(name, (a, b) => `${a} as ${b}`)} from './${name}';`,
  );
  const options = { outdir: folder, inside };
  return [
    ...(await write({
      ...options,
      entries: { quick: whole.join('\n') },
      from: (name) => texts.get(name) ?? '',
    })),
    ...(await write({
      ...options,
      entries: Object.fromEntries(
        [...texts]
          .filter(([name]) => !inside.has(name))
          .map(([name, text]) => [name.replace(/\.js$/u, ''), text]),
      ),
      from: (name) => `export ${listOf(name, (a, b) => `${b} as ${a}`)} from '${MERGED}';`,
    })),
  ];
}

interface Writing {
  readonly outdir: string;
  readonly entries: Readonly<Record<string, string>>;
  /** What are no files here, and stand in the merged one. */
  readonly inside: ReadonlySet<string>;
  /** What is written where one of them is imported. */
  from(name: string): string;
}

async function write({ outdir, entries, inside, from }: Writing): Promise<OutputFile[]> {
  const plugin: Plugin = {
    name: 'merge-chunks',
    setup(esbuild) {
      esbuild.onResolve({ filter: /.*/ }, ({ path, kind }) => {
        if (kind === 'entry-point') return { path, namespace: 'entry' };
        const name = basename(path);
        return path.startsWith('./') && inside.has(name)
          ? { path: name, namespace: 'inside' }
          : { path, external: true };
      });
      const loader = 'js';
      esbuild.onLoad({ filter: /.*/, namespace: 'entry' }, ({ path }) => ({
        contents: entries[path] ?? '',
        loader,
      }));
      esbuild.onLoad({ filter: /.*/, namespace: 'inside' }, ({ path }) => ({
        contents: from(path),
        loader,
      }));
    },
  };
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries(Object.keys(entries).map((name) => [name, name])),
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.13',
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: 'linked',
    sourcesContent: false,
    plugins: [plugin],
    write: false,
    logLevel: 'error',
  });
  return outputFiles.map((file) => ({ ...file, path: join(outdir, basename(file.path)) }));
}
