import { z } from 'zod';

import { ENGLISH, placesOf, type Language, type Translated } from '../language/language.ts';
import { BOUNDS } from '../kernel/bounds.ts';
import { readYamlFile } from '../ruleset/front-matter.ts';
import { parseYaml } from '../ruleset/parse-yaml.ts';
import { describeProblem } from '../ruleset/problem.ts';
import { OWN_LANGUAGES, SITE_FILE, type ContentFiles } from './paths.ts';

/** Most games name no language, so their files needn't be parsed for it. */
const NAMED = /^language:/mu;
export const languageTag = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/u, 'must be the tag of a language, such as de or pt-BR');

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/** The tag of the language that was probably meant: `DE` → `de`, `de_AT` → `de-AT`, `German` and `Deutsch` → `de`. */
export function languageMeant(given: string): string | undefined {
  const tag = canonical(given.replaceAll('_', '-'));
  const named = (code: string, by: string): string | undefined =>
    new Intl.DisplayNames([by], { type: 'language', fallback: 'none' }).of(code)?.toLowerCase();
  if (tag !== undefined && languageTag.safeParse(tag).success && named(tag, 'en') !== undefined) return tag;
  const small = given.trim().toLowerCase();
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`));
  return (
    codes.find((code) => named(code, 'en') === small) ?? codes.find((code) => named(code, code) === small)
  );
}

function canonical(given: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(given)[0];
  } catch {
    return undefined;
  }
}

const form = z.enum(['zero', 'one', 'two', 'few', 'many', 'other']);
const translated = z.union([z.string(), z.null(), z.partialRecord(form, z.string())]);
const NOT_A_TEXT = 'is neither a text nor a map of the forms zero, one, two, few, many and other';

interface LanguageFile {
  readonly path: string;
  readonly text: string;
}

interface LanguageRead {
  readonly language: Language;
  readonly problems: readonly string[];
}

/** The language of a new game, with its file of translations. */
export interface LanguageChosen {
  readonly tag: string;
  readonly texts: string;
}

/** The language that `site.yml` names, for all texts that people read; English if a file can’t be read. */
export function languageOf(files: ContentFiles): Language {
  const tag = tagIn(files);
  if (tag === null) return ENGLISH;
  const path = fileOfLanguage(tag);
  return readLanguage(tag, [{ path, text: files.get(path) ?? '' }]).language;
}

/** The file of translations that `site.yml` asks for; null if it names no language. */
export function languageFileOf(files: ContentFiles): string | null {
  const tag = tagIn(files);
  return tag === null ? null : fileOfLanguage(tag);
}

export const fileOfLanguage = (tag: string): string => `${OWN_LANGUAGES}${tag}.yml`;

function tagIn(files: ContentFiles): string | null {
  const display = files.get(SITE_FILE);
  if (display === undefined || !NAMED.test(display)) return null;
  const { data } = readYamlFile(SITE_FILE, display);
  const { success, data: named } = z.object({ language: languageTag }).safeParse(data);
  return success ? named.language : null;
}

/** The game’s language with the group's translations; unreadable ones are reported, and shown in English. */
export function readLanguage(tag: string, files: readonly LanguageFile[]): LanguageRead {
  const path = fileOfLanguage(tag);
  const file = files.find((one) => one.path === path);
  if (file === undefined)
    return {
      language: { ...ENGLISH, tag },
      problems: tag === ENGLISH.tag ? [] : [`${path}: is not there, so that all texts are in English`],
    };
  const { data, problems } = readTranslations(path, file.text);
  if (problems.length > 0) return { language: { ...ENGLISH, tag }, problems: problems.map(describeProblem) };
  return textsIn(tag, file, data ?? {});
}

export function readTranslations(path: string, text: string): ReturnType<typeof readYamlFile> {
  return readYamlFile(path, text, false, BOUNDS.languageFile.read);
}

function textsIn(tag: string, { path, text }: LanguageFile, data: object): LanguageRead {
  const { document, lineAt } = parseYaml(text);
  const texts: Record<string, Translated> = {};
  const problems: string[] = [];
  for (const [message, value] of Object.entries(data)) {
    const parsed = translated.safeParse(value);
    const why = parsed.success ? whyNot(message, parsed.data) : NOT_A_TEXT;
    if (why !== null) {
      const node = document?.getIn([message], true) as { readonly range?: readonly number[] } | undefined;
      problems.push(`${path}:${lineAt(node?.range?.[0] ?? 0)}: “${message}”: ${why}`);
    } else if (parsed.success && parsed.data !== null && parsed.data !== '') texts[message] = parsed.data;
  }
  return { language: { tag, texts }, problems };
}

/** Every placeholder must be translated, or a name, number or link would be missing. Only a singular form may omit one. */
function whyNot(message: string, value: Translated | null): string | null {
  const all =
    value === null || value === '' ? [] : typeof value === 'string' ? [value] : [value['other'] ?? ''];
  const wrong = all.find((one) => placesOf(one) !== placesOf(message));
  return wrong === undefined ? null : `“${wrong}” must have the same places: ${placesOf(message) || 'none'}`;
}

const FIRST_LINES =
  '# The texts of the pages, each followed by its translation. {1}, {2} and <1>…</1> have to be kept, in any order.\n';

/** Adds missing texts to a file of translations. Untranslated ones are shown in English. */
export function completed(before: string | null, missing: readonly string[]): string {
  const lines = missing.map((message) => `${JSON.stringify(message)}:\n`);
  return `${(before ?? FIRST_LINES).replace(/\n?$/u, '\n')}${lines.join('')}`;
}

/** `site.yml` in that language. A file with nothing else keeps the pack's look. */
export function siteIn(site: string, tag: string): string {
  return `language: ${tag}\n${site.replace(/^language:.*\n?/mu, '')}`;
}
