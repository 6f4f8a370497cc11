import { type Layout, type Parsed, type ParsedRule, linesOf, preamble } from './layout.ts';
import { renderPlain } from './plain-blocks.ts';

const HEADER = /^(?:Rule|Regulation) ([^\s/]{1,20})\/(\d{1,6})(?: \(Power=(\d{1,6}(?:\.\d{1,6})?)\))?[ \t]*$/;
const LINE = /^(?:-{20,}|={20,})[ \t]*$/;

/**
 * `Rule 1006/53 (Power=2)` between lines of dashes, with categories between lines of equals signs, either short or full with history and
 * annotations.
 */
export const agoraReport: Layout = {
  name: 'Agora’s published ruleset',
  detect: ([source, other]) => {
    if (source === undefined || other !== undefined) return false;
    const lines = linesOf(source.text);
    const headers = lines.filter((line) => HEADER.test(line)).length;
    return headers > 1 || (headers === 1 && lines.filter((line) => LINE.test(line)).length > 1);
  },
  parse([source]): Parsed {
    const rules: ParsedRule[] = [];
    const before: string[] = [];
    let isGrouped = false;
    for (const { lines, first, stroke } of segments(linesOf(source?.text ?? ''))) {
      const rule = readRule(lines, first, isGrouped ? 2 : 1);
      if (rule) rules.push(rule);
      else if (stroke === '=') {
        isGrouped = true;
        rules.push(readCategory(lines, first));
      } else if (rules.length === 0) before.push(...lines, '');
      else if (lines.some((line) => line.trim() !== ''))
        rules.push({ title: 'Afterword', level: 1, text: renderPlain(lines), line: first, facts: {} });
    }
    return { rules: [...preamble(renderPlain(before)), ...rules], unsure: [] };
  },
};

interface Segment {
  readonly lines: readonly string[];
  readonly first: number;
  /** The line above it: `-`, `=`, or empty. */
  readonly stroke: string;
}

function segments(lines: readonly string[]): Segment[] {
  const found: Segment[] = [];
  let open: { lines: string[]; first: number; stroke: string } = { lines: [], first: 1, stroke: '' };
  for (const [at, line] of lines.entries()) {
    if (!LINE.test(line)) {
      open.lines.push(line);
      continue;
    }
    found.push(open);
    open = { lines: [], first: at + 2, stroke: line.charAt(0) };
  }
  found.push(open);
  return found;
}

function readCategory(lines: readonly string[], line: number): ParsedRule {
  const at = lines.findIndex((one) => one.trim() !== '');
  const title = lines[at]?.trim() ?? 'Category';
  return { title, level: 1, text: renderPlain(lines.slice(at + 1)), line, facts: {} };
}

function readRule(lines: readonly string[], first: number, level: number): ParsedRule | null {
  const at = lines.findIndex((line) => line.trim() !== '');
  const header = HEADER.exec(lines[at] ?? '');
  if (!header) return null;
  const [, number = '', revision, power] = header;
  const rest = lines.slice(at + 2);
  const endOf = (name: RegExp): number => rest.findLastIndex((line) => name.test(line));
  const [history, annotations] = [endOf(/^History:\s*$/), endOf(/^Annotations:\s*$/)];
  const ends = [history, annotations].filter((end) => end >= 0);
  const entries = entriesBelow(rest, history, annotations);
  const notes = entriesBelow(rest, annotations, history);
  return {
    title: lines[at + 1]?.trim() || `Rule ${number}`,
    number,
    level,
    text: renderPlain(rest.slice(0, Math.min(rest.length, ...ends))),
    line: first + at,
    facts: {
      ...(power !== undefined && { power: Number(power) }),
      'x-revision': Number(revision),
      ...(entries.length > 0 && { 'x-history': entries }),
      ...(notes.length > 0 && { 'x-annotations': notes }),
    },
  };
}

/** A line without indentation begins an entry, and an indented one continues it. */
function entriesBelow(lines: readonly string[], start: number, other: number): string[] {
  if (start < 0) return [];
  const entries: string[] = [];
  for (const line of lines.slice(start + 1, other > start ? other : undefined)) {
    const words = line.trim();
    if (words === '') continue;
    if (/^\s/.test(line) && entries.length > 0) entries[entries.length - 1] += ` ${words}`;
    else entries.push(words);
  }
  return entries;
}
