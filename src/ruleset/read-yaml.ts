import matter from 'gray-matter';
import { parseDocument, isMap, isScalar, LineCounter } from 'yaml';
import type { Document } from 'yaml';
import { whyNotPlain } from './plain-data.ts';
import { readPlainFrontMatter } from './plain-front-matter.ts';
import type { Problem } from './problem.ts';
import type { YamlRead } from './yaml-read.ts';
import { whyTooNested } from './yaml-nesting.ts';

const MAX_ALIASES = 32;

/** gray-matter brings readers for other languages, one of which runs what it reads: none of them is ever asked. */
const REFUSED = { parse: refuse, stringify: refuse };
const ONLY_YAML = { javascript: REFUSED, js: REFUSED, json: REFUSED, coffee: REFUSED, toml: REFUSED };

/** Reads a block of front matter: gray-matter finds it, and hands it to the reader of YAML here. */
export function readFrontMatter(file: string, block: string, firstLine: number): YamlRead {
  let read: YamlRead = { data: {}, problems: [], keyLines: {} };
  const parse = (source: string): object => {
    // gray-matter hands over the block with the line end that followed `---` in front of it, and without the last one.
    const text = `${source.replace(/^\r?\n/, '')}\n`;
    read = readPlainFrontMatter(text, firstLine) ?? readYaml(file, text, firstLine);
    return read.data;
  };
  const end = block === '' || block.endsWith('\n') ? '' : '\n';
  matter(`---\n${block}${end}---\n`, {
    language: 'yaml',
    engines: { ...ONLY_YAML, yaml: { parse, stringify: refuse } },
  });
  return read;
}

function refuse(): never {
  throw new Error('Front matter is YAML; no other language is read');
}

/** Reads keys and values, `firstLine` being where they begin in their file. */
export function readYaml(file: string, source: string, firstLine: number): YamlRead {
  const lines = new LineCounter();
  const problems: Problem[] = [];
  const report = (code: string, line: number, message: string, expected: string): void => {
    problems.push({ code, file, line, message, expected, example: 'title: Votes' });
  };
  let document: Document | null = null;
  let data: Record<string, unknown> = {};
  const nested = whyTooNested(source);
  try {
    if (nested !== null) report('yaml-unreadable', firstLine, `Here ${nested}.`, 'plain YAML');
    else {
      // For a pretty error its place is looked for in the whole text, and there may be as many as letters.
      document = parseDocument(source, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
      // A tag such as `!!js/function` that means nothing here would leave a text that nobody meant.
      if (document.errors.length + document.warnings.length === 0)
        data = toRecord(document.toJS({ maxAliasCount: MAX_ALIASES }));
    }
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
  for (const { message, pos } of [...(document?.errors ?? []), ...(document?.warnings ?? [])]) {
    const { line } = lines.linePos(pos[0]);
    report('yaml-unreadable', firstLine - 1 + Math.max(1, line), firstSentence(message), 'plain YAML');
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

/** `Unexpected end:` and more lines → `Unexpected end.` */
function firstSentence(message: string): string {
  return `${(message.split('\n')[0] ?? '').replace(/[.:]$/, '')}.`;
}
