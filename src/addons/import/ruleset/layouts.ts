import { agoraReport } from './agora-report.ts';
import { agoraYaml } from './agora-yaml.ts';
import type { Layout } from './layout.ts';
import { markdownHeadings } from './markdown-headings.ts';
import { numberedText } from './numbered-text.ts';
import { bareText, sectionedPage } from './page.ts';
import { ruleFolder } from './rule-folder.ts';
import { wikiMarkup } from './wiki-markup.ts';

/** All known layouts. The first one that recognises a text reads it, and the last one recognises any text. */
export const LAYOUTS: readonly Layout[] = [
  agoraYaml,
  agoraReport,
  ruleFolder,
  sectionedPage,
  wikiMarkup,
  markdownHeadings,
  numberedText,
  bareText,
];
