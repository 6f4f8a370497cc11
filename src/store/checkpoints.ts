/**
 * Moments at which a person rather than play changed the game's files: an Admin restored working rules, somebody's words were removed, a
 * lost seed was replaced, history from elsewhere was imported, or clauses were rewritten for a newer engine. All are recorded, and a replay begins after the last one.
 */
export const CHECKPOINTS = 'content/checkpoints.json';

export type Checkpoint =
  | {
      readonly kind: 'recovery';
      readonly at: string;
      readonly by: string;
      /** The commit whose rules were restored. */
      readonly from: string;
      readonly broken: string;
      /** The rules that were repealed, if that was enough. */
      readonly repealed?: string;
      readonly why: string | null;
      /** If players decided it: the post, who consented and who was asked, according to the files at that time. */
      readonly consent?: {
        readonly post: string;
        readonly by: readonly string[];
        readonly of: readonly string[];
      };
    }
  | {
      /** The dice's seed was lost, and another has been used since. */
      readonly kind: 'new-seed';
      readonly at: string;
      /** The published hash of the earlier seed. */
      readonly before: string | null;
    }
  | {
      /** The history of dynasties played elsewhere was imported. */
      readonly kind: 'history';
      readonly at: string;
      readonly by: string;
      readonly from: readonly string[];
      readonly dynasties: number;
    }
  | {
      /** Clauses were rewritten for a newer engine, which can't run the earlier ones. */
      readonly kind: 'format';
      readonly at: string;
      readonly to: number;
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

export function lastCheckpoint(text: string | undefined): Checkpoint | null {
  return readCheckpoints(text).at(-1) ?? null;
}

export function addCheckpoint(before: string | undefined, checkpoint: Checkpoint): string {
  return `${JSON.stringify([...readCheckpoints(before), checkpoint], null, 2)}\n`;
}

/** What happened: also the reason why nothing before it can be replayed. */
export function sayCheckpoint({ kind }: Pick<Checkpoint, 'kind'>): string {
  return REASONS[kind];
}

const REASONS: Readonly<Record<Checkpoint['kind'], string>> = {
  format: 'clauses were rewritten for a newer engine, and only an engine of that time runs the earlier ones',
  history: 'the history of other dynasties was imported',
  'new-seed': 'the seed of the dice was lost, and another taken',
  recovery: 'rules were put back',
  redaction: 'somebody’s words were removed',
};
