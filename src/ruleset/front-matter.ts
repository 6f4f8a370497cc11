import { BOUNDS } from '../kernel/bounds.ts';
import type { Problem } from './problem.ts';
import { readFrontMatter, readYaml, type AsTyped } from './read-yaml.ts';
import type { YamlRead } from './yaml-read.ts';

/** Limits, so that no file can make the parser slow or fill its memory. */
const MAX_FILE_LENGTH: number = BOUNDS.ruleFile.read;
const MAX_FRONT_MATTER_LENGTH = 64_000;

export interface LengthLimits {
  readonly file: number;
  readonly matter: number;
  readonly asTyped?: AsTyped;
}

export const WRITTEN_BY_PEOPLE: LengthLimits = { file: MAX_FILE_LENGTH, matter: MAX_FRONT_MATTER_LENGTH };

export interface MarkdownFile {
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** The line at which the body begins, counted from 1. */
  readonly bodyLine: number;
  readonly keyLines: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}

/** The pieces of a file, which join to the original: `bom + open + matter + close + body`. */
export interface SplitFile {
  readonly bom: string;
  /** `---` and its line end, or empty if there is no front matter. */
  readonly open: string;
  readonly matter: string;
  readonly close: string;
  readonly body: string;
}

const FRONT_MATTER = /^(---[ \t]*\r?\n)((?:(?!---[ \t]*(?:\r?\n|$))[^\n]*\n)*)(---[ \t]*(?:\r?\n|$))/;

export function splitFrontMatter(text: string): SplitFile {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const rest = text.slice(bom.length);
  const found = FRONT_MATTER.exec(rest);
  if (!found) return { bom, open: '', matter: '', close: '', body: rest };
  const [whole, open = '', block = '', close = ''] = found;
  return { bom, open, matter: block, close, body: rest.slice(whole.length) };
}

export function joinFile(split: SplitFile): string {
  return split.bom + split.open + split.matter + split.close + split.body;
}

/** Reads front matter, which must be YAML, and the body below it. */
export function readMarkdownFile(
  file: string,
  text: string,
  limits: LengthLimits = WRITTEN_BY_PEOPLE,
): MarkdownFile {
  const empty = { data: {}, keyLines: {}, bodyLine: 1 };
  if (text.length > limits.file)
    return {
      ...empty,
      body: '',
      problems: [tooLong(file, text, limits.file, 'two rules with half of the text each')],
    };
  const split = splitFrontMatter(text);
  const bodyLine = 1 + countLines(split.open + split.matter + split.close);
  if (split.open === '') return { ...empty, body: split.body, problems: findForeignMatter(file, split.body) };
  if (split.matter.length > limits.matter) {
    const problem = {
      file,
      line: 1,
      code: 'front-matter-too-long',
      message: `The front matter has ${split.matter.length} characters.`,
      expected: `at most ${limits.matter} characters`,
      example: 'text moved to the body',
    };
    return { ...empty, bodyLine, body: split.body, problems: [problem] };
  }
  const { data, keyLines, problems } = readFrontMatter(file, split.matter, 2, limits.asTyped);
  return { data, keyLines, problems, body: split.body, bodyLine };
}

/** Reads a YAML file, such as `pack.yml`, with the same limits and problems as front matter. */
export function readYamlFile(
  file: string,
  text: string,
  asTyped: AsTyped = false,
  most = MAX_FILE_LENGTH,
): YamlRead {
  if (text.length <= most) return readYaml(file, text, 1, asTyped);
  return { data: {}, keyLines: {}, problems: [tooLong(file, text, most, 'a shorter file')] };
}

function tooLong(file: string, { length }: string, most: number, example: string): Problem {
  const message = `The file has ${length} characters.`;
  return { code: 'file-too-long', file, message, expected: `at most ${most} characters`, example };
}

/** `---js` at the top starts front matter in another language, which is never run but always reported. */
function findForeignMatter(file: string, body: string): Problem[] {
  const found = /^---[ \t]*([A-Za-z][^\s]*)[ \t]*\r?\n/.exec(body);
  const expected = 'YAML between two lines of three hyphens';
  const example = '--- / title: Votes / ---';
  if (found) {
    const message = `The front matter is marked as "${found[1]}", but only YAML is read. Nothing in it was run.`;
    return [{ code: 'front-matter-language', file, line: 1, message, expected, example }];
  }
  if (!/^---[ \t]*\r?\n/.test(body)) return [];
  return [
    {
      code: 'front-matter-open',
      file,
      line: 1,
      message: 'The front matter is not closed.',
      expected,
      example,
    },
  ];
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
