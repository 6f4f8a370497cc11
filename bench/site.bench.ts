// Building the site of a long history, cold and after one more resolved matter, against a bare Astro site that
// renders the same Markdown through unified() as a content collection. `SITE_MATTERS=15800` gives the real size.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GAMESTATE } from '../src/engine/game/paths.ts';
import { report, timed } from './measure.ts';
import { bodyOf, historyOf, matterFiles } from './site-history.ts';

const MATTERS = Number(process.env['SITE_MATTERS'] ?? 2_000);
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FOLDER = join(ROOT, '.cache', 'bench-site');
const OURS = join(FOLDER, 'ours');
const PEER = join(FOLDER, 'peer');

const CONFIG = "export default { output: 'static', telemetry: false, cacheDir: './.cache' };";
const LOADER = `import { defineCollection } from 'astro:content';
import { readdirSync, readFileSync } from 'node:fs';
import { unified } from 'unified';
import remarkParse from 'remark-parse';
import remarkGfm from 'remark-gfm';
import remarkRehype from 'remark-rehype';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeSanitize).use(rehypeStringify).freeze();
const load = async ({ store }) => {
  store.clear();
  for (const name of readdirSync('./markdown')) {
    const body = readFileSync('./markdown/' + name, 'utf8');
    store.set({ id: name.slice(0, -3), data: {}, body, rendered: { html: String(await processor.process(body)) } });
  }
};
export const collections = { matters: defineCollection({ loader: { name: 'matters', load } }) };
`;
const PAGE = `---
import { getCollection, render } from 'astro:content';
export async function getStaticPaths() {
  return (await getCollection('matters')).map((entry) => ({ params: { id: entry.id }, props: { entry } }));
}
const { Content } = await render(Astro.props.entry);
---
<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>{Astro.params.id}</title></head><body><main><Content /></main></body></html>
`;

/** The peer gets as much to render as we do: each matter's text with what was said about it. */
function layOutPeer(): void {
  for (const folder of ['markdown', 'src/pages/matters']) mkdirSync(join(PEER, folder), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(PEER, 'node_modules'));
  writeFileSync(join(PEER, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(PEER, 'astro.config.mjs'), CONFIG);
  writeFileSync(join(PEER, 'src', 'content.config.ts'), LOADER);
  writeFileSync(join(PEER, 'src', 'pages', 'matters', '[id].astro'), PAGE);
  for (let n = 1; n <= MATTERS; n++) writeFileSync(join(PEER, 'markdown', `${n}.md`), bodyOf(n));
}

async function buildPeer(): Promise<void> {
  const astro = join(ROOT, 'node_modules', 'astro', 'bin', 'astro.mjs');
  await run([astro, 'build', '--silent'], PEER);
}

function run(words: readonly string[], cwd: string, input?: string): Promise<void> {
  return new Promise((done, fail) => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      ASTRO_TELEMETRY_DISABLED: '1',
    };
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...words], {
      cwd,
      env,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    child
      .on('error', fail)
      .on('close', (code) => (code === 0 ? done() : fail(new Error(`it ended with ${code}`))));
    child.stdin.end(input);
  });
}

/** The whole of `gitnomic site` but for reading the files: opening the game, taking it down, the pages. */
async function buildOurs(files: ReadonlyMap<string, string>): Promise<void> {
  const wanted = {
    files: [...files],
    now: '2026-01-01T00:00:00Z',
    out: join(OURS, 'pages'),
    kept: join(OURS, 'kept'),
  };
  await run([join(ROOT, 'src', 'site', 'prepare', 'main.ts')], ROOT, JSON.stringify(wanted));
}

rmSync(FOLDER, { recursive: true, force: true });
layOutPeer();
const files = new Map(await historyOf(MATTERS));
if (![...files.keys()].some((path) => path.startsWith(GAMESTATE))) throw new Error('the history has no game');
const theirs = await timed(buildPeer);
const cold = await timed(() => buildOurs(files));
for (const [path, text] of matterFiles(MATTERS + 1)) files.set(path, text);
const again = await timed(() => buildOurs(files));
const peer = 'astro with unified() in a content collection';
report({
  bench: 'site, cold',
  matters: MATTERS,
  ms: cold,
  peer,
  peerMs: theirs,
  ratio: cold / theirs,
  bar: 1,
});
report({ bench: 'site, one more matter', matters: MATTERS, ms: again, coldMs: cold, ratio: again / cold });
rmSync(FOLDER, { recursive: true, force: true });
