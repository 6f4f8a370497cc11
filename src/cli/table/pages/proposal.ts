import type { Proposal } from '../../../engine/table/draft-edit.ts';
import { previewPost } from '../../../engine/table/preview.ts';
import { atTable, kindsAt } from '../../../engine/table/read-table.ts';
import type { RefusalData } from '../../../kernel/refusal.ts';
import type { Visit } from '../visit.ts';

/** The post that would propose something, and what the rules have against it where it is known who would post it. */
export function judgeProposal(
  { game, session }: Visit,
  title: string,
  text: string,
): Promise<{ readonly post: Proposal; readonly refusal: RefusalData | null }> {
  const seat = session.seat === null ? null : { ...session.seat, bot: false };
  return atTable(game, (table) => {
    const votable = kindsAt(table).filter((one) => one.votable);
    const kind = votable.find(({ id }) => id === 'proposal') ?? votable[0];
    const post = { kind: kind?.id ?? 'proposal', title, text };
    return { post, refusal: seat === null ? null : previewPost(table, game.now(), seat, post) };
  });
}
