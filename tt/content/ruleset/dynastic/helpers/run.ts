import type { Picture } from './report.ts';

/** What has to be known of a run until it is over. */
export interface Run {
  readonly rulings: Readonly<Record<string, string>>;
  readonly before: Picture;
  readonly route: string[];
  readonly energies: number[];
  readonly moves: { readonly room: string; readonly told: string[] }[];
  readonly diverted: Set<string>;
  readonly asked: Set<string>;
}

interface Beginning {
  readonly rulings: Readonly<Record<string, string>>;
  readonly before: Picture;
  readonly at: string;
  readonly energy: number;
}

export function newRun({ rulings, before, at, energy }: Beginning): Run {
  return {
    rulings,
    before,
    route: [at],
    energies: [energy],
    moves: [],
    diverted: new Set(),
    asked: new Set(),
  };
}
