import { writeFileSync } from 'node:fs';

import { defineConfig } from 'astro/config';

import { addons } from './src/addons/registry.ts';

const added = addons.flatMap(({ pages = [] }) => pages);

// Astro compiles the site's source once. The compiled code then renders pages as often as needed.
/** @type {import('astro').AstroIntegration} */
const rendered = {
  name: 'rendered-by-gitnomic-site',
  hooks: {
    'astro:config:setup': ({ injectRoute }) => {
      for (const { address, file } of added)
        injectRoute({ pattern: address, entrypoint: new URL(file, import.meta.url) });
    },
    // The list of pages asks which there are without loading their code.
    'astro:build:done': ({ dir }) =>
      writeFileSync(new URL('../added-pages.json', dir), JSON.stringify(added.map(({ address }) => address))),
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name: 'rendered-by-gitnomic-site',
        entrypointResolution: 'auto',
        serverEntrypoint: new URL('./src/site/render/entry.ts', import.meta.url),
        supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
      }),
  },
};

export default defineConfig({
  srcDir: './src/site',
  outDir: process.env['GITNOMIC_SITE_SHELL'] ?? './dist',
  // Its default is inside node_modules, which `npm ci` deletes.
  cacheDir: './.cache/astro',
  output: 'server',
  trailingSlash: 'ignore',
  build: { inlineStylesheets: 'never' },
  // The pages' security policy forbids inline scripts and styles.
  vite: { build: { assetsInlineLimit: 0 } },
  adapter: rendered,
});
