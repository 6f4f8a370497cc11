import matter from 'gray-matter';
import { parseDocument, isMap, isScalar, LineCounter } from 'yaml';
import type { Document, Pair } from 'yaml';
import type { Problem } from './problem.ts';

/** Bounds on what is read, so that no file can make a reader slow or fill its memory. */
export const MAX_FILE_LENGTH = 400_000;
export const MAX_FRONT_MATTER_LENGTH = 64_000;
const MAX_ALIASES = 32;

export interface MarkdownFile {
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** The line that the body begins at; 1 is the first of the file. */
  readonly bodyLine: number;
  /** The line at which each front-matter key stands. */
  readonly keyLines: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}

/** The pieces of a file, which joined give it back: `bom + open + matter + close + body`. */
export interface SplitFile {
  readonly bom: string;
  /** `---` and its line end, or nothing where there is no front matter. */
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

/** Reads front matter, which is YAML and nothing else, and the body below it. */
export function readMarkdownFile(file: string, text: string): MarkdownFile {
  const empty = { data: {}, keyLines: {}, bodyLine: 1 };
  if (text.length > MAX_FILE_LENGTH) {
    const message = `The file has ${text.length} characters.`;
    const problem = {
      file,
      code: 'file-too-long',
      message,
      expected: `at most ${MAX_FILE_LENGTH} characters`,
    };
    return { ...empty, body: '', problems: [{ ...problem, example: 'the same text in two rules' }] };
  }
  const split = splitFrontMatter(text);
  const bodyLine = 1 + countLines(split.open + split.matter + split.close);
  if (split.open === '') return { ...empty, body: split.body, problems: findForeignMatter(file, split.body) };
  if (split.matter.length > MAX_FRONT_MATTER_LENGTH) {
    const message = `The front matter has ${split.matter.length} characters.`;
    const problem = {
      file,
      line: 1,
      code: 'front-matter-too-long',
      message,
      example: 'text moved to the body',
    };
    const expected = `at most ${MAX_FRONT_MATTER_LENGTH} characters`;
    return { ...empty, bodyLine, body: split.body, problems: [{ ...problem, expected }] };
  }
  const { data, keyLines, problems } = readYaml(file, split.matter, 2, split.open);
  return { data, keyLines, problems, body: split.body, bodyLine };
}

/** Reads a YAML file, such as `pack.yml`, with the same bounds and problems as front matter. */
export function readYamlFile(file: string, text: string): Omit<MarkdownFile, 'body' | 'bodyLine'> {
  if (text.length <= MAX_FILE_LENGTH) return readYaml(file, text, 1, '---\n');
  const message = `The file has ${text.length} characters.`;
  const expected = `at most ${MAX_FILE_LENGTH} characters`;
  return {
    data: {},
    keyLines: {},
    problems: [{ code: 'file-too-long', file, message, expected, example: 'a shorter file' }],
  };
}

interface YamlRead {
  readonly data: Readonly<Record<string, unknown>>;
  readonly keyLines: Record<string, number>;
  readonly problems: Problem[];
}

function readYaml(file: string, block: string, firstLine: number, open: string): YamlRead {
  const read: { lines: LineCounter; document: Document | null } = {
    lines: new LineCounter(),
    document: null,
  };
  const parse = (source: string): object => {
    // gray-matter hands over the block with the line end that followed `---` still in front of it.
    const lead = source.startsWith('\r\n') ? 2 : source.startsWith('\n') ? 1 : 0;
    const document = parseDocument(source.slice(lead), { lineCounter: read.lines });
    read.document = document;
    if (document.errors.length > 0) return {};
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  };
  const problems: Problem[] = [];
  const example = 'title: Votes';
  let data: Record<string, unknown> = {};
  try {
    data = matter(
      `${open.trimEnd()}\n${block}${block.endsWith('\n') || block === '' ? '' : '\n'}---\n`,
      safeOptions(parse),
    ).data;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    problems.push({
      code: 'yaml-unreadable',
      file,
      line: firstLine,
      message: `${error.message}.`,
      expected: 'plain YAML',
      example,
    });
  }
  for (const error of read.document?.errors ?? []) {
    const line = firstLine - 1 + (error.linePos?.[0].line ?? 1);
    problems.push({
      code: 'yaml-unreadable',
      file,
      line,
      message: firstSentence(error.message),
      expected: 'plain YAML',
      example,
    });
  }
  const contents = read.document?.contents;
  if (
    problems.length === 0 &&
    contents &&
    !isMap(contents) &&
    !(isScalar(contents) && contents.value === null)
  ) {
    problems.push({
      code: 'yaml-no-map',
      file,
      line: firstLine,
      message: 'There are no keys.',
      expected: 'keys and values',
      example,
    });
  }
  return { data, problems, keyLines: keyLinesOf(read.document, read.lines, firstLine) };
}

function keyLinesOf(
  document: Document | null,
  lines: LineCounter,
  firstLine: number,
): Record<string, number> {
  const contents = document?.contents;
  const found: Record<string, number> = {};
  if (!isMap(contents)) return found;
  for (const { key } of contents.items as Pair[]) {
    if (!isScalar(key) || !key.range) continue;
    found[String(key.value)] = firstLine - 1 + lines.linePos(key.range[0]).line;
  }
  return found;
}

/** gray-matter would run `---js` as code: every engine but YAML is replaced by one that refuses. */
function safeOptions(parse: (source: string) => object): Parameters<typeof matter>[1] {
  const refuse = (): never => {
    throw new Error('Front matter is YAML; no other language is read');
  };
  const engine = { parse: refuse, stringify: refuse };
  const engines = { javascript: engine, js: engine, json: engine, coffee: engine, toml: engine };
  return { language: 'yaml', engines: { ...engines, yaml: { parse, stringify: refuse } } };
}

/** `---js` at the top opens front matter in another language, which is never run and never passed over silently. */
function findForeignMatter(file: string, body: string): Problem[] {
  const found = /^---[ \t]*([A-Za-z][^\s]*)[ \t]*\r?\n/.exec(body);
  const expected = 'YAML between two lines of three hyphens';
  const example = '--- / title: Votes / ---';
  if (found) {
    const message = `The front matter is said to be "${found[1]}", and only YAML is read; nothing of it was run.`;
    return [{ code: 'front-matter-language', file, line: 1, message, expected, example }];
  }
  if (!/^---[ \t]*\r?\n/.test(body)) return [];
  return [
    { code: 'front-matter-open', file, line: 1, message: 'The front matter has no end.', expected, example },
  ];
}

export function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** `Unexpected end at line 1, column 5:` and a picture of the place → `Unexpected end.` */
function firstSentence(message: string): string {
  return `${(message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '').replace(/[.:]$/, '')}.`;
}
