import type { z } from 'zod';
import type { ScenarioInWords } from '../../rehearse/scenarios/say-scenario.ts';
import type { changeLogSchema } from './public-schema.ts';

/** A number or word in a rule's text that the engine obeys. */
export interface LiveValueData {
  readonly name: string;
  readonly value: string;
  /** The matters that set it; none if it is as the game began. */
  readonly set: readonly {
    readonly at: string;
    readonly post: string;
    readonly from: string | null;
    readonly to: string;
  }[];
}

/** An example that tests rules: a small game, some steps, and the expected result. */
export interface ScenarioData {
  readonly file: string;
  readonly title: string;
  readonly rules: readonly string[];
  /**
   * `holds`: under the library's rules, which the rules in question still equal. `holds-now`, `fails`: run under the
   * rules in force, which differ from the library's by now. `not-run`: there were too many.
   */
  readonly state: 'holds' | 'holds-now' | 'fails' | 'not-run';
  readonly why: string | null;
  /** Scenarios of the game's own ruleset are described in words. */
  readonly told?: ScenarioInWords;
}

/** The rules' original texts, and each change as a replacement of a piece of text. */
export type ChangeLog = z.output<typeof changeLogSchema>;
