import { isScalar, LineCounter, parseDocument, visit, type Document, type YAMLMap } from 'yaml';
import { whyNotPlain } from './plain-data.ts';
import { whyTooNested } from './yaml-nesting.ts';

const MAX_ALIASES = 32;

export interface YamlFault {
  readonly message: string;
  /** The line of the text, from 1. */
  readonly line: number;
}

export interface ParsedYaml {
  /** Null where the text is not even parsed, since parsing it would take too long. */
  readonly document: Document | null;
  readonly faults: readonly YamlFault[];
  readonly lineAt: (offset: number) => number;
}

/** All YAML is parsed here, so that no text makes the parser slow: it takes time that grows with the text's length. */
export function parseYaml(source: string): ParsedYaml {
  const lines = new LineCounter();
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  const nested = whyTooNested(source);
  if (nested !== null) return { document: null, faults: [{ message: `Here ${nested}`, line: 1 }], lineAt };
  try {
    const document = parseDocument(source, {
      lineCounter: lines,
      logLevel: 'error',
      // The parser would look for the place of each error in the whole text, and compare each key with all before it.
      prettyErrors: false,
      uniqueKeys: false,
    });
    // A tag such as `!!js/function` that means nothing here would leave a text that nobody meant.
    const known = [...document.errors, ...document.warnings].map(({ message, pos }) => ({
      message: firstSentence(message),
      line: lineAt(pos[0]),
    }));
    return { document, faults: [...known, ...repeatedKeys(document, lineAt)], lineAt };
  } catch (error) {
    return { document: null, faults: [faultOf(error)], lineAt };
  }
}

/** The value that a text of YAML stands for, or what is wrong with it. */
export function readYamlValue(source: string): {
  readonly value: unknown;
  readonly faults: readonly YamlFault[];
} {
  const { document, faults } = parseYaml(source);
  return document === null || faults.length > 0 ? { value: undefined, faults } : yamlValueOf(document);
}

export function yamlValueOf(document: Document): {
  readonly value: unknown;
  readonly faults: readonly YamlFault[];
} {
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    const why = whyNotPlain(value);
    return why === null
      ? { value, faults: [] }
      : { value: undefined, faults: [{ message: `This is no plain data: ${why}`, line: 1 }] };
  } catch (error) {
    return { value: undefined, faults: [faultOf(error)] };
  }
}

/** yaml throws where aliases multiply or mean nothing, and where things are nested without end. */
function faultOf(error: unknown): YamlFault {
  if (error instanceof ReferenceError || error instanceof RangeError)
    return { message: firstSentence(error.message), line: 1 };
  throw error;
}

function repeatedKeys(document: Document, lineAt: (offset: number) => number): readonly YamlFault[] {
  const found: YamlFault[] = [];
  visit(document, {
    Map(_, map: YAMLMap) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value))
          found.push({
            message: `The key ${String(key.value)} stands here twice`,
            line: lineAt(key.range?.[0] ?? 0),
          });
        seen.add(key.value);
      }
    },
  });
  return found;
}

/** `Unexpected end:` and more lines → `Unexpected end` */
function firstSentence(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/[.:]$/, '');
}
