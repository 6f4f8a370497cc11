// HTML of the sample game's texts, its past dynasties included: by the way that is open to simple texts, and by the whole parser alone.
import { fileURLToPath } from 'node:url';

import { IN_ENGLISH } from '../src/language/wording.ts';
import { splitFrontMatter } from '../src/ruleset/front-matter.ts';
import { renderAsMarkdown, renderMarkdown } from '../src/site/prepare/render-markdown.ts';
import { RenderedCache } from '../src/site/prepare/rendered-cache.ts';
import { filesOnDisk } from '../src/store/content-folder.ts';
import { compareRuns, report } from './measure.ts';

const files = filesOnDisk(fileURLToPath(new URL('../', import.meta.url)));
const all = [...files].filter(([path]) => path.endsWith('.md'));
const OPTIONS = { anchor: 'text', wording: IN_ENGLISH } as const;

for (const [what, isOfKind] of [
  ['posts and comments', (path: string) => path.includes('/posts/')],
  ['rules', (path: string) => path.includes('/ruleset/')],
] as const) {
  const texts = all.filter(([path]) => isOfKind(path)).map(([, text]) => splitFrontMatter(text).body);
  // Parsers are made once, as where a site is built.
  const { processors } = new RenderedCache(null);
  const { ours, theirs, ratio } = await compareRuns(
    () => {
      const cache = new RenderedCache(null);
      for (const [at, parser] of processors) cache.processors.set(at, parser);
      for (const text of texts) renderMarkdown(text, OPTIONS, cache);
    },
    () => texts.forEach((text) => void renderAsMarkdown(text, OPTIONS, processors)),
    7,
  );
  report({
    bench: `HTML of ${what}`,
    texts: texts.length,
    ms: ours,
    peer: 'the whole parser',
    peerMs: theirs,
    ratio,
  });
}
