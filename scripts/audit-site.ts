// `npm run audit-site [-- FOLDER]`: what Lighthouse and html-validate say of the pages of this folder's game, or of a
// site that is built already, and whether each link and anchor of all its pages leads somewhere. axe looks at a page of each kind, wide and
// light, on a phone and dark. Takes some ten minutes, and ends with 1 where anything is found. Lighthouse runs on its phone profile, and of a page's
// performance the best of three runs counts, since a machine that is busy with other things is no fault of the page.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

import { serveFolder } from '../src/cli/local/serve-folder.ts';
import { findBrokenLinks } from '../test/site/find-broken-links.ts';
import { findBrowser } from '../test/site/find-browser.ts';
import { faultsAt } from '../test/site/look-at-pages.ts';
import { readHtml } from '../test/site/read-html.ts';
import { readOptions } from './read-options.ts';

const [given] = readOptions(import.meta.filename, {}).positionals;
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const TOOLS = join(ROOT, 'scripts', 'audit');
const WORK = join(ROOT, '.cache', 'audit');
const RUNS = 3;
/** A run that takes longer hangs, and is made again. */
const LONGEST_RUN_MS = 180_000;
const LEAST = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
/** One page of each kind that is judged; the first that there is. */
const PAGES: Readonly<Record<string, string>> = {
  front: 'index.html',
  welcome: 'welcome/index.html',
  'what you can do': 'play/index.html',
  overview: 'overview/index.html',
  ruleset: 'ruleset/index.html',
  'a rule': 'rules/core/*/*/index.html',
  'the ruleset then': 'then/index.html',
  'the ruleset after a matter': 'then/*/index.html',
  'the ruleset at first': 'first/index.html',
  matters: 'matters/index.html',
  'a matter': 'matters/*/index.html',
  'matters of a month': 'matters-of/*/index.html',
  posts: 'posts/index.html',
  gamestate: 'gamestate/index.html',
  statistics: 'statistics/index.html',
  players: 'players/index.html',
  'a player': 'players/*/index.html',
  map: '{,dynasties/*/}show/map/index.html',
  'map of a day': '{,dynasties/*/}show/map/on/*/index.html',
  gallery: '{,dynasties/*/}show/gallery/index.html',
  rounds: '{,dynasties/*/}show/rounds/index.html',
  duels: '{,dynasties/*/}show/duels/index.html',
  battles: '{,dynasties/*/}show/battles/index.html',
  runs: '{,dynasties/*/}show/runs/index.html',
  'a table': '{,dynasties/*/}show/rooms/index.html',
  'a page of words': '{,dynasties/*/}show/guide/index.html',
  'a thing': '{,dynasties/*/}things/*/*/index.html',
  dynasties: 'dynasties/index.html',
  'a past dynasty': 'dynasties/*/index.html',
  ledger: 'ledger/index.html',
  dice: 'dice/index.html',
  search: 'search/index.html',
  feeds: 'feeds/index.html',
  'sealed words': 'seal/index.html',
};

type Category = keyof typeof LEAST;

interface LighthouseReport {
  readonly categories: Readonly<Record<Category, { readonly score: number }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

function install(): void {
  if (existsSync(join(TOOLS, 'node_modules'))) return;
  console.error('Fetching what judges the pages …');
  execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: TOOLS,
  });
}

