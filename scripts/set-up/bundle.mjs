// Bundles the command line into one file or a few, so that a command starts in a tenth of the time. The bundle is
// only a copy: bin/gitnomic.mjs runs it if it matches the sources exactly, and otherwise runs the sources.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

import {
  bundleFolder,
  bundleRecord,
  datesOf,
  fingerprint,
  findBundle,
  overviewRecord,
  sumsOf,
} from './find-bundle.mjs';

/** These stay outside the bundle because they are large, or look for files beside themselves. */
const external = [
  '@modelcontextprotocol/sdk',
  'astro',
  'esbuild',
  'octokit',
  'playwright-core',
  'sharp',
  'typescript',
];

/** Sealing gets a separate file. */
const sealing = 'age.cjs';

/** Page making and the server's threads get bundles too; running from sources, each would load everything and strip types as well. */
export const threads = {
  site: 'src/site/prepare/main.ts',
  trials: 'src/cli/home/try-matters.ts',
  pages: 'src/site/home/main.ts',
  work: 'src/site/prepare/worker.ts',
};
export const threadFolder = 'threads';

/**
 * Returns a source that starts one of them with its bundle instead of its source, or undefined if the source starts none.
 * @param {string} root
 * @param {{ path: string, text: string }} source
 * @param {(file: string) => string} urlOf the expression for the place of a bundle
 * @returns {string | undefined}
 */
export function startingBundled(root, { path, text }, urlOf) {
  const started = /ownFile\(new URL\('([^']+)', import\.meta\.url\)\)/;
  const source = join(dirname(path), started.exec(text)?.[1] ?? '');
  const name = Object.entries(threads).find(([, one]) => join(root, one) === source)?.[0];
  return name === undefined ? undefined : text.replace(started, urlOf(`${name}.mjs`));
}

/**
 * Starts threads from their bundles, which are beside the rest of the bundle.
 * @param {string} root
 * @param {string} folder the path from the bundle to the threads
 * @returns {import('esbuild').Plugin}
 */
function startThreads(root, folder) {
  return {
    name: 'start-threads',
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const source = { path, text: readFileSync(path, 'utf8') };
        const contents = startingBundled(
          root,
          source,
          (file) => `new URL('${folder}${file}', import.meta.url)`,
        );
        return contents === undefined ? undefined : { contents, loader: 'ts' };
      });
    },
  };
}

/**
 * A bundle is in another folder than its sources, so modules that find files by their own path get the source's path.
 * @param {(path: string) => string} placeOf the expression for the place of a source
 * @returns {import('esbuild').Plugin}
 */
function keepPlaces(placeOf) {
  return {
    name: 'keep-places',
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        if (!text.includes('import.meta.url')) return undefined;
        return { contents: text.replaceAll('import.meta.url', placeOf(path)), loader: 'ts' };
      });
    },
  };
}

/** zod's messages in other languages than English are a third of the bundle, and nobody reads them.
 * @returns {import('esbuild').Plugin} */
function onlyEnglish() {
  return {
    name: 'only-english',
    setup(build) {
      build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
        contents: "export { default as en } from './en.js';",
        loader: 'js',
      }));
    },
  };
}

/** gray-matter's YAML loads a JavaScript parser for functions in YAML, which front matter may not have anyway.
 * @returns {import('esbuild').Plugin} */
function noFunctionsInYaml() {
  return {
    name: 'no-functions-in-yaml',
    setup(build) {
      build.onLoad({ filter: /[\\/]js-yaml[\\/]type[\\/]js[\\/]function\.js$/ }, ({ path }) => ({
        contents: readFileSync(path, 'utf8').replace("_require('esprima')", 'null'),
        loader: 'js',
      }));
    },
  };
}

/**
 * Loads each part of Node on first use. Importing names makes Node load everything that the module could
 * give, which is most of Node.
 * @returns {import('esbuild').Plugin}
 */
function nodeOnDemand() {
  /** @param {string} path */
  const onDemand = (path) => {
    const load = `process.getBuiltinModule('${path}')`;
    if (typeof process.getBuiltinModule(path) === 'function') return `module.exports = ${load};`;
    // Uses a prototype, so that importers copy nothing: a name is looked up on first use and then stays.
    return `let loaded; module.exports = Object.create(new Proxy({}, { get(_, name, asked) {
      const value = (loaded ??= ${load})[name];
      Object.defineProperty(asked, name, { value, configurable: true, enumerable: true, writable: true });
      return value;
    } }));`;
  };
  return {
    name: 'node-on-demand',
    setup(build) {
      build.onResolve({ filter: /^[a-z_:/\d]+$/ }, ({ kind, path }) =>
        kind === 'import-statement' && isBuiltin(path) ? { path, namespace: 'node-on-demand' } : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: 'node-on-demand' }, ({ path }) => ({
        contents: onDemand(path),
        loader: 'js',
      }));
    },
  };
}

