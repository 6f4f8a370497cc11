// Building the site of a long history, cold and after one more resolved matter, compared with a bare Astro site that renders the
// same Markdown through unified() as a content collection, and with Eleventy. The first build is judged by the time per page,
// since the peers only make a page of each text: docs/decisions/0015-the-first-build-by-its-pages.md. `SITE_MATTERS=15800` with
// `SITE_DYNASTIES=230 SITE_PLAYERS=600` gives the real size; with `SITE_PEERS=none` only our own builds are measured.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './as-bundled.ts';
import { gameFiles } from '../src/site/prepare/past-sites.ts';
import { report } from './measure.ts';
import { matterFiles } from './site-history.ts';
import { peerFile } from './peers.ts';
import { markdownOf, wholeHistory } from './whole-history.ts';

const MATTERS = Number(process.env['SITE_MATTERS'] ?? 2_000);
const DYNASTIES = Number(process.env['SITE_DYNASTIES'] ?? Math.ceil(MATTERS / 69));
const PLAYERS = Number(process.env['SITE_PLAYERS'] ?? Math.ceil(MATTERS / 26));
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FOLDER = join(ROOT, '.cache', 'bench-site');
const OURS = join(FOLDER, 'ours');
const ASTRO = join(FOLDER, 'astro');
const ELEVENTY = join(FOLDER, 'eleventy');

const WITH_PEERS = process.env['SITE_PEERS'] !== 'none';

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
const ELEVENTY_CONFIG =
  "module.exports = () => ({ dir: { input: 'markdown', output: 'pages' }, markdownTemplateEngine: false });";

