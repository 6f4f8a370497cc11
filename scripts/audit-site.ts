// `npm run audit-site [-- FOLDER]`: checks the pages of this folder's game, or of a built site, with html-validate, axe and
// Lighthouse, and whether each link and anchor on all pages leads somewhere. It prints each problem at once with its page and
// element, and exits with 1 if there is any. Everything takes some ten minutes; to run a part:
//   --kinds "front,a rule"      only these kinds of pages; an unknown name prints all kinds
//   --with axe,lighthouse       only these checks of html-validate, links, axe, lighthouse
// axe looks at a page of each kind, wide and light, and on a phone and dark. Lighthouse uses its phone profile; a page that falls
// short is measured three times, and the median of each figure counts.
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
import { readOptions, refuse } from './read-options.ts';

const { positionals, values } = readOptions(import.meta.filename, {
  kinds: { type: 'string' },
  with: { type: 'string' },
});
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const TOOLS = join(ROOT, 'scripts', 'audit');
const WORK = join(ROOT, '.cache', 'audit');
const RUNS = 3;
/** A run that takes longer hangs, so it is repeated. */
const LONGEST_RUN_MS = 180_000;
const LEAST = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
/** One page of each kind, the first that exists. */
const PAGES: Readonly<Record<string, string>> = {
  front: 'index.html',
  welcome: 'welcome/index.html',
  'what you can do': 'play/index.html',
  overview: 'overview/index.html',
  ruleset: 'ruleset/index.html',
  'a section': 'ruleset/core/index.html',
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

const JUDGES = ['html-validate', 'links', 'axe', 'lighthouse'];

type Category = keyof typeof LEAST;

interface Judged {
  readonly kind: string;
  readonly url: string;
}

interface Audit {
  readonly title: string;
  readonly score: number | null;
  readonly displayValue?: string;
  readonly numericValue?: number;
  readonly details?: { readonly items?: readonly { readonly node?: { readonly snippet: string } }[] };
}

interface LighthouseReport {
  readonly categories: Readonly<
    Record<
      Category,
      {
        readonly score: number;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
  readonly audits: Readonly<Record<string, Audit>>;
}

function install(): void {
  if (existsSync(join(TOOLS, 'node_modules'))) return;
  console.error('Fetching the tools that judge the pages …');
  execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: TOOLS,
  });
}

function build(): string {
  const out = join(WORK, 'site');
  console.error('Building the pages …');
  const words = ['src/main/main.ts', 'site', '--out', out, '--origin', 'https://audit.example'];
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

/** Runs asynchronously, because this process serves the pages. */
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

const kinds = chosen(values.kinds, Object.keys(PAGES));
const judges = chosen(values.with, JUDGES);
let found = 0;

/** Returns the requested ones, or all. */
function chosen(asked: string | undefined, all: readonly string[]): ReadonlySet<string> {
  if (asked === undefined) return new Set(all);
  const names = asked.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined)
    refuse(import.meta.filename, `There is no “${unknown}”. There is: ${all.join(', ')}.`);
  return new Set(names);
}

function tell(faults: readonly string[]): void {
  found += faults.length;
  for (const fault of faults) console.log(fault);
}

async function lookByAxe(executablePath: string, pages: readonly Judged[]): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  for (const { kind, url } of pages) {
    const faults = await faultsAt(browser, [url], { reducedMotion: 'reduce' });
    console.log(`axe, ${kind}: ${faults.length === 0 ? 'nothing found' : faults.length}`);
    tell(faults);
  }
  await browser.close();
}

/** Judges one run, or if that falls short, three: the median of each figure, and the largest layout shift. */
async function judge(kind: string, url: string, browser: string): Promise<void> {
  const names = Object.keys(LEAST) as Category[];
  const runs: LighthouseReport[] = [];
  const score = (name: Category): number =>
    median(runs.map((run) => Math.round(run.categories[name].score * 100)));
  const poor = (): Category[] => names.filter((name) => score(name) < LEAST[name]);
  for (let run = 0; run < RUNS && (run === 0 || poor().length > 0); run++) {
    const told = await lighthouse(url, browser);
    if (told === null) console.log(`${kind}: Lighthouse said nothing.`);
    else runs.push(told);
  }
  const shift = Math.max(
    0,
    ...runs.map(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? 0),
  );
  console.log(
    `Lighthouse, ${kind}: ${names.map((name) => `${name} ${score(name)}`).join(', ')}, shift ${shift}`,
  );
  for (const name of poor()) {
    tell([`${kind}, ${url}: ${name} is ${score(name)}, and should be at least ${LEAST[name]}`]);
    for (const line of runs.length === 0 ? [] : why(runs[0] as LighthouseReport, name)) console.log(line);
  }
  if (shift > 0) tell([`${kind}, ${url}: it shifts by ${shift} while it loads`]);
}

function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0;
}

/** Returns the audits that lowered a page's score, with the elements that Lighthouse names. */
function why({ categories, audits }: LighthouseReport, category: Category): readonly string[] {
  return categories[category].auditRefs.flatMap(({ id, weight }) => {
    const audit = audits[id];
    if (audit === undefined || audit.score === null || audit.score >= 0.9 || weight === 0) return [];
    const elements = (audit.details?.items ?? []).flatMap(({ node }) =>
      node === undefined ? [] : [node.snippet],
    );
    return [`  ${id}: ${audit.displayValue ?? audit.title}`, ...elements.map((element) => `    ${element}`)];
  });
}

mkdirSync(WORK, { recursive: true });
install();
const folder = positionals[0] === undefined ? build() : resolve(positionals[0]);
if (judges.has('html-validate')) tell(validate(folder));
if (judges.has('links')) tell(findLinks(folder));
const browser = findBrowser();
if (browser === null) tell(['There is no browser to judge the pages with; CHROMIUM may name one.']);
const served = await serveFolder(folder, 47_700, 200);
const pages = Object.entries(PAGES).flatMap(([kind, pattern]): readonly Judged[] => {
  if (!kinds.has(kind)) return [];
  const [path] = globSync(pattern, { cwd: folder }).sort();
  if (path === undefined) tell([`There is no ${kind} to judge.`]);
  return path === undefined ? [] : [{ kind, url: `${served.url}${path.replace(/index\.html$/, '')}` }];
});
if (browser !== null && judges.has('axe')) await lookByAxe(browser, pages);
if (browser !== null && judges.has('lighthouse'))
  for (const { kind, url } of pages) await judge(kind, url, browser);
await served.close();
process.exitCode = found === 0 ? 0 : 1;
