import { defineConfig } from 'astro/config';

const kept = process.env['GITNOMIC_SITE_KEPT'] ?? '';

// What is built, from where and to where, is said by `gitnomic site`, which prepares what the pages show.
export default defineConfig({
  srcDir: './src/site',
  outDir: process.env['GITNOMIC_SITE_OUT'] ?? './dist',
  base: process.env['GITNOMIC_SITE_BASE'] ?? '/',
  ...(process.env['GITNOMIC_SITE_ORIGIN'] ? { site: process.env['GITNOMIC_SITE_ORIGIN'] } : {}),
  // Its default is inside node_modules, which `npm ci` deletes.
  cacheDir: kept === '' ? './.cache/astro' : kept,
  output: 'static',
  trailingSlash: 'ignore',
  build: { concurrency: 16, inlineStylesheets: 'never' },
  // Without it a build is slower and the same: what is resolved stays as it was built.
  experimental: { incrementalBuild: kept !== '' },
  // The policy of every page lets no inline script or style run.
  vite: { build: { assetsInlineLimit: 0 } },
});
