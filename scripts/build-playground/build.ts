import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Plugin } from 'esbuild';

import { compiledShell } from '../../src/site/render/shell.ts';
import { bundleForBrowser, PLACE } from './bundle-for-browser.ts';
import { engineFiles } from './engine-files.ts';
import { typeStripper, withoutNode } from './type-stripper.ts';

const OWN = 'playground';

export interface Built {
  /** The files with their sizes in bytes. */
  readonly files: ReadonlyMap<string, number>;
}

/** Writes static files with which a browser plays a whole game. They can be served at any address. */
export async function buildPlayground(root: string, out: string): Promise<Built> {
  const shell = await compiledShell();
  rmSync(join(out, OWN), { recursive: true, force: true });
  const files = new Map<string, string | Uint8Array>();
  const { texts, binary } = sorted(shelled(engineFiles(root), shell));
  const worker = await bundleForBrowser({
    entryPoints: ['src/playground/worker.ts'],
    format: 'iife',
    minify: true,
    outdir: 'nowhere',
    nodePaths: [join(root, 'node_modules')],
    plugins: [shellFrom(shell.folder), withoutNode(root)],
  });
  files.set(`${OWN}/worker.js`, worker.outputFiles?.[0]?.contents ?? '');
  files.set(`${OWN}/type-stripper.js`, (await typeStripper(root)).text);
  files.set(`${OWN}/rules-reader.js`, await rulesReader(root));
  const wasm: Record<string, string> = {};
  for (const [path, content] of binary) {
    const name = `${OWN}/files/${path.split('/').at(-1) ?? ''}`;
    files.set(name, content);
    wasm[`${PLACE}${path}`] = name;
  }
  const named = [...texts].map(([path, text]) => [`${PLACE}${path}`, text] as const);
  files.set(`${OWN}/engine.json`, JSON.stringify({ texts: Object.fromEntries(named), wasm }));
  files.set(`${OWN}/owner.js`, await script('src/playground/owner.ts'));
  for (const [name, path] of [
    ['style.css', `${OWN}/style.css`],
    ['index.html', 'index.html'],
  ] as const)
    files.set(path, readFileSync(join(root, 'src/playground', name)));
  const addresses = [...files.keys()].map((path) => (path === 'index.html' ? '' : path));
  files.set(`${OWN}/files.json`, JSON.stringify({ files: addresses }));
  const sum = createHash('sha256');
  for (const [path, content] of files) sum.update(path).update(content);
  const handOn = await script('src/playground/hand-on.ts');
  files.set('sw.js', handOn.replace('BUILD', sum.digest('hex').slice(0, 12)));
  for (const [path, content] of files) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), content);
  }
  return { files: new Map([...files].map(([path, content]) => [path, Buffer.byteLength(content)])) };
}

/** Combines the engine's files with those that pages name beside themselves, such as styles. */
function shelled(
  engine: ReadonlyMap<string, string | Uint8Array>,
  { folder, source }: { readonly folder: string; readonly source: string },
): ReadonlyMap<string, string | Uint8Array> {
  const beside = readdirSync(join(folder, 'client'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [`shell/${path.slice(folder.length + 1)}`, readFileSync(path)] as const);
  return new Map<string, string | Uint8Array>([...engine, ...beside, ['shell/made-of.txt', source]]);
}

function sorted(files: ReadonlyMap<string, string | Uint8Array>): {
  readonly texts: ReadonlyMap<string, string>;
  readonly binary: ReadonlyMap<string, Uint8Array>;
} {
  const texts = new Map<string, string>();
  const binary = new Map<string, Uint8Array>();
  for (const [path, content] of files)
    if (typeof content === 'string') texts.set(path, content);
    else if (/\.(css|js|svg|txt|json)$/u.test(path)) texts.set(path, Buffer.from(content).toString('utf8'));
    else binary.set(path, content);
  return { texts, binary };
}

async function script(entry: string): Promise<string> {
  const { outputFiles } = await bundleForBrowser({
    entryPoints: [entry],
    format: 'iife',
    minify: true,
    inject: [],
    outdir: 'nowhere',
  });
  return outputFiles?.[0]?.text ?? '';
}

/** An add-on turns pasted texts into rules, and gets a script of its own. */
async function rulesReader(root: string): Promise<string> {
  const { outputFiles } = await bundleForBrowser({
    stdin: {
      contents: "export { readGroupRules } from './src/addons/import/ruleset/read-ruleset.ts';",
      resolveDir: root,
      loader: 'ts',
    },
    format: 'iife',
    globalName: 'gitnomicRules',
    minify: true,
    plugins: [withoutNode(root)],
    outdir: 'nowhere',
  });
  return outputFiles?.[0]?.text ?? '';
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
