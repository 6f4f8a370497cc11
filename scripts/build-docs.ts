// `npm run build-docs -- --repository OWNER/NAME [--base /gitnomic/] [--origin https://owner.github.io] [FOLDER]`: builds a site
// with search from docs/. The first run fetches the packages for this into scripts/build-docs, so that nobody else needs them.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findBrokenLinks } from '../test/site/find-broken-links.ts';
import { readHtml } from '../test/site/read-html.ts';
import { buildPlayground } from './build-playground/build.ts';
import { readLibrary } from '../src/store/library.ts';
import { packPages } from './build-docs/pack-pages.ts';
import { preparePages } from './build-docs/prepare.ts';
import { bannerOf, readDocs } from './build-docs/read-docs.ts';
import { readOptions } from './read-options.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const tools = join(root, 'scripts/build-docs');
const pages = join(tools, 'src/content/docs');
const { values, positionals } = readOptions(import.meta.filename, {
  repository: { type: 'string', default: 'OWNER/gitnomic' },
  base: { type: 'string', default: '/' },
  origin: { type: 'string' },
});
const { repository, base, origin } = values;
const out = resolve(positionals[0] ?? join(root, 'dist/docs'));

if (!existsSync(join(tools, 'node_modules'))) {
  console.error('Fetching what makes the site …');
  execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: tools,
    stdio: ['ignore', 'ignore', 'inherit'],
    // On Windows npm is a script.
    shell: process.platform === 'win32',
  });
}
rmSync(pages, { recursive: true, force: true });
for (const [path, text] of preparePages(readDocs(root), { repository, base, banner: bannerOf(root) })) {
  mkdirSync(dirname(join(pages, path)), { recursive: true });
  writeFileSync(join(pages, path), text);
}
for (const [path, text] of packPages(readLibrary(), base)) {
  mkdirSync(dirname(join(pages, path)), { recursive: true });
  writeFileSync(join(pages, path), text);
}
// A page names pictures relative to its own file, and the front page's file is README.md.
for (const place of ['images', 'docs/images'])
  cpSync(join(root, 'docs/images'), join(pages, place), { recursive: true });
execFileSync(process.execPath, [join(tools, 'node_modules/astro/bin/astro.mjs'), 'build', '--root', tools], {
  cwd: tools,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: '1',
    DOCS_BASE: base,
    DOCS_OUT: out,
    DOCS_REPOSITORY: repository,
    ...(origin === undefined ? {} : { DOCS_ORIGIN: origin }),
  },
});
await buildPlayground(root, join(out, 'play'));
const files = globSync('**/*', { cwd: out }).map((path) => path.replaceAll('\\', '/'));
const built = files
  .filter((path) => path.endsWith('.html'))
  .map((path) => [path, readHtml(readFileSync(join(out, path), 'utf8'))] as const);
const broken = findBrokenLinks(new Map(built), new Set(files), base);
if (broken.length > 0) throw new Error(`Links that lead nowhere:\n${broken.join('\n')}`);
console.log(`The site is in ${out}.`);
