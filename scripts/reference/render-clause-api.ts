import { readFileSync } from 'node:fs';

const SECTIONS: readonly (readonly [title: string, words: string, files: readonly string[]])[] = [
  ['Rule', 'What a clause exports, and what a rule may define.', ['rules/rule.ts']],
  [
    'Definitions',
    'The parts of a rule’s definition that are plain data, and the votes and comments of a post.',
    ['kernel/definition.ts', 'kernel/precedence.ts', 'kernel/state.ts'],
  ],
  ['Types', 'Of variables, parameters, columns and what views give.', ['rules/types.ts']],
  ['Actions', '`daily` and the like are `action` with a frequency.', ['rules/actions.ts']],
  ['Views', 'Derived values.', ['rules/derive.ts']],
  ['Turns', 'Turns that go round, and their phases.', ['rules/turns.ts']],
  ['Time', 'Times are texts such as `2030-06-03T09:00:00Z`, and compare as texts.', ['kernel/time.ts']],
  [
    'The game',
    'What `rule` hands to a clause, and every handler to its function.',
    ['rules/defined.ts', 'rules/world.ts', 'rules/names.ts', 'rules/game.ts'],
  ],
];

/** Shared base types that no clause names. */
const INNER = ['Numbers'];

/** The types of the kernel that clauses see. */
const OF_KERNEL =
  'CollectionDefinition KindDefinition Purpose VoteDefinition CountDefinition StateDefinition Outlook RankedRule Rank VoteUse CommentData'.split(
    ' ',
  );

const DECLARATION =
  /^(?:\/\*\*(?:(?!\*\/).)*\*\/\n)?(?<exported>export )?(?:function (?<called>\w+).*?^\}$|(?:interface|type) (?<named>\w+)[^\n]*(?:\{\}|\{\n.*?^\};?|;)$)/gmsu;

/** Renders the declarations that clauses see, as in the code but without the bodies of functions. */
export function renderClauseApi(): string {
  const offered = new Set(read('rules/index.ts').match(/\w+/gu));
  const parts = SECTIONS.map(([title, words, files]) => {
    const declared = files
      .flatMap((file) =>
        [...read(file).matchAll(DECLARATION)].filter(({ groups = {} }) =>
          file.startsWith('kernel/') && groups['named'] !== undefined
            ? OF_KERNEL.includes(groups['named'])
            : isShown(groups, offered),
        ),
      )
      .map(([text, , called]) => (called === undefined ? text : signatureOf(text)));
    return `\n## ${title}\n\n${words}\n\n\`\`\`ts\n${declared.join('\n\n')}\n\`\`\`\n`;
  });
  return [
    '# Clause API\n\nWritten by `scripts/write-reference.ts` from the declarations in the code. How it all goes together is told in\n[Writing a clause](../writing-a-clause.md), what is asked and told in [Hooks and events](hooks-and-events.md).\n',
    ...parts,
  ].join('');
}

function isShown(
  { exported, called, named }: Readonly<Record<string, string | undefined>>,
  offered: ReadonlySet<string>,
): boolean {
  if (exported === undefined) return INNER.includes(named ?? '');
  return called === undefined || offered.has(called);
}

function read(file: string): string {
  return readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8');
}

/** Prettier puts the opening brace of a body at the end of a line, and indents the body. */
function signatureOf(text: string): string {
  return `${text.replace(/ \{\n(?: .*\n|\n)*\}$/u, '')};`;
}
