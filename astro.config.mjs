import { defineConfig } from 'astro/config';

export default defineConfig({
  srcDir: './src/site',
  outDir: './dist',
  // Its default is inside node_modules, which `npm ci` deletes.
  cacheDir: './.cache/astro',
  output: 'static',
  build: { concurrency: 8 },
});
