import type { Person } from '../../forge/events.ts';
import type { HomeGame } from '../../host/game.ts';
import type { RefusalData } from '../../kernel/refusal.ts';
import { describeRefusal } from '../../decide/describe-outcome.ts';
import type { FileDiff } from '../draft-edit.ts';
import type { FormField } from '../../decide/form-field.ts';
import { pageName } from '../page-name.ts';
import type { StepOutcome } from '../take-step.ts';
import { DoorProblem, type Given } from './given.ts';
import type { KeptDraft } from './kept-draft.ts';

/** Somebody at a door of a game. */
export interface Visit {
  readonly game: HomeGame;
  /** Null while nobody has said who they are. */
  readonly who: Person | null;
  readonly drafts: Map<string, KeptDraft>;
  /** The copies of the game that were gone back to, by their folders. */
  readonly games: ReadonlyMap<string, HomeGame>;
  readonly given: Given;
  /** Whether the clock may be moved and copies made of the game as it stood: for practice, or by somebody who is alone with it. */
  readonly isPractice: boolean;
  /** Only what would come of it is wanted, for the page that is open. */
  readonly part: boolean;
}

export interface DoorField extends Omit<
  FormField,
  'id' | 'input' | 'numbers' | 'start' | 'required' | 'optional' | 'parts'
> {
  readonly name: string;
  readonly input: FormField['input'] | 'words' | 'rule' | 'clause' | 'suggested' | 'radio';
  readonly required: boolean;
  /** Whether the label says that it may be left out. */
  readonly optional: boolean;
  readonly given: readonly string[];
  readonly wrong: string | null;
  /** Of a group its fields, of a list its rows. */
  readonly parts: readonly DoorField[];
  readonly most: number | null;
}

export interface DoorButton {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly main?: boolean;
  /** Whether it says what is so already, as the vote that was cast. */
  readonly chosen?: boolean;
  /** Why it can't be pressed now. */
  readonly refusal?: string | null;
}

/** The answer of a door: a preview of the deed, or the reason why it can't be done. */
export interface Said {
  readonly tone: 'done' | 'refused' | 'plain';
  readonly title: string | null;
  readonly lines: readonly string[];
  readonly list: readonly string[];
  readonly told: string | null;
  readonly diffs: readonly FileDiff[];
  /** The fields that it is about. */
  readonly wrong: readonly string[];
  /** Stands for all that was shown: what can't be taken back is done only by somebody who has seen that. */
  readonly mark: string;
}

/** Something that the door lists: a change of a draft, a point to go back to, an action. */
export interface DoorPart {
  readonly id: string;
  readonly title: string;
  readonly meta: string | null;
  /** A code for a phone's camera, as an address of its picture. */
  readonly code?: string | undefined;
  readonly wrong: readonly string[];
  readonly diffs: readonly FileDiff[];
  readonly links: readonly DoorLink[];
  readonly buttons: readonly DoorButton[];
}

export interface DoorLink {
  readonly text: string;
  /** Below the place of the pages: `do/rule/?path=core/votes`. */
  readonly to: string;
}

/** A form, and where it leads: made of the rules for whoever is there, and shown by the pages. */
export interface DoorForm {
  readonly door: string;
  readonly title: string;
  readonly lede: string | null;
  readonly links: readonly DoorLink[];
  readonly hidden: Readonly<Record<string, string>>;
  readonly fields: readonly DoorField[];
  readonly buttons: readonly DoorButton[];
  readonly parts: readonly DoorPart[];
  readonly said: readonly Said[];
  /** Whether it says what would come of it while it is filled in. */
  readonly live: boolean;
  /** Folded away on a page that has more to show, under these words. */
  readonly folded: string | null;
  /** Other forms about the same. */
  readonly also: readonly DoorForm[];
}

export type DoorAnswer =
  | { readonly form: DoorForm; readonly status: number }
  | {
      /** A page, below the place of the pages. */
      readonly goTo: string;
      readonly step: StepOutcome;
      /** The message where it was not refused. */
      readonly done: string;
      readonly sit?: Person;
      /** A seat that is lent to this browser; null gives it back. */
      readonly lend?: Person | null;
      readonly play?: HomeGame;
      /** The sentence for everybody about what the host did. */
      readonly hostDid?: string;
    };

export interface Door {
  readonly open: (visit: Visit) => Promise<DoorForm>;
  readonly send: (visit: Visit) => Promise<DoorAnswer>;
}

export function formOf(
  about: Pick<DoorForm, 'door' | 'title'> & Partial<Omit<DoorForm, 'door' | 'title'>>,
): DoorForm {
  return {
    lede: null,
    links: [],
    hidden: {},
    fields: [],
    buttons: [],
    parts: [],
    said: [],
    live: false,
    folded: null,
    also: [],
    ...about,
  };
}

export function fieldFor(
  about: Pick<DoorField, 'name' | 'label' | 'input'> & Partial<DoorField> & { readonly value?: string },
): DoorField {
  const { value, ...rest } = about;
  return {
    about: null,
    hint: null,
    options: [],
    min: null,
    max: null,
    required: false,
    optional: false,
    given: value === undefined ? [] : [value],
    wrong: null,
    parts: [],
    most: null,
    ...rest,
  };
}

export function say(tone: Said['tone'], title: string | null, more: Partial<Said> = {}): Said {
  return { tone, title, lines: [], list: [], told: null, diffs: [], wrong: [], mark: '', ...more };
}

export function seatOf({ who }: Visit): Person {
  if (who === null)
    throw new DoorProblem(403, 'Say who you are first: the link at the top of the page leads there.');
  return who;
}

/** The buttons of whoever is seated; anybody else is told to say who they are. */
export function seatedOnly(visit: Visit, ...buttons: readonly DoorButton[]): readonly DoorButton[] {
  return visit.who === null ? [] : buttons;
}

export function reasonOf(refusal: RefusalData): string {
  const text = describeRefusal(refusal);
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`;
}

export function refusedPost(refusal: RefusalData | null): readonly Said[] {
  return refusal === null
    ? []
    : [say('refused', `The rules would not take it as a proposal: ${reasonOf(refusal)}`)];
}

/** A page of a matter, below the place of the pages. */
export function matterPage(id: string | null): string {
  return id === null ? '' : `matters/${pageName(id)}/`;
}