/** Gives the peers the same Markdown: each matter's text, and each rule's in each dynasty. */
function layOutPeers(markdown: ReadonlyMap<string, string>): void {
  for (const folder of [
    join(ASTRO, 'markdown'),
    join(ASTRO, 'src/pages/matters'),
    join(ELEVENTY, 'markdown'),
  ])
    mkdirSync(folder, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(ASTRO, 'node_modules'));
  writeFileSync(join(ASTRO, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(ASTRO, 'astro.config.mjs'), CONFIG);
  writeFileSync(join(ASTRO, 'src', 'content.config.ts'), LOADER);
  writeFileSync(join(ASTRO, 'src', 'pages', 'matters', '[id].astro'), PAGE);
  writeFileSync(join(ELEVENTY, 'eleventy.config.cjs'), ELEVENTY_CONFIG);
  for (const [name, text] of markdown)
    for (const folder of [ASTRO, ELEVENTY]) writeFileSync(join(folder, 'markdown', name), text);
}

interface Spent {
  readonly ms: number;
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** Reports at the end what a process used, without the processes that it started. */
const TELL = `data:text/javascript,import{writeFileSync}from'node:fs';import{isMainThread}from'node:worker_threads';if(isMainThread)process.on('exit',()=>writeFileSync(process.env.SPENT,JSON.stringify(process.resourceUsage())))`;

const SPENT = join(FOLDER, 'spent.json');
const OWN = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  ASTRO_TELEMETRY_DISABLED: '1',
  SPENT,
};

function spent(): Omit<Spent, 'ms'> {
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(
    readFileSync(SPENT, 'utf8'),
  ) as NodeJS.ResourceUsage;
  return { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: maxRSS / 1024 };
}

async function run(words: readonly string[], cwd: string): Promise<Spent> {
  const began = performance.now();
  await new Promise<void>((done, fail) => {
    const all = ['--disable-warning=ExperimentalWarning', '--import', TELL, ...words];
    spawn(process.execPath, all, { cwd, env: OWN, stdio: ['ignore', 'ignore', 'inherit'] })
      .on('error', fail)
      .on('close', (code) => (code === 0 ? done() : fail(new Error(`it ended with ${code}`))));
  });
  return { ms: performance.now() - began, ...spent() };
}

const LEFT_OUT: Spent = { ms: Number.NaN, cpuMs: Number.NaN, peakMb: Number.NaN };

const buildAstro = (): Promise<Spent> =>
  run([join(ROOT, 'node_modules', 'astro', 'bin', 'astro.mjs'), 'build', '--silent'], ASTRO);
const buildEleventy = (): Promise<Spent> => run([peerFile('@11ty/eleventy', 'cmd.cjs'), '--quiet'], ELEVENTY);

/** Runs all of `gitnomic site` except opening the game: it gets the files from a folder instead. */
async function buildOurs(files: ReadonlyMap<string, string>): Promise<Spent> {
  const { current, past, read } = gameFiles(files);
  const write = (name: string, what: unknown): void => {
    writeFileSync(join(FOLDER, 'files', `${name}.json`), JSON.stringify(what));
  };
  mkdirSync(join(FOLDER, 'files'), { recursive: true });
  write('current', [...current]);
  write(
    'past',
    past.map(({ number, key }) => ({ number, key })),
  );
  for (const { number } of past) write(String(number), [...(await read(number))]);
  const request = { now: '2026-01-01T00:00:00Z', out: join(OURS, 'pages'), cacheFolder: join(OURS, 'kept') };
  return run(
    [join(import.meta.dirname, 'build-ours.ts'), join(FOLDER, 'files'), JSON.stringify(request)],
    ROOT,
  );
}

/** Counts the HTML pages below a folder, and the megabytes of everything in it. */
function pagesIn(folder: string): { readonly pages: number; readonly megabytes: number } {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = all.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return { pages: all.filter(({ name }) => name.endsWith('.html')).length, megabytes: bytes / 1_000_000 };
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const files = new Map(await wholeHistory({ matters: MATTERS, dynasties: DYNASTIES, players: PLAYERS }));
const markdown = markdownOf(files);
if (WITH_PEERS) layOutPeers(markdown);
const size = { matters: MATTERS, dynasties: DYNASTIES, players: PLAYERS, markdown: markdown.size };
// The cold build must compile the site's source too.
rmSync(join(ROOT, '.cache', 'site', 'shells'), { recursive: true, force: true });
const cold = await buildOurs(files);
const made = pagesIn(join(OURS, 'pages'));
const astro = WITH_PEERS ? await buildAstro() : LEFT_OUT;
const peerMade = WITH_PEERS ? pagesIn(join(ASTRO, 'dist')) : { pages: Number.NaN, megabytes: Number.NaN };
for (const [path, text] of matterFiles(MATTERS + 1)) files.set(path, text);
const again = await buildOurs(files);
const eleventy = WITH_PEERS ? await buildEleventy() : LEFT_OUT;
report({
  bench: 'site, cold',
  ...size,
  ...cold,
  peer: 'astro with unified() in a content collection',
  peerMs: astro.ms,
  peerCpuMs: astro.cpuMs,
  ratio: cold.ms / astro.ms,
});
const [perPage, perPeerPage] = [cold.ms / made.pages, astro.ms / peerMade.pages];
report({
  bench: 'site, cold, a page',
  ...made,
  ms: perPage,
  peer: 'astro with unified() in a content collection',
  peerPages: peerMade.pages,
  peerMegabytes: peerMade.megabytes,
  peerMs: perPeerPage,
  ratio: perPage / perPeerPage,
  bar: 2,
});
report({
  bench: 'site, one more matter',
  ...size,
  ...again,
  peer: 'eleventy 3.1.6',
  peerMs: eleventy.ms,
  peerCpuMs: eleventy.cpuMs,
  ratio: again.ms / eleventy.ms,
  bar: 1,
});
report({ bench: 'site, peak memory', ...size, peakMb: cold.peakMb, ratio: cold.peakMb / 1024, bar: 1 });
if (process.env['SITE_KEEP'] === undefined) rmSync(FOLDER, { recursive: true, force: true });
