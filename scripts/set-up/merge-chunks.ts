import { basename, join } from 'node:path';

import { build, type BuildResult, type Loader, type OutputFile, type Plugin } from 'esbuild';

import { inAscii } from './in-ascii.mjs';

/** What a process or a thread begins with, or another project imports, and which needs nothing but what is quick. */
const APART = [/src\/cli\/main\.ts$/u, /src\/rules\/index\.ts$/u, /src\/sandbox\/isolated-main\.ts$/u];
/** What the overview and `status` load by and by, beside what the command line imports at once. */
const LOADED = [
  /src\/cli\/commands\/help\.ts$/u,
  /src\/cache\/caches\.ts$/u,
  /src\/cli\/commands\/status\.ts$/u,
  /\/game-folder\.ts$/u,
  /quickjs-wasmfile-release-sync\/.*(?:ffi|emscripten-module)\.m?js$/u,
  /quickjs-emscripten-core\/.*\/module-[^/]*$/u,
];

/** A runner has nothing compiled: what an idle tick loads is read alone, and not all else with it. */
const ACTION = {
  apart: [/src\/host\/github\/action\/main\.ts$/u],
  loaded: [/src\/host\/github\/action\/run-tick\.ts$/u, /node_modules\/isomorphic-git\//u],
};

type Bundle = BuildResult<{ metafile: true; write: false }>;

interface Chunk {
  readonly text: string;
  readonly entryPoint: string;
  readonly exports: readonly string[];
  /** The chunks that it imports at once. */
  readonly imports: readonly string[];
}

/**
 * The same in a few files, since Node takes longer to find forty files than to read them, and npm to unpack two hundred: `quick.js` with what `status`
 * loads, `rest.js` with all else, of which each part runs when it is first asked for, and a small file for each place at which something begins.
 */
export async function mergeChunks(bundle: Bundle, how: Merging): Promise<OutputFile[]> {
  const { started, ending } = how;
  const chunks = chunksOf(bundle);
  const names = [...chunks.keys()];
  const isOf = (name: string, those: readonly RegExp[]): boolean =>
    those.some((one) => one.test(chunks.get(name)?.entryPoint ?? ''));
  const ofAction = how.isForAction === true ? ACTION : { apart: [], loaded: [] };
  const apart = names.filter((name) => isOf(name, [...APART, ...ofAction.apart]));
  const loaded = names.filter((name) => isOf(name, [...LOADED, ...ofAction.loaded]));
  const quick = closureOf(chunks, [...apart, ...loaded]).filter((name) => !apart.includes(name));
  const rest = names.filter((name) => !apart.includes(name) && !quick.includes(name));
  const pass = { ...how, chunks, quick, rest, quickEnding: ending };
  const asked = rest.filter((name) => chunks.get(name)?.entryPoint !== '');
  const loaders = asked.map((name) => `  ${JSON.stringify(name)}: () => import('./${name}'),\n`);
  const whole = quick.map(
    (name) => `export ${listOf(pass, name, (a, b) => `${a} as ${b}`)} from './${name}';`,
  );
  const beginnings = started
    .filter((name) => rest.includes(name))
    .map((name) => [name, `import { load } from './rest${ending}';\nawait load[${JSON.stringify(name)}]();`]);
  const files = await Promise.all([
    write(pass, quick, { [`quick${ending}`]: whole.join('\n') }),
    write(pass, rest, { [`rest${ending}`]: `export const load = {\n${loaders.join('')}};` }),
    write(
      pass,
      [],
      Object.fromEntries([
        ...apart.map((name) => [name, inAscii(chunks.get(name)?.text ?? '')]),
        ...beginnings,
      ]),
    ),
  ]);
  return files.flat();
}

function chunksOf({ metafile, outputFiles }: Bundle): ReadonlyMap<string, Chunk> {
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  return new Map(
    Object.entries(metafile.outputs).map(([path, { entryPoint = '', exports, imports }]) => {
      const atOnce = imports.filter(({ kind, external }) => kind === 'import-statement' && external !== true);
      const text = texts.get(basename(path)) ?? '';
      return [
        basename(path),
        { text, entryPoint, exports, imports: atOnce.map((one) => basename(one.path)) },
      ];
    }),
  );
}

/** These and all that they import at once, each after what it imports. */
function closureOf(chunks: ReadonlyMap<string, Chunk>, names: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const take = (name: string): void => {
    if (found.has(name)) return;
    for (const imported of chunks.get(name)?.imports ?? []) take(imported);
    found.add(name);
  };
  for (const name of names) take(name);
  return [...found];
}

interface Merging {
  readonly folder: string;
  /** The chunks by which something else than the command line begins. */
  readonly started: readonly string[];
  /** With which the chunks' names end. */
  readonly ending: '.js' | '.mjs';
  readonly sourcemap: 'linked' | false;
  readonly target: string;
  /** Whether most that it does is to tick on GitHub. */
  readonly isForAction?: boolean;
}

interface Pass extends Merging {
  readonly chunks: ReadonlyMap<string, Chunk>;
  readonly quick: readonly string[];
  readonly rest: readonly string[];
  readonly quickEnding: string;
}

/** What a chunk exports, with what that is called in `quick.js`, where many of them stand: `{ a as a_3 }`. */
function listOf(
  { chunks, quick }: Pass,
  name: string,
  spell: (exported: string, inQuick: string) => string,
): string {
  const exported = chunks.get(name)?.exports ?? [];
  return `{ ${exported.map((one) => spell(one, `${one}_${quick.indexOf(name)}`)).join(', ')} }`;
}

/** What stands where a chunk is imported that is part of another file. */
function elsewhere(pass: Pass, name: string): string {
  if (pass.quick.includes(name))
    return `export ${listOf(pass, name, (a, b) => `${b} as ${a}`)} from './quick${pass.quickEnding}';`;
  const exported = pass.chunks.get(name)?.exports ?? [];
  return [
    `const { load } = await import('./rest${pass.ending}');`,
    `const it = await load[${JSON.stringify(name)}]();`,
    ...exported.map((one, at) => `const part${at} = it.${one};`),
    `export { ${exported.map((one, at) => `part${at} as ${one}`).join(', ')} };`,
  ].join('\n');
}

/** Writes files in which these chunks stand. */
async function write(
  pass: Pass,
  own: readonly string[],
  entries: Readonly<Record<string, string | undefined>>,
): Promise<OutputFile[]> {
  const plugin: Plugin = {
    name: 'merge-chunks',
    setup(esbuild) {
      esbuild.onResolve({ filter: /.*/ }, ({ path, kind }) => {
        if (kind === 'entry-point') return { path, namespace: 'entry' };
        const name = basename(path);
        if (!path.startsWith('./') || !pass.chunks.has(name)) return { path, external: true };
        return { path: name, namespace: own.includes(name) ? 'own' : 'elsewhere' };
      });
      const give = (namespace: string, textOf: (name: string) => string | undefined): void => {
        const loader: Loader = 'js';
        esbuild.onLoad({ filter: /.*/, namespace }, ({ path }) => ({ contents: textOf(path) ?? '', loader }));
      };
      give('entry', (name) => entries[name]);
      give('own', (name) => inAscii(pass.chunks.get(name)?.text ?? ''));
      give('elsewhere', (name) => elsewhere(pass, name));
    },
  };
  const { outputFiles } = await build({
    entryPoints: Object.keys(entries).map((name) => ({ in: name, out: name.slice(0, -pass.ending.length) })),
    outdir: pass.folder,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: pass.target,
    outExtension: { '.js': pass.ending },
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: pass.sourcemap,
    sourcesContent: false,
    plugins: [plugin],
    logLevel: 'error',
    write: false,
  });
  return outputFiles.map((file) => ({ ...file, path: join(pass.folder, basename(file.path)) }));
}
