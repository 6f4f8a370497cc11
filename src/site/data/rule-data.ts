import type { z } from 'zod';
import type { ScenarioInWords } from '../../rehearse/scenarios/say-scenario.ts';
import type { changeLogSchema } from './public-schema.ts';

/** A number or word of a rule's text that the engine obeys. */
export interface LiveValueData {
  readonly name: string;
  readonly value: string;
  /** The matters that set it; none where it stands as the game began with it. */
  readonly set: readonly {
    readonly at: string;
    readonly post: string;
    readonly from: string | null;
    readonly to: string;
  }[];
}

/** A trial of rules: a small game, some steps in it, and the expectations that must then hold. */
export interface ScenarioData {
  readonly file: string;
  readonly title: string;
  readonly rules: readonly string[];
  /**
   * `holds`: under the rules of the library, which the rules it is about still are. `holds-now`, `fails`: run under the
   * rules in force, which have changed since. `not-run`: there were too many.
   */
  readonly state: 'holds' | 'holds-now' | 'fails' | 'not-run';
  readonly why: string | null;
  /** Texts of the game's own ruleset are named in words. */
  readonly told?: ScenarioInWords;
}

/** The change that a matter would make, or made, to one text. */
export interface DiffData {
  readonly rule: string;
  readonly title: string;
  readonly kind: 'text' | 'clause';
  readonly words: readonly { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }[];
}

/** The texts of the rules as they first were, and each change as the piece of text that it replaced. */
export type ChangeLog = z.output<typeof changeLogSchema>;
