import type { Language } from '../../language/language.ts';
import { wordingIn } from '../../language/wording.ts';
import { SITE_FILE } from '../../store/paths.ts';
import { readLanguage } from '../../store/read-language.ts';
import type { SiteData } from '../data/site-data.ts';
import { readDisplay } from './display.ts';
import type { DisplayFile, StyleFiles } from './find-display.ts';
import { readOwnCss } from './own-css.ts';
import { deadPlaces, readOwnPages } from './own-pages.ts';
import { renderMarkdown } from './render-markdown.ts';
import type { RenderedCache } from './rendered-cache.ts';

interface Look {
  readonly look: StyleFiles;
  /** The language of a dynasty that is over. */
  readonly over: Language | null;
}

/** Adds the group's own style and pages, and renders all page texts as HTML. */
export function collectStyle(
  file: DisplayFile | undefined,
  { look, over }: Look,
  rendered: RenderedCache,
): ReturnType<typeof readDisplay> & {
  readonly dead: (site: SiteData) => readonly string[];
} {
  const { display, problems } = readDisplay(file);
  const style = readOwnCss(look.css);
  const own = readOwnPages(look.pages, new Set(display.pages.map(({ id }) => id)));
  const speaks =
    over === null ? readLanguage(display.language.tag, look.languages) : { language: over, problems: [] };
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
    dead: (site) => deadPlaces(site, file?.path === SITE_FILE ? written : own.pages, look.pages),
  };
}
