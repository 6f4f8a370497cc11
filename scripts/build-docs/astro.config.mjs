// scripts/build-docs.ts starts this, and passes on where the site will be served.
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

import { sidebar } from './sidebar.mjs';

const { DOCS_ORIGIN, DOCS_BASE = '/', DOCS_OUT, DOCS_REPOSITORY } = process.env;

export default defineConfig({
  ...(DOCS_ORIGIN === undefined ? {} : { site: DOCS_ORIGIN }),
  base: DOCS_BASE,
  outDir: DOCS_OUT,
  telemetry: false,
  integrations: [
    starlight({
      title: 'Gitnomic',
      description: 'Play a nomic, a game whose moves change its own rules, in a Git repository.',
      social: [{ icon: 'github', label: 'Source', href: `https://github.com/${DOCS_REPOSITORY}` }],
      sidebar,
    }),
  ],
});
