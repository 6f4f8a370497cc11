import matter from 'gray-matter';
import { isMap, isNode, isScalar, type Document } from 'yaml';
import { keepLetters, parseYaml, yamlValueOf } from './parse-yaml.ts';
import type { Problem } from './problem.ts';
import type { YamlRead } from './yaml-read.ts';

/** gray-matter has parsers for other languages, one of which runs its input. None of them may be used. */
const REFUSED = { parse: refuse, stringify: refuse };
const ONLY_YAML = { javascript: REFUSED, js: REFUSED, json: REFUSED, coffee: REFUSED, toml: REFUSED };

/** True if values may be meant as texts and so keep their characters: all values, or those of some keys. */
export type AsTyped = boolean | ((key: string) => boolean);

/** Reads a block of front matter. gray-matter finds it and passes it to our YAML parser. */
export function readFrontMatter(
  file: string,
  block: string,
  firstLine: number,
  asTyped: AsTyped = false,
): YamlRead {
  let read: YamlRead = { data: {}, problems: [], keyLines: {} };
  const parse = (source: string): object => {
    // gray-matter passes the block with the line end after `---`, and without the last one.
    const text = `${source.replace(/^\r?\n/, '')}\n`;
    read = readYaml(file, text, firstLine, asTyped);
    return read.data;
  };
  if (isMostlyBlank(block)) {
    parse(block);
    return read;
  }
  const end = block === '' || block.endsWith('\n') ? '' : '\n';
  matter(`---\n${block}${end}---\n`, {
    language: 'yaml',
    engines: { ...ONLY_YAML, yaml: { parse, stringify: refuse } },
  });
  return read;
}

/** With more blank space than this, gray-matter searches it from each line for comments, which is slow. */
const MOST_BLANK = 1_000;

function isMostlyBlank(block: string): boolean {
  if (block.length <= MOST_BLANK) return false;
  let blank = 0;
  for (const sign of block) {
    blank = sign.trim() === '' ? blank + 1 : 0;
    if (blank > MOST_BLANK) return true;
  }
  return false;
}

function refuse(): never {
  throw new Error('Front matter must be YAML');
}

/** Reads keys and values. `firstLine` is their first line in the file. */
export function readYaml(
  file: string,
  source: string,
  firstLine: number,
  asTyped: AsTyped = false,
): YamlRead {
  const { document, faults: unread, lineAt } = parseYaml(source);
  if (document !== null) keepLettersOf(document, asTyped);
  const { value, faults } =
    document === null || unread.length > 0 ? { value: null, faults: unread } : yamlValueOf(document);
  const problems: Problem[] = faults.map(({ message, line }) => ({
    code: 'yaml-unreadable',
    file,
    line: firstLine - 1 + line,
    message: `${message}.`,
    expected: 'plain YAML',
    example: 'title: Votes',
  }));
  const { contents = null } = document ?? {};
  const isEmpty = contents === null || (isScalar(contents) && contents.value === null);
  if (problems.length === 0 && document && !isMap(contents) && !isEmpty)
    problems.push({
      code: 'yaml-no-map',
      file,
      line: firstLine,
      message: 'There are no keys.',
      expected: 'keys and values',
      example: 'title: Votes',
    });
  const keyLines = document ? keyLinesOf(document, (offset) => firstLine - 1 + lineAt(offset)) : {};
  return { data: toRecord(value), problems, keyLines };
}

function keepLettersOf(document: Document, asTyped: AsTyped): void {
  if (asTyped === true) keepLetters(document);
  if (typeof asTyped !== 'function' || !isMap(document.contents)) return;
  for (const { key, value } of document.contents.items)
    if (isScalar(key) && isNode(value) && asTyped(String(key.value))) keepLetters(value);
}

function toRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return value as Record<string, unknown>;
}

function keyLinesOf({ contents }: Document, lineAt: (offset: number) => number): Record<string, number> {
  // A key may be named `__proto__`.
  const found = Object.create(null) as Record<string, number>;
  if (!isMap(contents)) return found;
  for (const { key } of contents.items) {
    if (!isScalar(key) || !key.range) continue;
    found[String(key.value)] = lineAt(key.range[0]);
  }
  return found;
}