function build(): string {
  const out = join(WORK, 'site');
  console.error('Building the pages …');
  const words = ['src/cli/main.ts', 'site', '--out', out, '--origin', 'https://audit.example'];
  execFileSync(process.execPath, words, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  return out;
}

function validate(folder: string): readonly string[] {
  const tool = join(TOOLS, 'node_modules', 'html-validate', 'bin', 'html-validate.mjs');
  const config = join(TOOLS, 'html-validate.json');
  const pages = globSync('**/*.html', { cwd: folder });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [tool, '--config', config, '--formatter', 'text', '**/*.html'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  console.log(`html-validate: ${pages.length} pages, ${status === 0 ? 'nothing found' : 'something found'}`);
  return status === 0 ? [] : `${stdout}${stderr}`.trim().split('\n').slice(0, 50);
}

function findLinks(folder: string): readonly string[] {
  const files = new Set(globSync('**/*', { cwd: folder }));
  const pages = [...files].filter((path) => path.endsWith('.html'));
  const read = new Map(pages.map((path) => [path, readHtml(readFileSync(join(folder, path), 'utf8'))]));
  const broken = findBrokenLinks(read, files, '/');
  console.log(
    `links: ${pages.length} pages, ${broken.length === 0 ? 'none is broken' : `${broken.length} broken`}`,
  );
  return broken.slice(0, 50);
}

/** Waited for, and not stood still for: this process serves the pages. */
async function lighthouse(url: string, browser: string): Promise<LighthouseReport | null> {
  const report = join(WORK, 'lighthouse.json');
  const tool = join(TOOLS, 'node_modules', 'lighthouse', 'cli', 'index.js');
  rmSync(report, { force: true });
  const flags = [
    '--quiet',
    '--output=json',
    `--output-path=${report}`,
    '--max-wait-for-load=45000',
    `--only-categories=${Object.keys(LEAST).join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox',
  ];
  await promisify(execFile)(process.execPath, [tool, url, ...flags], {
    env: { ...process.env, CHROME_PATH: browser },
    timeout: LONGEST_RUN_MS,
  }).catch((error: unknown) => {
    console.error((error as { stderr?: string }).stderr ?? String(error));
  });
  if (!existsSync(report)) return null;
  return JSON.parse(readFileSync(report, 'utf8')) as LighthouseReport;
}

async function lookByAxe(
  executablePath: string,
  pages: readonly { readonly url: string }[],
): Promise<readonly string[]> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const addresses = pages.map(({ url }) => url);
  const faults = await faultsAt(browser, addresses, { reducedMotion: 'reduce' });
  await browser.close();
  console.log(
    `axe: ${pages.length} pages, ${faults.length === 0 ? 'nothing found' : `${faults.length} faults`}`,
  );
  return faults;
}

async function judge(kind: string, url: string, browser: string): Promise<readonly string[]> {
  const best: Record<Category, number> = { performance: 0, accessibility: 0, 'best-practices': 0, seo: 0 };
  const names = Object.keys(LEAST) as Category[];
  let shift = 0;
  const poor = (): Category[] => names.filter((name) => best[name] < LEAST[name]);
  for (let run = 0; run < RUNS && (run === 0 || poor().length > 0); run++) {
    const told = await lighthouse(url, browser);
    if (told === null) {
      console.error(`${kind}: Lighthouse told nothing.`);
      continue;
    }
    const { categories, audits } = told;
    for (const name of names) best[name] = Math.max(best[name], Math.round(categories[name].score * 100));
    shift = Math.max(shift, audits['cumulative-layout-shift']?.numericValue ?? 0);
  }
  console.log(`${kind}: ${names.map((name) => `${name} ${best[name]}`).join(', ')}, layout shift ${shift}`);
  return [
    ...poor().map((name) => `${kind}: ${name} is ${best[name]}, and should be at least ${LEAST[name]}`),
    ...(shift > 0 ? [`${kind}: it shifts by ${shift} while it loads`] : []),
  ];
}

rmSync(join(WORK, 'lighthouse.json'), { force: true });
mkdirSync(WORK, { recursive: true });
install();
const folder = given === undefined ? build() : resolve(given);
const found = [...validate(folder), ...findLinks(folder)];
const browser = findBrowser();
if (browser === null) found.push('There is no browser to judge the pages with; CHROMIUM may name one.');
const served = await serveFolder(folder, 47_700, 200);
const pages = Object.entries(PAGES).flatMap(([kind, pattern]) => {
  const [path] = globSync(pattern, { cwd: folder }).sort();
  if (path === undefined) found.push(`There is no ${kind} to judge.`);
  return path === undefined ? [] : [{ kind, url: `${served.url}${path.replace(/index\.html$/, '')}` }];
});
if (browser !== null) {
  found.push(...(await lookByAxe(browser, pages)));
  for (const { kind, url } of pages) found.push(...(await judge(kind, url, browser)));
}
await served.close();
for (const line of found) console.error(line);
process.exitCode = found.length === 0 ? 0 : 1;
