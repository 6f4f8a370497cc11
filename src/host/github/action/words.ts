import { defuse } from '../../../kernel/defuse.ts';
import { fewOf } from '../../../kernel/bounds.ts';
import type { TickReport } from '../../../apply/tick.ts';

/** People's words go into a log and a summary: no line of it may be a command of the runner's, or HTML. */
function plain(text: string): string {
  return defuse(text.replaceAll(/\s+/gu, ' ').replaceAll('::', ': :').replaceAll('<', '&lt;'));
}

export const NOTHING = 'Nothing is due.\n';

/** `forms`: main has new issue forms. */
export function describeTick(
  { commits, undone, stuck, happened, restored, told }: TickReport,
  forms = false,
): string {
  const refused = happened.filter(({ outcome }) => !outcome.ok).length;
  const lines = [
    ...commits.map(
      ({ commit, message }) => `- ${commit?.slice(0, 7) ?? ''} ${plain(message.split('\n')[0] ?? '')}`,
    ),
    ...fewOf(undone).map((path) => `- put back, since only play may change it: ${plain(path)}`),
    ...stuck.map(({ matter, why }) => `- ${plain(matter)} is due and can’t be resolved: ${plain(why)}`),
    ...(restored === null ? [] : [`- the journal had been ${restored} and was restored`]),
    ...(refused === 0 ? [] : [`- refused by the rules: ${refused}`]),
    ...(forms ? ['- issue forms for what the rules offer'] : []),
    ...(told === 0 ? [] : [`- told on the forge: ${told}`]),
  ];
  return lines.length === 0 ? NOTHING : `${lines.join('\n')}\n`;
}