/**
 * Sealing takes long to load and is seldom needed, so each of its parts is loaded on its first call.
 * @param {string} age the path to load it from
 * @returns {import('esbuild').Plugin}
 */
function sealOnDemand(age) {
  const named = ['Decrypter', 'Encrypter', 'generateX25519Identity', 'identityToRecipient'];
  const contents = [
    "import { createRequire } from 'node:module';",
    `let age; const get = () => (age ??= createRequire(import.meta.url)(${JSON.stringify(age)}));`,
    ...named.map((name) =>
      /^[A-Z]/.test(name)
        ? `export function ${name}(...words) { return new (get().${name})(...words); }`
        : `export const ${name} = (...words) => get().${name}(...words);`,
    ),
    'export const armor = { encode: (...words) => get().armor.encode(...words), decode: (...words) => get().armor.decode(...words) };',
  ].join('\n');
  return {
    name: 'seal-on-demand',
    setup(build) {
      build.onResolve({ filter: /^age-encryption$/ }, () => ({ path: 'age', namespace: 'seal-on-demand' }));
      build.onLoad({ filter: /.*/, namespace: 'seal-on-demand' }, () => ({ contents, loader: 'js' }));
    },
  };
}

/**
 * Only new clauses need the parser, which computes large tables when it is loaded.
 * @returns {import('esbuild').Plugin}
 */
function parserOnDemand() {
  return {
    name: 'parser-on-demand',
    setup(build) {
      build.onResolve({ filter: /^acorn$/ }, ({ kind }) =>
        kind === 'import-statement' ? { path: 'acorn', namespace: 'parser-on-demand' } : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: 'parser-on-demand' }, () => ({
        contents: ['parse', 'tokenizer']
          .map((name) => `export function ${name}(...words) { return require('acorn').${name}(...words); }`)
          .join('\n'),
        resolveDir: import.meta.dirname,
        loader: 'js',
      }));
    },
  };
}

/**
 * The bundle depends on the features of the Node that makes it. Set-up may run on an older one, so the Node
 * that will run the bundle makes it.
 * @param {string} root
 */
function bundledByOwnNode(root) {
  const windows = process.platform === 'win32';
  const own = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node');
  if (!existsSync(own)) return false;
  const command = windows ? `"${own}"` : own;
  const options = { cwd: root, shell: windows };
  const version = spawnSync(command, ['--version'], { ...options, encoding: 'utf8' }).stdout;
  if (typeof version !== 'string' || version.trim() === process.version) return false;
  const script = join(root, 'scripts', 'set-up', 'bundle-here.mjs');
  spawnSync(command, [windows ? `"${script}"` : script], {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return true;
}

/**
 * Makes the bundle unless it matches the sources. Without it everything works, only slower.
 * @param {string} root
 */
export async function makeBundle(root) {
  if (findBundle(root) !== null || bundledByOwnNode(root)) return;
  try {
    await bundle(root);
  } catch (error) {
    if (process.env['GITNOMIC_DEBUG'] === '1') console.error(error);
  }
}

/** @param {string} root
 * @param {string} part */
function sourcesIn(root, part) {
  const folder = join(root, part);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)));
}

/**
 * Returns the options for a bundle, for a checkout and for the published package.
 * @param {string} root
 * @param {{ placeOf: (path: string) => string, age: string }} options
 * @returns {import('esbuild').BuildOptions & { metafile: true }}
 */
export function bundleOptions(root, { placeOf, age }) {
  return {
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    external,
    plugins: [
      keepPlaces(placeOf),
      onlyEnglish(),
      noFunctionsInYaml(),
      nodeOnDemand(),
      parserOnDemand(),
      sealOnDemand(age),
    ],
    metafile: true,
    logLevel: 'silent',
    minifySyntax: true,
    minifyWhitespace: true,
    banner: {
      // Node's own modules load without it in a fraction of the time.
      js: "import { createRequire as __createRequire } from 'node:module';const require = (name) => process.getBuiltinModule(name) ?? __createRequire(import.meta.url)(name);",
    },
  };
}

