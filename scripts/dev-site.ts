// `npm run dev [-- PORT FOLDER]`: serves the pages of the game in a folder, by default this one, with Astro's
// own server. It reloads a page when its source changes, and shows the game again when its content changes.
// Past dynasties, and everything slow, are left out.
import { watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dev, type AstroIntegration } from 'astro';
import { showSite } from '../src/site/data/read-site.ts';
import { ownSite } from '../src/site/prepare/build-site.ts';
import { gameFiles } from '../src/site/prepare/past-sites.ts';
import { PastReader } from '../src/site/prepare/past-shown.ts';
import { RenderedCache } from '../src/site/prepare/rendered-cache.ts';
import { readFolder } from '../src/store/library.ts';
import { readOptions } from './read-options.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const [port = '4321', folder = ROOT] = readOptions(import.meta.filename, {}).positionals;
const CONTENT = join(folder, 'content');
const rendered = new RenderedCache();

async function show(): Promise<void> {
  const files = new Map([...readFolder(CONTENT)].map(([path, text]) => [`content/${path}`, text]));
  const { current } = gameFiles(files);
  const options = { out: '', cacheFolder: join(ROOT, '.cache', 'dev'), pictures: join(CONTENT, 'pictures') };
  const shell = { folder: '', hash: 'dev' } as Parameters<typeof ownSite>[2]['shell'];
  const { site, problems } = await ownSite(
    current,
    new Map(),
    { options, shell },
    { rendered, run: null, past: new PastReader() },
  );
  for (const problem of problems) console.error(problem);
  showSite(site);
}

let reload = (): void => undefined;
const reloading: AstroIntegration = {
  name: 'content-of-the-game',
  hooks: {
    'astro:server:setup': ({ server }) => {
      reload = () => server.ws.send({ type: 'full-reload' });
    },
  },
};

await show();
await dev({ root: ROOT, integrations: [reloading], server: { port: Number(port) } });

let waiting: NodeJS.Timeout | null = null;
watch(CONTENT, { recursive: true }, () => {
  if (waiting !== null) clearTimeout(waiting);
  waiting = setTimeout(() => void show().then(reload, (error: unknown) => console.error(error)), 200);
});
