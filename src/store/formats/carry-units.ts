import { modulesUsedBy } from '../../play/rules-that-run.ts';
import { readLibrary } from '../library.ts';
import { RULESET, type ContentFiles } from '../paths.ts';
import { patched, readPatches, type Patch } from './patches.ts';

type Texts = ReadonlyMap<string, string>;

const UNIT = '(?:second|minute|hour|day|week|month|year)s?';

/**
 * Moves the units of durations into their live values, as the library has them: `[48](#value:window) hours` becomes
 * `[48 hours](#value:window)`, and the clause reads hours. A rule and all code that it uses change together or not at
 * all, because a group may have rewritten some of it. What stays goes on as before, since bare numbers are still read.
 */
export function carryUnits(files: ContentFiles): ReadonlyMap<string, string> {
  const patches = readPatches(readLibrary().get('format-4.diff') ?? '');
  const before = new Map(
    [...files].flatMap(([path, text]): readonly [string, string][] =>
      path.startsWith(RULESET) ? [[path.slice(RULESET.length), text]] : [],
    ),
  );
  const [texts, code] = ['.md', '.ts'].map((ending) => patches.filter(({ path }) => path.endsWith(ending)));
  const after = new Map(
    [...before].map(([path, text]): [string, string] => [
      path,
      path.endsWith('.ts') ? patched(text, code ?? []) : withUnits(path, text, texts ?? []),
    ]),
  );
  for (let isSettled = false; !isSettled;) {
    isSettled = true;
    for (const rule of [...before.keys()].filter((path) => path.endsWith('.md'))) {
      const touched = [rule, ...usedBy(rule, before)].filter((path) => after.get(path) !== before.get(path));
      if (touched.length === 0 || isWhole(rule, before, after)) continue;
      isSettled = false;
      for (const path of touched) after.set(path, before.get(path) ?? '');
    }
  }
  return new Map(
    [...after].flatMap(([path, text]) => (text === before.get(path) ? [] : [[`${RULESET}${path}`, text]])),
  );
}

/** A hunk of a text stands for any number: `[…](#value:window) hours`. */
function withUnits(path: string, text: string, patches: readonly Patch[]): string {
  const inOrder = [...patches].sort((a, b) => Number(b.path === path) - Number(a.path === path));
  const fitting = inOrder.find(({ hunks }) =>
    hunks.every(({ before }) => text.split(anyNumber(before)).length === 3),
  );
  return (fitting?.hunks ?? []).reduce(
    (so, { before, after }) =>
      so.replace(anyNumber(before), (_, number: string) => after.trimEnd().replace('…', () => number)),
    text,
  );
}

/** Numbers that change on a date stay as they are. With one group, so that splitting by it gives three parts where it stands once. */
function anyNumber(before: string): RegExp {
  const [start = '', end = ''] = before
    .trimEnd()
    .split('…')
    .map((part) => part.replace(/[[\]().]/gu, '\\$&'));
  return new RegExp(`${start}((?:(?! from )[^\\]])*)${end}`, 'u');
}

function usedBy(rule: string, files: Texts): readonly string[] {
  return modulesUsedBy(rule.replace(/\.md$/u, '.ts'), files);
}

/** Whether a rule reads its values as they are written, as far as it did so before. */
function isWhole(rule: string, before: Texts, after: Texts): boolean {
  const known = new Set(faultsOf(rule, before));
  return faultsOf(rule, after).every((fault) => known.has(fault)) && namesAreRead(rule, before, after);
}

function faultsOf(rule: string, files: Texts): readonly string[] {
  const text = files.get(rule) ?? '';
  const used = usedBy(rule, files);
  const reads = used.flatMap((path) => [
    ...(files.get(path) ?? '').matchAll(/\b(value|hours|endOf|share|words)\('([\w-]+)'/gu),
  ]);
  const misread = reads.flatMap(([, kind = '', name = '']) => {
    if (!text.includes(`](#value:${name})`)) return [`no ${name}`];
    const isInside = new RegExp(`\\b${UNIT}\\]\\(#value:${name}\\)`, 'u').test(text);
    const isLasting = kind === 'hours' || kind === 'endOf';
    return (kind === 'value' && isInside) || (isLasting && !isInside) ? [`${kind} ${name}`] : [];
  });
  const unexported = used.flatMap((path) =>
    [
      ...(files.get(path) ?? '').matchAll(
        /import \{([^}]*)\} from '(#core\/|\.\/helpers\/|\.\.?\/)([^']*)'/gu,
      ),
    ].flatMap(([, names = '', way = '', rest = '']) => {
      const target = usedBy(rule, files).find((one) => one.endsWith(rest.replace(/^(?:\.\.\/)+/u, '')));
      const source = way === '' || target === undefined ? null : (files.get(target) ?? '');
      return names
        .split(',')
        .map((name) =>
          name
            .trim()
            .replace(/^type /u, '')
            .replace(/ as .*$/u, ''),
        )
        .filter(
          (name) =>
            name !== '' && source !== null && !new RegExp(`export [^\\n]*\\b${name}\\b`, 'u').test(source),
        )
        .map((name) => `no export ${name}`);
    }),
  );
  return [...misread, ...unexported];
}

/** A new name of a value is worth nothing unless the code has it too. */
function namesAreRead(rule: string, before: Texts, after: Texts): boolean {
  const names = (files: Texts): readonly string[] =>
    [...(files.get(rule) ?? '').matchAll(/\(#value:([\w-]+)\)/gu)].map(([, name = '']) => name);
  const known = new Set(names(before));
  const code = usedBy(rule, after)
    .map((path) => after.get(path) ?? '')
    .join('\n');
  return names(after).every((name) => known.has(name) || code.includes(`'${name}'`));
}
