import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { parser } from 'sax';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type BuiltSite, BASE } from './built-site.ts';
import { HOSTILE } from './hostile.ts';
import { wordsOn } from './read-html.ts';
import { peopleById, rawMarkdown, unreadable } from './unreadable.ts';
import { findBrokenLinks, idsOf } from './find-broken-links.ts';

const MOST_RULESET_BYTES = 90_000;
const MOST_SCRIPT_BYTES = 31_000;
/** Pages that may load more script than the others, and only when the reader uses them. */
const HEAVY = /^(search|seal)\//;

/** What the built files must be like, as no browser shows it. */
export function checkPages(site: () => BuiltSite): void {
  const each = (check: (path: string) => readonly string[]): string[] =>
    [...site().pages.keys()].flatMap((path) => check(path).map((fault) => `${path}: ${fault}`));
  const tagsOf = (path: string) => site().pages.get(path)?.tags ?? [];

  test('every page is well-formed, and its ids are unique', () => {
    expect(site().pages.size).toBeGreaterThan(20);
    expect(each((path) => site().pages.get(path)?.faults ?? [])).toEqual([]);
    expect(
      each((path) => {
        const ids = idsOf(site().pages.get(path) ?? { tags: [], faults: [] });
        return ids.filter((id, at) => ids.indexOf(id) !== at);
      }),
    ).toEqual([]);
  });

  test('the page of a rule shows the scenario that a proposal brought, as given, when and then, and why it fails', () => {
    const words = wordsOn(site().text('rules/dynastic/unlife/index.html'));
    expect(words).toContain('no longer passes Hunger');
    // Where it failed is said as a scenario has it, which is code.
    expect(site().text('rules/dynastic/unlife/index.html')).toContain(
      'players.bo.puissance is 4; expected 5',
    );
    expect(words).toContain('Given players bo puissance is 4');
    expect(words).toContain('When +1h, as time passes');
    expect(words).toContain('Then players bo puissance is 5');
    expect(words).toContain(
      'Raise Dust: any Vampire Lord, once a day; asks another Vampire Lord; costs puissance; changes puissance and allegiance',
    );
  });

  test('no link leads nowhere, and no anchor', () => {
    expect(findBrokenLinks(site().pages, site().files, BASE)).toEqual([]);
  });

  test('every page has a policy that lets only the site’s own files run', () => {
    expect(
      each((path) => {
        const policy = tagsOf(path).find(
          ({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy',
        )?.attributes['content'];
        if (policy === undefined) return ['has no policy'];
        const strict = /default-src 'none'/.test(policy) && !/unsafe|\*|https?:/.test(policy);
        return strict ? [] : [`its policy is loose: ${policy}`];
      }),
    ).toEqual([]);
  });

  test('what players wrote is text: no element, attribute or address of theirs can do anything', () => {
    const forbidden = /^(iframe|object|embed|form|base|style|foreignobject|animate|set)$/;
    expect(
      each((path) =>
        tagsOf(path).flatMap(({ name, attributes }) => [
          ...(forbidden.test(name) && !isOfEveryPage(name, attributes) ? [`<${name}>`] : []),
          ...(name === 'script' && !/^\/harbour\/_astro\/[\w.@-]+\.js$/.test(attributes['src'] ?? 'inline')
            ? [`<script ${attributes['src'] ?? 'inline'}>`]
            : []),
          ...Object.keys(attributes).filter((key) => key.startsWith('on') || key === 'style'),
          ...Object.entries(attributes)
            .filter(
              ([key, value]) =>
                /^(href|src|xlink:href|action|formaction)$/.test(key) && isHarmful(name, value),
            )
            .map(([key, value]) => `${key}=${value}`),
        ]),
      ),
    ).toEqual([]);
    expect(
      each((path) => (/[\u202a-\u202e\u2066-\u2069]/.test(site().text(path)) ? ['turns text around'] : [])),
    ).toEqual([]);
  });

  test('no page shows an id, a boolean, a time of machines or a colour’s number where people read', () => {
    // What players wrote is theirs.
    const found = each((path) => unreadable(site().text(path), site().ids, ['prose']));
    expect([...site().ids]).toEqual(
      expect.arrayContaining(['newly-furnished', 'last-active', 'explore-room']),
    );
    expect([...new Set(found)]).toEqual([]);
  });

  test('no page shows somebody’s id for their name, or Markdown as it was written', () => {
    // Scenarios have people of their own.
    const people = new Map([
      ['ana', 'Ana'],
      ['dee', 'Dee'],
    ]);
    expect(each((path) => peopleById(site().text(path), people, ['prose', 'given']))).toEqual([]);
    // Names and texts that aren't Markdown are shown as they were written, hostile ones too.
    const hostile = Object.values(HOSTILE).join(' ');
    expect(
      each((path) => rawMarkdown(site().text(path)).filter((found) => !hostile.includes(found))),
    ).toEqual([]);
  });

  test('the ruleset as it stood after a matter has an address that needs no script', () => {
    expect(site().text('then/index.html')).toContain(`href="${BASE}then/1/"`);
    expect(site().text('matters/1/index.html')).toContain(`href="${BASE}then/1/"`);
    expect(site().text('matters/3/index.html')).not.toContain(`href="${BASE}then/`);
    const words = wordsOn(site().text('then/1/index.html'));
    expect(words).toContain('The rules after “[Core] A shorter window”');
    expect(words).toMatch(/open for its voting window, 36 hours/u);
    // What the next matter brought was not there yet.
    expect(words).not.toContain('Rule of');
    expect(wordsOn(site().text('then/2/index.html'))).toContain('Rule of');
  });

  test('what differs is shown as it is read, with no mark of Markdown', () => {
    const found = each((path) =>
      [
        ...site()
          .text(path)
          .matchAll(/<(p|div) class="diff[^>]*>([^]*?)<\/\1>/gu),
      ].flatMap(([, , inside = '']) => {
        const words = inside.replaceAll(/<[^>]*>/gu, '');
        return /^\s*(?:[-*] |\|)|\*\*\p{L}/mu.test(words) && /class="[^"]*read/u.test(inside)
          ? [words.slice(0, 80)]
          : [];
      }),
    );
    expect(site().text('matters/2/index.html')).toContain('class="diff prose read"');
    expect(found).toEqual([]);
  });

  test('the front page tells what was done in a line: by whom, to what', () => {
    expect(wordsOn(site().text('index.html'))).toMatch(/eli\s+explored .+\(D4\)/u);
  });

  test('every page names its own address to search engines', () => {
    expect(
      each((path) => {
        const own = `https://harbour.example${BASE}${path.replace(/index\.html$/u, '')}`;
        const told = tagsOf(path).flatMap(({ name, attributes }) =>
          name === 'link' && attributes['rel'] === 'canonical' ? [attributes['href']] : [],
        );
        return path === '404.html' || (told.length === 1 && told[0] === own) ? [] : told.map(String);
      }),
    ).toEqual([]);
    expect(site().text('robots.txt')).toContain(`Sitemap: https://harbour.example${BASE}sitemap.xml`);
    expect(site().text('sitemap.xml')).toContain(`<loc>https://harbour.example${BASE}</loc>`);
  });

  const hasPictures = existsSync(new URL('../../src/addons/link-pictures', import.meta.url));
  test.skipIf(!hasPictures)(
    'a link to a matter has a picture of it, with its title, tally and votes',
    async () => {
      const picture = tagsOf('matters/1/index.html').find(
        ({ attributes }) => attributes['property'] === 'og:image',
      )?.attributes['content'];
      expect(picture).toBe(`https://harbour.example${BASE}og/matter-1.png`);
      const { data, info } = await sharp(site().bytes('og/matter-1.png'))
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([1200, 630]);
      // The line of the votes in favour, where no other picture has green.
      const isGreen = (at: number): boolean =>
        (data[at + 1] ?? 0) > (data[at] ?? 0) + 40 && (data[at + 1] ?? 0) > (data[at + 2] ?? 0) + 40;
      const green = Array.from({ length: info.width * info.height }, (_, at) => at * info.channels).filter(
        isGreen,
      );
      expect(green.length).toBeGreaterThan(1_000);
      const missing = each((path) =>
        tagsOf(path).flatMap(({ attributes }) => {
          if (attributes['property'] !== 'og:image') return [];
          const own = (attributes['content'] ?? '').slice(`https://harbour.example${BASE}`.length);
          return site().files.has(own) ? [] : [own];
        }),
      );
      expect(missing).toEqual([]);
    },
  );

  test('feeds are whole, and describe actions in sentences, of all and of one person; a rule’s has its changes', () => {
    const feeds = [...site().files].filter((path) => path.endsWith('.xml'));
    for (const path of feeds) expect(() => parser(true).write(site().text(path)).close(), path).not.toThrow();
    const titles = (path: string): string[] =>
      [
        ...site()
          .text(path)
          .matchAll(/<entry>.*?<title>(.*?)<\/title>/gu),
      ].map(([, title = '']) => title);
    expect(titles('feeds/actions.xml')).not.toEqual([]);
    expect(
      titles('feeds/actions.xml').filter(
        (title) => !/^\S.* (?:[a-z]+ed|rolled|took|was)(?: |$)/u.test(title),
      ),
    ).toEqual([]);
    expect(titles('feeds/player-ana.xml').join('\n')).toMatch(/^Ana /mu);
    const ofRules = feeds.filter((path) => path.startsWith('feeds/rule-'));
    expect(ofRules.flatMap(titles).join('\n')).toMatch(/\((?:enacted|pending)\)/u);
  });

  test('somebody whose name looks like another’s is told apart', () => {
    const players = site().text('players/index.html');
    expect(players).toContain('Ana (ana)');
    expect(players).toContain('Аna (cy)');
  });

  test('the whole ruleset is one page under 90 KB compressed that needs no script', () => {
    const html = site().text('ruleset/index.html');
    expect(gzipSync(html).length).toBeLessThan(MOST_RULESET_BYTES);
    expect(wordsOn(html, ['here'])).toContain('It has been open for its voting window');
  });

  test('each sentence and list item of the ruleset has an address there, the same as on its rule’s page', () => {
    const ids = (path: string): readonly string[] =>
      [
        ...site()
          .text(path)
          .matchAll(/class="here" href="#([^"]+)"/gu),
      ].map(([, id = '']) => id);
    const whole = ids('ruleset/index.html');
    const byRule = [...site().pages.keys()].filter((path) => path.startsWith('rules/')).flatMap(ids);
    expect(whole.length).toBeGreaterThan(50);
    expect([...whole].sort()).toEqual([...byRule].sort());
    expect(whole.filter((id) => !site().text('ruleset/index.html').includes(` id="${id}"`))).toEqual([]);
  });

  test('no page loads more than 31 KB of script', () => {
    expect(
      each((path) => {
        if (HEAVY.test(path)) return [];
        const sizes = scriptsOf(site(), path).map((script) => [script, site().bytes(script).length] as const);
        const sum = sizes.reduce((all, [, size]) => all + size, 0);
        return sum > MOST_SCRIPT_BYTES ? [`loads ${sum} bytes: ${sizes.join(' ')}`] : [];
      }),
    ).toEqual([]);
  });
}

function isHarmful(name: string, value: string): boolean {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase();
  if (scheme === undefined) return false;
  return name === 'a' || name === 'link' ? !['http', 'https', 'mailto'].includes(scheme) : true;
}

/** The scripts of a page with all that they import. */
function scriptsOf(site: BuiltSite, path: string): string[] {
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file) || !site.files.has(file)) return;
    found.add(file);
    for (const [, next = ''] of site.text(file).matchAll(/(?:from|import)\s*["']\.\/([\w.@-]+\.js)["']/g))
      add(`_astro/${next}`);
  };
  for (const { name, attributes } of site.pages.get(path)?.tags ?? [])
    if (name === 'script' || attributes['rel'] === 'modulepreload')
      add((attributes['src'] ?? attributes['href'] ?? '').slice(BASE.length));
  return [...found];
}

/** The field in the head of each page, which leads to the page that searches. */
function isOfEveryPage(name: string, { class: kind, action }: Readonly<Record<string, string>>): boolean {
  return name === 'form' && kind === 'find' && action === '/harbour/search/';
}
