// Commands, options, paths and headings that the pages name, held against what there is.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = new Map(
  ['{README,ARCHITECTURE,CONTRIBUTING}.md', 'docs/*.md', 'docs/how-to/*.md']
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((path) => [path.replaceAll('\\', '/'), read(path)]),
);
const ofPages = (find: (text: string, page: string) => readonly string[]): readonly string[] =>
  [...pages].flatMap(([page, text]) => find(text, page).map((found) => `${page}: ${found}`));

/** `## seal` with its table of options → seal: --game, --as, … */
const optionsOf = new Map(
  read('docs/reference/commands.md')
    .split(/^## /mu)
    .slice(1)
    .map((section) => [
      section.split('\n', 1)[0]?.replaceAll('`', '') ?? '',
      new Set(section.match(/--[a-z][a-z-]*/gu)),
    ]),
);

/** The lines of a page that name a command, each from the command on: `gitnomic -- status --json # how` → `status --json` */
function commandsIn(text: string): readonly string[] {
  const inline = [...text.replaceAll(/```.*?```/gsu, '').matchAll(/`([^`]+)`/gu)].map(
    ([, code = '']) => code,
  );
  const blocks = [
    ...text.matchAll(/^(?: {4,}|\$ )(.*)$/gmu),
    ...text.matchAll(/^(.*gitnomic .*)$/gmu),
  ].flatMap(([, line = '']) => (line.includes('`') ? [] : [line]));
  return [...inline, ...blocks.map((line) => line.replace(/ #.*/u, ''))].flatMap((code) => {
    const [, command] = /(?:^|.*[\s/=])gitnomic(?:\.mjs)? (?:-- )?(?!gitnomic$)([a-z].*)$/u.exec(code) ?? [];
    return command === undefined ? [] : [command];
  });
}

test('each command that a page names exists, and has the options it’s given', () => {
  expect(optionsOf.size).toBeGreaterThan(40);
  const isKnown = (word: string): boolean => optionsOf.has(word) || word === 'help';
  const wrong = (text: string): readonly string[] =>
    commandsIn(text).flatMap((line) => {
      const [first = '', second = ''] = line.split(' ');
      const command = optionsOf.has(`${first} ${second}`) ? `${first} ${second}` : first;
      if (!isKnown(command)) return [line];
      const own = optionsOf.get(command);
      return (line.match(/(?<=\s)--[a-z][a-z-]*/gu) ?? [])
        .filter((option) => own?.has(option) === false && option !== '--json' && option !== '--help')
        .map((option) => `${command} has no ${option}`);
    });
  expect(wrong('`gitnomic dance` and `npx gitnomic vote --hard for 3`')).toEqual([
    'dance',
    'vote has no --hard',
  ]);
  expect(ofPages(commandsIn).length).toBeGreaterThan(150);
  expect(ofPages(wrong)).toEqual([]);
});

test('each path of the project that a page names exists', () => {
  const named = (text: string): readonly string[] =>
    [...text.matchAll(/`((?:src|test|scripts|schemas|deploy|bench|docs)\/[^`\s]*)`/gu)].flatMap(
      ([, path = '']) => (/[<*…]/u.test(path) ? [] : [path]),
    );
  expect(ofPages(named).length).toBeGreaterThan(40);
  expect(ofPages((text) => named(text).filter((path) => !existsSync(join(root, path))))).toEqual([]);
});

test('each link to a heading leads to one', () => {
  const plain = (text: string): string => text.replaceAll(/```.*?```|`[^`\n]*`/gsu, '');
  const headingsOf = (page: string): ReadonlySet<string> =>
    new Set(
      [...read(page).matchAll(/^#+ (.*)$/gmu)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N} -]/gu, '')
          .replaceAll(' ', '-'),
      ),
    );
  const links = (text: string): readonly string[] =>
    [...plain(text).matchAll(/\]\((?![a-z]+:)([^)\s]*#[^)\s]+)\)/gu)].map(([, link = '']) => link);
  expect(ofPages(links).length).toBeGreaterThan(20);
  const broken = ofPages((text, page) =>
    links(text).filter((link) => {
      const [to = '', heading = ''] = link.split('#');
      return !headingsOf(to === '' ? page : join(dirname(page), to)).has(heading);
    }),
  );
  expect(broken).toEqual([]);
});
