import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Plugin } from 'esbuild';

import { compiledShell } from '../../src/site/render/shell.ts';
import { SHARED } from '../../src/store/library-parts.ts';
import { recommendedPack } from '../../src/ruleset/compose.ts';
import { readLibrary } from '../../src/store/library.ts';
import { choicesIn } from './choices.ts';
import { engineFiles, writtenEngine } from './engine-files.ts';
import { libraryParts } from './library-parts.ts';
import { scriptOf, typeStripper, withoutNode, type Script } from './type-stripper.ts';

const OWN = 'playground';
/** The styles and scripts of the pages. */
const ASTRO = '_astro';

export interface Built {
  /** The files with their sizes in bytes. */
  readonly files: ReadonlyMap<string, number>;
  /** The sources of its bundles. */
  readonly inputs: readonly string[];
}

/** Loaded with the first game: the engine, and the rules that most games begin with. Everything else is loaded when it is asked for. */
const LATER = /\/(?:type-stripper|rules-reader)\.js$|\/library\//u;
/** Pages load larger scripts when somebody does what needs them. */
const MOST_OF_SCRIPT = 50_000;

/** Writes static files with which a browser plays a whole game. They can be served at any address. */
export async function buildPlayground(root: string, out: string): Promise<Built> {
  const shell = await compiledShell();
  for (const folder of [OWN, ASTRO]) rmSync(join(out, folder), { recursive: true, force: true });
  const files = new Map<string, string | Uint8Array>();
  const made = await scriptOf({
    entryPoints: ['src/addons/playground/worker.ts'],
    nodePaths: [join(root, 'node_modules')],
    plugins: [shellFrom(shell.folder), withoutNode(root)],
  });
  // Astro names each component by its place on the machine that compiled it.
  const worker = { ...made, text: made.text.replaceAll(root.replace(/\/$/u, ''), '') };
  const [stripper, reader] = [await typeStripper(root), await rulesReader(root)];
  files.set(`${OWN}/worker.js`, worker.text);
  files.set(`${OWN}/type-stripper.js`, stripper.text);
  files.set(`${OWN}/rules-reader.js`, reader.text);
  const engine = [...engineFiles(root)].filter(([path]) => !path.startsWith('content/'));
  const code = createHash('sha256').update(worker.text).update(shell.source);
  const about = [
    ['shell/made-of.txt', shell.source],
    ['made-of.txt', code.digest('hex')],
  ] as const;
  const { json, binary } = writtenEngine(new Map([...engine, ...about]));
  files.set(`${OWN}/engine.json`, json);
  for (const [name, content] of binary) files.set(`${OWN}/${name}`, content);
  const library = readLibrary();
  files.set(`${OWN}/choices.json`, JSON.stringify(choicesIn(library)));
  const first = recommendedPack(library);
  const usual = [SHARED, `core-${first?.core}`, `${first?.name}`].map(
    (name) => `${OWN}/library/${name}.json`,
  );
  for (const [name, part] of libraryParts(library))
    files.set(`${OWN}/library/${name}.json`, JSON.stringify(part));
  for (const name of readdirSync(join(shell.folder, 'client', ASTRO)))
    files.set(`${ASTRO}/${name}`, readFileSync(join(shell.folder, 'client', ASTRO, name)));
  files.set(`${OWN}/owner.js`, await script('src/addons/playground/owner.ts'));
  for (const [name, path] of [
    ['style.css', `${OWN}/style.css`],
    ['index.html', 'index.html'],
  ] as const)
    files.set(path, readFileSync(join(root, 'src/addons/playground', name)));
  const isLater = (path: string, length: number): boolean =>
    path.startsWith(ASTRO) ? length > MOST_OF_SCRIPT : LATER.test(path) && !usual.includes(path);
  const atOnce = [...files].flatMap(([path, { length }]) => (isLater(path, length) ? [] : [path]));
  const addresses = atOnce.map((path) => (path === 'index.html' ? '' : path));
  files.set(`${OWN}/files.json`, JSON.stringify({ files: addresses }));
  const sum = createHash('sha256');
  for (const [path, content] of files) sum.update(path).update(content);
  const handOn = await script('src/addons/playground/hand-on.ts');
  files.set('sw.js', handOn.replace('BUILD', sum.digest('hex').slice(0, 12)));
  for (const [path, content] of files) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), content);
  }
  return {
    files: new Map([...files].map(([path, content]) => [path, Buffer.byteLength(content)])),
    inputs: [worker, stripper, reader].flatMap(({ inputs }) => inputs),
  };
}

async function script(entry: string): Promise<string> {
  return (await scriptOf({ entryPoints: [entry], inject: [] })).text;
}

/** An add-on turns pasted texts into rules, and gets a script of its own. */
function rulesReader(root: string): Promise<Script> {
  return scriptOf({
    stdin: {
      contents: "export { readGroupRules } from './src/addons/import/ruleset/read-ruleset.ts';",
      resolveDir: root,
      loader: 'ts',
    },
    globalName: 'gitnomicRules',
    plugins: [withoutNode(root)],
  });
}

/** Imports Astro's compiled code, which at home is found by its folder. */
function shellFrom(folder: string): Plugin {
  return {
    name: 'shell',
    setup({ onResolve }) {
      onResolve({ filter: /^#shell$/ }, () => ({ path: join(folder, 'server/entry.mjs') }));
    },
  };
}