/**
 * Returns the files that `gitnomic help` loads: the start of the command line, that command, and their static imports.
 * @param {import('esbuild').Metafile} metafile
 */
function overviewOutputs({ outputs }) {
  const begin = ['src/main/main.ts', 'src/cli/commands/help.ts'];
  const todo = Object.keys(outputs).filter((name) => begin.includes(outputs[name]?.entryPoint ?? ''));
  for (const name of todo)
    for (const { path, kind } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement' && path in outputs && !todo.includes(path)) todo.push(path);
  return todo;
}

/**
 * Returns the sources of these files.
 * @param {import('esbuild').Metafile} metafile
 */
export function overviewInputs(metafile) {
  const inputs = overviewOutputs(metafile).flatMap((name) =>
    Object.keys(metafile.outputs[name]?.inputs ?? {}),
  );
  return [...new Set(inputs)].sort();
}

/**
 * Records the inputs of the bundle, and those of the overview alone.
 * @param {string} root
 * @param {string} made
 * @param {readonly [import('esbuild').Metafile, import('esbuild').Metafile]} metafiles of the command line, and of the threads
 */
function writeRecords(root, made, metafiles) {
  const own = metafiles
    .flatMap(({ inputs }) => Object.keys(inputs))
    .filter((path) => !/(^|\/)node_modules\/|^(node|parser|seal)-on-demand:/.test(path));
  // The sandbox loads these by itself, so they belong to the engine but not to the bundle.
  const loadedLater = ['src/kernel', 'src/rules', 'src/sandbox'].flatMap((part) => sourcesIn(root, part));
  const inputs = [...new Set([...own, ...loadedLater].map((path) => path.replaceAll('\\', '/')))].sort();
  // The dates are read first, so that a file written after that has another date.
  const dates = datesOf(root, inputs);
  const files = readdirSync(made, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => relative(made, join(parentPath, name)));
  const record = { root, inputs, fingerprint: fingerprint(root, inputs), dates, files: sumsOf(made, files) };
  writeFileSync(join(made, bundleRecord), `${JSON.stringify(record)}\n`);
  const few = overviewInputs(metafiles[0]).filter((path) => inputs.includes(path));
  const begins = overviewOutputs(metafiles[0]).map((name) => basename(name));
  const overview = { root, inputs: few, dates: datesOf(root, few), files: sumsOf(made, begins) };
  writeFileSync(join(made, overviewRecord), `${JSON.stringify(overview)}\n`);
}

/** @param {string} root */
async function bundle(root) {
  const { build } = await import('esbuild');
  const folder = join(root, bundleFolder);
  const made = `${folder}.${process.pid}`;
  const placeOf = (/** @type {string} */ path) => JSON.stringify(pathToFileURL(path).href);
  const options = bundleOptions(root, { placeOf, age: join(folder, sealing) });
  const target = 'node26';
  /** @param {Record<string, string>} entryPoints
   * @param {{ outdir: string, threadsIn: string }} places */
  const how = (entryPoints, { outdir, threadsIn }) => ({
    ...options,
    plugins: [startThreads(root, threadsIn), ...(options.plugins ?? [])],
    entryPoints,
    outdir,
    outExtension: { '.js': '.mjs' },
    target,
  });
  const there = Object.entries(threads).filter(([, path]) => existsSync(join(root, path)));
  // These are bundled separately, because code that commands and threads share would otherwise be split into
  // many small files, which load slower.
  const [whole, apart, seal] = await Promise.all([
    build({
      ...how({ main: 'src/main/main.ts' }, { outdir: made, threadsIn: `./${threadFolder}/` }),
      write: false,
    }),
    build({
      ...how(Object.fromEntries(there), { outdir: join(made, threadFolder), threadsIn: './' }),
      write: false,
    }),
    // A single file loads in a third of the time.
    build({
      entryPoints: ['node_modules/age-encryption/dist/index.js'],
      outfile: join(made, sealing),
      absWorkingDir: root,
      bundle: true,
      format: 'cjs',
      platform: 'node',
      target,
      minifySyntax: true,
      minifyWhitespace: true,
      write: false,
    }),
  ]);
  mkdirSync(join(made, threadFolder), { recursive: true });
  for (const { path, contents } of [whole, apart, seal].flatMap(({ outputFiles }) => outputFiles))
    writeFileSync(path, contents);
  writeRecords(root, made, [whole.metafile, apart.metafile]);
  mkdirSync(dirname(folder), { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  renameSync(made, folder);
}
