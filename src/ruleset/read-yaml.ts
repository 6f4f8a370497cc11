import matter from 'gray-matter';
import { parseDocument, isMap, isScalar, LineCounter } from 'yaml';
import type { Document } from 'yaml';
import { whyNotPlain } from './plain-data.ts';
import { readPlainFrontMatter } from './plain-front-matter.ts';
import type { Problem } from './problem.ts';
import type { YamlRead } from './yaml-read.ts';
import { whyTooNested } from './yaml-nesting.ts';

const MAX_ALIASES = 32;

/** Reads keys and values, `firstLine` being where they begin in their file. */
export function readYaml(file: string, source: string, firstLine: number): YamlRead {
  return collect(file, firstLine, (parse) => parse(source));
}

/** Reads a block of front matter: what isn’t plain by gray-matter, which is told to read YAML and nothing else. */
export function readFrontMatter(file: string, block: string, firstLine: number): YamlRead {
  const plain = readPlainFrontMatter(block, firstLine);
  if (plain !== null) return plain;
  const end = block === '' || block.endsWith('\n') ? '' : '\n';
  return collect(file, firstLine, (parse) => matter(`---\n${block}${end}---\n`, safeOptions(parse)).data);
}

type Parse = (source: string) => Record<string, unknown>;

function collect(file: string, firstLine: number, read: (parse: Parse) => Record<string, unknown>): YamlRead {
  const lines = new LineCounter();
  const documents: Document[] = [];
  const problems: Problem[] = [];
  const report = (code: string, line: number, message: string, expected: string): void => {
    problems.push({ code, file, line, message, expected, example: 'title: Votes' });
  };
  let data: Record<string, unknown> = {};
  try {
    data = read((source) => {
      const nested = whyTooNested(source);
      if (nested !== null) {
        report('yaml-unreadable', firstLine, `Here ${nested}.`, 'plain YAML');
        return {};
      }
      // gray-matter hands over the block with the line end that followed `---` still in front of it.
      const document = parseDocument(source.replace(/^\r?\n/, ''), { lineCounter: lines });
      documents.push(document);
      // A tag such as `!!js/function` that means nothing here would leave a text that nobody meant.
      return document.errors.length + document.warnings.length > 0
        ? {}
        : toRecord(document.toJS({ maxAliasCount: MAX_ALIASES }));
    });
    const why = whyNotPlain(data);
    if (why !== null) {
      data = {};
      report('yaml-unreadable', firstLine, `This is no plain data: ${why}.`, 'plain YAML');
    }
  } catch (error) {
    // yaml throws where aliases multiply, and where brackets are nested without end.
    if (!(error instanceof ReferenceError) && !(error instanceof RangeError)) throw error;
    report('yaml-unreadable', firstLine, `${error.message}.`, 'plain YAML');
  }
  const [document] = documents;
  for (const { message, linePos } of [...(document?.errors ?? []), ...(document?.warnings ?? [])]) {
    report('yaml-unreadable', firstLine - 1 + (linePos?.[0].line ?? 1), firstSentence(message), 'plain YAML');
  }
  if (problems.length === 0 && document && !isMap(document.contents) && !isEmpty(document)) {
    report('yaml-no-map', firstLine, 'There are no keys.', 'keys and values');
  }
  return { data, problems, keyLines: document ? keyLinesOf(document, lines, firstLine) : {} };
}

function toRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return value as Record<string, unknown>;
}

function isEmpty({ contents }: Document): boolean {
  return contents === null || (isScalar(contents) && contents.value === null);
}

function keyLinesOf({ contents }: Document, lines: LineCounter, firstLine: number): Record<string, number> {
  // A key may be called `__proto__`.
  const found = Object.create(null) as Record<string, number>;
  if (!isMap(contents)) return found;
  for (const { key } of contents.items) {
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

/** `Unexpected end at line 1, column 5:` and a picture of the place → `Unexpected end.` */
function firstSentence(message: string): string {
  return `${(message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '').replace(/[.:]$/, '')}.`;
}
