/**
 * Where somebody, rather than play, changed what the game's files say: an Admin went back to rules that worked, or a
 * person's words were taken out. Each is on record; playing the game again begins after the last of them.
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
    }
  | {
      readonly kind: 'redaction';
      readonly at: string;
      readonly by: string;
      readonly player: string;
      readonly post: string | null;
    };

export function readCheckpoints(text: string | null | undefined): readonly Checkpoint[] {
  return text === null || text === undefined ? [] : (JSON.parse(text) as readonly Checkpoint[]);
}

export function addCheckpoint(before: string | undefined, checkpoint: Checkpoint): string {
  return `${JSON.stringify([...readCheckpoints(before), checkpoint], null, 2)}\n`;
}
