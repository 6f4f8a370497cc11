import { defineConfig } from 'astro/config';

// What is built, from where and to where, is said by `gitnomic site`, which prepares what the pages show.
export default defineConfig({
  srcDir: './src/site',
  outDir: process.env['GITNOMIC_SITE_OUT'] ?? './dist',
  base: process.env['GITNOMIC_SITE_BASE'] ?? '/',
  ...(process.env['GITNOMIC_SITE_ORIGIN'] ? { site: process.env['GITNOMIC_SITE_ORIGIN'] } : {}),
  // Its default is inside node_modules, which `npm ci` deletes.
  cacheDir: './.cache/astro',
  output: 'static',
  trailingSlash: 'ignore',
  build: { concurrency: 8, inlineStylesheets: 'never' },
  // The policy of every page lets no inline script or style run.
  vite: { build: { assetsInlineLimit: 0 } },
});
