/**
 * Where somebody, rather than play, changed what the game's files say: an Admin went back to rules that worked, a person's
 * words were taken out, a lost seed was replaced, or what was played elsewhere was imported. Each is on record; playing the game again begins after the last of them.
 */
export const CHECKPOINTS = 'content/checkpoints.json';

export type Checkpoint =
  | {
      readonly kind: 'recovery';
      readonly at: string;
      readonly by: string;
      /** The commit whose rules were put back. */
      readonly from: string;
      readonly broken: string;
      readonly why: string | null;
      /** Where players decided it: on which post, who consented, and who was asked, as the files of then have it. */
      readonly consent?: {
        readonly post: string;
        readonly by: readonly string[];
        readonly of: readonly string[];
      };
    }
  | {
      /** The seed of the dice was lost with the forge, and another is drawn from since. */
      readonly kind: 'new-seed';
      readonly at: string;
      /** The hash that was promised before. */
      readonly before: string | null;
    }
  | {
      /** The record of dynasties that were played elsewhere was imported. */
      readonly kind: 'history';
      readonly at: string;
      readonly by: string;
      readonly from: readonly string[];
      readonly dynasties: number;
    }
  | {
      readonly kind: 'redaction';
      readonly at: string;
      readonly by: string;
      readonly player: string;
      readonly post: string | null;
    };

function readCheckpoints(text: string | null | undefined): readonly Checkpoint[] {
  return text === null || text === undefined ? [] : (JSON.parse(text) as readonly Checkpoint[]);
}

export function addCheckpoint(before: string | undefined, checkpoint: Checkpoint): string {
  return `${JSON.stringify([...readCheckpoints(before), checkpoint], null, 2)}\n`;
}
