import { defuse } from '../../../kernel/defuse.ts';
import { fewOf } from '../../../kernel/bounds.ts';
import { recordedIn } from '../../../language/recorded.ts';
import type { Say, Wording } from '../../../language/wording.ts';
import type { TickReport } from '../../../apply/tick.ts';

/** People's words go into a log and a summary, so they must not contain runner commands or HTML. */
function plain(text: string): string {
  return defuse(text.replaceAll(/\s+/gu, ' ').replaceAll('::', ': :').replaceAll('<', '&lt;'));
}

export const nothingIn = ({ say }: Wording): string => `${say`Nothing is due.`}\n`;

/** `forms`: main has new issue forms. */
export function describeTick(
  { commits, undone, stuck, happened, restored }: TickReport,
  wording: Wording,
  forms = false,
): string {
  const { say } = wording;
  const refused = happened.filter(({ outcome }) => !outcome.ok).length;
  const lines = [
    ...commits.map(
      ({ commit, message }) => `- ${commit?.slice(0, 7) ?? ''} ${plain(message.split('\n')[0] ?? '')}`,
    ),
    ...fewOf(undone).map((path) => `- ${say`put back, since only play may change it: ${plain(path)}`}`),
    ...stuck.map(
      ({ matter, why }) =>
        `- ${say`${plain(matter)} is due and can’t be resolved: ${plain(recordedIn(wording.language, why))}`}`,
    ),
    ...(restored === null ? [] : [`- ${sayRestored(restored, say)}`]),
    ...(refused === 0 ? [] : [`- ${say`refused by the rules: ${refused}`}`]),
    ...(forms ? [`- ${say`issue forms for what the rules offer`}`] : []),
  ];
  return lines.length === 0 ? nothingIn(wording) : `${lines.join('\n')}\n`;
}

function sayRestored(restored: NonNullable<TickReport['restored']>, say: Say): string {
  return restored === 'deleted'
    ? say`the journal had been deleted and was restored`
    : say`the journal had been rewritten and was restored`;
}
