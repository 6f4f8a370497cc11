import { existsSync, globSync, readFileSync } from 'node:fs';

import { parse } from 'acorn';
import { transformSync } from 'amaro';

import { messageOfParts } from '../../src/language/language.ts';

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly name?: unknown;
  readonly callee?: Node;
  readonly arguments?: readonly Node[];
  readonly tag?: Node;
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
}

/** Calls of these make messages for people, anywhere in the sources. */
const TELLING = new Set([
  'Refusal',
  'IllegalValue',
  'SandboxError',
  'refused',
  'refusedOutcome',
  'doneOutcome',
  'lost',
]);
/** These files explain problems of drafts and refusals, so all English texts in them are shown. */
const SAYING = [
  'src/store/key-ring.ts',
  'src/session/take/bridge.ts',
  'src/care/replay/hindsight.ts',
  'src/session/play/{rulebook,aborted-calls,must-have,say-rehearsal}.ts',
  'src/session/take/{take-sealed,take-shares,take-seed}.ts',
  'src/wording/{changes-of-file,worded-changes,rule-fault,ways-out}.ts',
  'src/tick/{read-head,read-status,open-session}.ts',
  'src/rehearse/scenarios/{run-on,try-scenarios,expectations,format}.ts',
  'src/rehearse/{try-matter,play-matter,game-copy,why-stopped,carried-over}.ts',
  'src/ruleset/markdown-excess.ts',
  'src/ruleset/{amend,amend-edit,amend-words,find-rule}.ts',
  'src/ruleset/merge/{conflict,merge-tree,merge-keys}.ts',
  'src/kernel/{base-hooks,link,times,pictures,sets,open-for-all}.ts',
  'src/seat/{draft-changes,draft-edit,draft-several}.ts',
];
/** Two words with a blank between them are a text for people, rather than a name. */
const A_TEXT = /\p{L}{2,}[,;:.’'”"]? \p{L}{2,}|^[;,] \p{L}{2,}|^ \(rule \{/u;

const isNode = (one: unknown): one is Node => typeof one === 'object' && one !== null && 'type' in one;

/**
 * The engine's own reasons and problems. They are reported and recorded in English. A page or comment in
 * another language finds the translation by the words around the values.
 */
export function collectReasons(root: string): readonly string[] {
  const whole = new Set(SAYING.flatMap(filesOf));
  for (const path of whole)
    if (!existsSync(`${root}/${path}`)) throw new Error(`${path} is gone: name the file that says it now.`);
  const paths = globSync(
    'src/{{kernel,session,wording,tick,care/replay,rehearse,ruleset,sandbox,seat}/**/*,store/key-ring}.ts',
    {
      cwd: root,
      exclude: ['**/*.test.ts', '**/fixtures/**', 'src/seat/program/**', 'src/sandbox/keeping/**'],
    },
  );
  const found = new Set<string>();
  for (const path of paths) {
    const { code } = transformSync(readFileSync(`${root}/${path}`, 'utf8'), { mode: 'strip-only' });
    const program: unknown = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
    for (const text of reasonsIn(program, whole.has(path))) found.add(text);
  }
  return [...found].sort();
}

/** `src/a/{b,c}.ts` → both */
function filesOf(pattern: string): readonly string[] {
  const [, before = pattern, names, after = ''] = /^(.*)\{(.*)\}(.*)$/u.exec(pattern) ?? [];
  return names === undefined ? [before] : names.split(',').map((name) => `${before}${name}${after}`);
}

function reasonsIn(value: unknown, isTold: boolean): readonly string[] {
  const nodes = [value].flat(2).filter(isNode);
  return nodes.flatMap((node) => {
    const { type, callee, tag, quasis } = node;
    if (type === 'ImportDeclaration') return [];
    // These are in the catalogue anyway.
    if (type === 'TaggedTemplateExpression' && tag?.name === 'say') return [];
    if (type === 'NewExpression' && String(callee?.name) === 'Error') return [];
    const tells = isTold || TELLING.has(String(callee?.name));
    const inside = Object.values(node).flatMap((one) => reasonsIn(one, tells));
    if (!tells) return inside;
    if (type === 'TemplateLiteral' && quasis !== undefined) {
      const message = messageOfParts(quasis.map((part) => part.value.cooked));
      return isText(message) ? [message, ...inside] : inside;
    }
    if (type === 'Literal' && typeof node.value === 'string' && isText(node.value)) return [node.value];
    return inside;
  });
}

/** `{1} must be {2}` is a text. `{1}: {2}` is not, because nothing distinguishes it from other texts. */
function isText(message: string): boolean {
  return (
    A_TEXT.test(message) ||
    /^(must|needs|lacks|is|has|holds|would) |\} (must|needs|has|is|holds|would) /u.test(message)
  );
}
