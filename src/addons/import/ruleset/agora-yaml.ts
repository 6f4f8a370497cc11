import { readYaml } from '../../../ruleset/read-yaml.ts';
import { type Layout, type Parsed, type ParsedRule, type Unsure, linesOf } from './layout.ts';
import type { Source } from '../../../cli/command.ts';
import { renderPlain } from './plain-blocks.ts';

type Data = Readonly<Record<string, unknown>>;

interface Read {
  readonly source: Source;
  readonly data: Data;
}

interface Category {
  readonly name: string;
  readonly note: string;
  readonly rules: readonly string[];
}

const isRule = ({ text }: Source): boolean =>
  /^id:/m.test(text) && /^name:/m.test(text) && /^text:/m.test(text);
const isIndex = ({ path, text }: Source): boolean =>
  /(?:^|\/)index(?:\.ya?ml)?$/.test(path) && /^- name:/m.test(text) && /^ {2}rules:/m.test(text);

/** One YAML file for each rule, with `id`, `name`, `power`, `text` and `history`, and an index of the rules in force. */
export const agoraYaml: Layout = {
  name: 'Agora’s YAML',
  detect: (sources) => sources.some(isRule),
  parse(sources): Parsed {
    const unsure: Unsure[] = [];
    for (const source of sources)
      if (!isRule(source) && !isIndex(source)) unsure.push({ line: 1, text: source.path, code: 'left-out' });
    const read = sources.filter(isRule).map((source) => ({ source, data: readData(source, unsure) }));
    const inForce = read.filter(({ data }) => !isRepealed(data));
    for (const { source, data } of read.filter(({ data }) => isRepealed(data)))
      unsure.push({ line: 1, text: `${source.path}: ${say(data['name'])}`, code: 'repealed' });
    const byId = new Map(inForce.map((one) => [say(one.data['id']), one]));
    const categories = sources.filter(isIndex).flatMap(({ text }) => readIndex(text));
    const rules: ParsedRule[] = [];
    for (const { name, note, rules: ids } of categories) {
      rules.push({ title: name, level: 1, text: renderPlain(linesOf(note)), line: 1, facts: {} });
      for (const id of ids) {
        const one = byId.get(id);
        byId.delete(id);
        if (one) rules.push(toRule(one, 2));
      }
    }
    const others = [...byId.values()].sort((a, b) => Number(a.data['id']) - Number(b.data['id']));
    // A rule without a category is in force too.
    for (const { data } of categories.length > 0 ? others : [])
      unsure.push({ line: 1, text: `${say(data['id'])} ${say(data['name'])}`, code: 'no-index' });
    return { rules: [...rules, ...others.map((one) => toRule(one, 1))], unsure };
  },
};

function readData({ path, text }: Source, unsure: Unsure[]): Data {
  const { data, problems } = readYaml(path, text, 1, (key) => key !== 'power');
  const [problem] = problems;
  if (!problem) return data;
  // A file that can't be parsed is imported as plain text.
  unsure.push({ line: problem.line ?? 1, text: `${path}: ${problem.message}`, code: 'unreadable' });
  const id = path.slice(path.lastIndexOf('/') + 1);
  return { id, name: `Rule ${id}`, text };
}

function readIndex(text: string): Category[] {
  // The reader expects keys, so the list gets one.
  const { data } = readYaml('index', `all:\n${text}`, 0, true);
  return listed(data['all'])
    .filter(isData)
    .map((one) => ({
      name: say(one['name']),
      note: say(one['note']),
      rules: listed(one['rules']).map(say),
    }));
}

function toRule({ data }: Read, level: number): ParsedRule {
  const { id, name, text, power, history, annotations, ...others } = data;
  const entries = { history: listed(history).map(sayEntry), annotations: listed(annotations).map(sayEntry) };
  const facts = Object.fromEntries([
    ...(typeof power === 'number' ? [['power', power] as const] : []),
    ...Object.entries(entries).flatMap(([key, all]) => (all.length > 0 ? [[`x-${key}`, all] as const] : [])),
    ...Object.entries(others).map(([key, value]) => [`x-${key.toLowerCase()}`, value] as const),
  ]);
  const number = say(id);
  return { title: say(name), number, level, text: renderPlain(linesOf(say(text))), line: 1, facts };
}

function isRepealed({ history }: Data): boolean {
  const last = listed(history).at(-1);
  const change = isData(last) ? last['change'] : null;
  return isData(change) && say(change['type']).startsWith('repeal');
}

/** `{change: {type: amendment}, date: 2024-07-13, agent: {proposal: 9136}}` → `amendment, 2024-07-13, proposal 9136` */
function sayEntry(value: unknown): string {
  if (Array.isArray(value)) return value.map(sayEntry).join(', ');
  if (!isData(value)) return say(value);
  return Object.entries(value)
    .map(([key, inner]) => {
      const words = sayEntry(inner);
      const isNamed = !['type', 'date', 'text', 'change', 'agent', 'cfjs'].includes(key);
      return isNamed ? `${key} ${words}` : words;
    })
    .filter((words) => words !== '')
    .join(', ');
}

function say(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
