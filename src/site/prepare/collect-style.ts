import type { Language } from '../../language/language.ts';
import { wordingIn } from '../../language/wording.ts';
import { SITE_FILE } from '../../store/paths.ts';
import { readLanguage } from '../../store/read-language.ts';
import type { SiteData } from '../data/site-data.ts';
import { readDisplay } from './display.ts';
import type { DisplayFile, StyleFiles } from './find-display.ts';
import { readOwnCss } from './own-css.ts';
import { renderMarkdown } from './render-markdown.ts';
import type { RenderedCache } from './rendered-cache.ts';
import { z } from 'zod';
import { readMarkdownFile } from '../../ruleset/front-matter.ts';
import { describeProblem } from '../../ruleset/problem.ts';
import { plainIssue } from '../../ruleset/schema/plain-issue.ts';
import { capitalised } from '../../kernel/sentence.ts';
import { pageSchema, type DisplayPage } from '../data/display-schema.ts';
import { livePlaces } from '../data/live-places.ts';

interface StyleSources {
  readonly ownStyle: StyleFiles;
  /** The language of a past dynasty. */
  readonly over: Language | null;
}

/** Adds the group's own style and pages, and renders all page texts as HTML. */
export function collectStyle(
  file: DisplayFile | undefined,
  { ownStyle, over }: StyleSources,
  rendered: RenderedCache,
): ReturnType<typeof readDisplay> & {
  readonly dead: (site: SiteData) => readonly string[];
} {
  const { display, problems } = readDisplay(file);
  const style = readOwnCss(ownStyle.css);
  const own = readOwnPages(ownStyle.pages, new Set(display.pages.map(({ id }) => id)));
  const speaks =
    over === null ? readLanguage(display.language.tag, ownStyle.languages) : { language: over, problems: [] };
  const written = [...display.pages, ...own.pages];
  const pages = written.map((page) =>
    page.text === null
      ? page
      : {
          ...page,
          text: renderMarkdown(
            page.text,
            { anchor: null, under: 1, wording: wordingIn(speaks.language) },
            rendered,
          ),
        },
  );
  return {
    display: { ...display, css: style.css, pages, language: speaks.language },
    problems: [...problems, ...style.problems, ...own.problems, ...speaks.problems],
    // A pack's own page may mention rules that were repealed since.
    dead: (site) => deadPlaces(site, file?.path === SITE_FILE ? written : own.pages, ownStyle.pages),
  };
}

const NAME = /^content\/pages\/([a-z0-9-]+)\.md$/u;

const aboutSchema = z.strictObject({
  title: z.string().min(1).optional(),
  intro: z.string().optional(),
  under: z.string().optional(),
});

/** The group's own pages in Markdown: `content/pages/lore.md` becomes the page Lore. */
export function readOwnPages(
  files: readonly DisplayFile[],
  taken: ReadonlySet<string>,
): { readonly pages: readonly DisplayPage[]; readonly problems: readonly string[] } {
  const pages: DisplayPage[] = [];
  const problems: string[] = [];
  for (const { path, text } of files) {
    const id = NAME.exec(path)?.[1];
    const { data, keyLines, body, problems: unread } = readMarkdownFile(path, text);
    const parsed = aboutSchema.safeParse(data, { error: plainIssue });
    const wrong = [
      ...(id === undefined
        ? [`${path}: its name must consist of lower-case letters, digits and hyphens`]
        : []),
      ...(id !== undefined && taken.has(id) ? [`${path}: there is a page ${id} already`] : []),
      ...unread.map(describeProblem),
      ...(parsed.error?.issues ?? []).map(({ path: field, message }) => {
        const line = keyLines[String(field[0])] ?? 1;
        return `${path}:${line}: ${[...field, ''].join(': ')}${message}`;
      }),
    ];
    problems.push(...wrong);
    if (wrong.length > 0 || id === undefined || !parsed.success) continue;
    const { title = capitalised(id.replaceAll('-', ' ')) } = parsed.data;
    const page = pageSchema.parse({ ...parsed.data, id, title, kit: 'text', text: '' });
    pages.push({ ...page, text: body });
  }
  return { pages, problems };
}

/** Live places in those pages that refer to nothing, each with file and line. */
export function deadPlaces(
  site: SiteData,
  pages: readonly DisplayPage[],
  files: readonly DisplayFile[],
): readonly string[] {
  const texts = new Map(files.map(({ path, text }) => [NAME.exec(path)?.[1] ?? '', { path, text }]));
  return pages.flatMap(({ id, text: own }) => {
    const { path = `the page ${id}`, text = own } = texts.get(id) ?? {};
    return (text ?? '')
      .split('\n')
      .flatMap((line, at) =>
        livePlaces(site, line).places.flatMap(({ place, shown }) =>
          shown === null ? [`${path}${texts.has(id) ? `:${at + 1}` : ''}: nothing is called ${place}`] : [],
        ),
      );
  });
}
