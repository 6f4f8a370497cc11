import { fileURLToPath } from 'node:url';

import { defineConfig } from 'astro/config';

import { addons } from './src/addons/registry.ts';

const added = addons.flatMap(({ site }) => site ?? []);

const PLACE = fileURLToPath(new URL('src/site/data/added.ts', import.meta.url));

/** Pages import from this module what add-ons contribute. */
function addedModule() {
  const lists = added.flatMap(({ addresses }) => addresses ?? []);
  const parts = added.flatMap((one) => Object.entries(one.parts ?? {}));
  const from = (/** @type {string} */ file) => JSON.stringify(fileURLToPath(new URL(file, import.meta.url)));
  return [
    ...lists.map((file, at) => `import { addresses as list${at} } from ${from(file)};`),
    ...parts.map(([, file], at) => `import part${at} from ${from(file)};`),
    `export const addresses = (...of) => [${lists.map((_, at) => `...list${at}(...of)`).join(', ')}];`,
    `export const parts = [${parts.map(([place], at) => `['${place}', part${at}]`).join(', ')}];`,
  ].join('\n');
}

/** @type {import('vite').Plugin} */
const partsOfAddons = {
  name: 'parts-of-add-ons',
  load: (id) => (id === PLACE ? addedModule() : undefined),
};

// Astro compiles the site's source once. The compiled code then renders pages as often as needed.
/** @type {import('astro').AstroIntegration} */
const rendered = {
  name: 'rendered-by-gitnomic-site',
  hooks: {
    'astro:config:setup': ({ injectRoute }) => {
      for (const [pattern, file] of added.flatMap(({ pages = {} }) => Object.entries(pages)))
        injectRoute({ pattern, entrypoint: new URL(file, import.meta.url) });
    },
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
  vite: { build: { assetsInlineLimit: 0 }, plugins: [partsOfAddons] },
  adapter: rendered,
});
