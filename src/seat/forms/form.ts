import type { Person } from '../../forge/events.ts';
import type { HomeGame } from '../../host/game.ts';
import type { RefusalData } from '../../kernel/refusal.ts';
import { asSentence } from '../../kernel/sentence.ts';
import type { Wording } from '../../language/wording.ts';
import { describeRefusal } from '../../wording/describe-outcome.ts';
import type { ProgramChange } from '../../wording/program-changes.ts';
import type { FormField } from '../../wording/form-field.ts';
import { pageName } from '../page-name.ts';
import type { StepOutcome } from '../take-step.ts';
import { FormProblem, type Given } from './given.ts';
import type { SavedDraft } from './saved-draft.ts';

/** A request from somebody to a form of a game. */
export interface Visit {
  readonly game: HomeGame;
  /** Null until the visitor has said who they are. */
  readonly who: Person | null;
  readonly drafts: Map<string, SavedDraft>;
  /** The copies of the game as it stood earlier, by folder. */
  readonly games: ReadonlyMap<string, HomeGame>;
  readonly given: Given;
  /** The words of the game’s language. */
  readonly wording: Wording;
  /** True if the clock may be moved and earlier states copied: in a practice game, or for somebody who plays alone. */
  readonly isPractice: boolean;
  /** True if only the preview is wanted, for a page that is already open. */
  readonly part: boolean;
}

export interface FilledField extends Omit<
  FormField,
  'id' | 'input' | 'numbers' | 'start' | 'required' | 'optional' | 'parts'
> {
  readonly name: string;
  readonly input: FormField['input'] | 'words' | 'rule' | 'clause' | 'suggested' | 'radio';
  readonly required: boolean;
  /** True if the label says that the field is optional. */
  readonly optional: boolean;
  readonly given: readonly string[];
  readonly wrong: string | null;
  /** The fields of a group, or the rows of a list. */
  readonly parts: readonly FilledField[];
  readonly most: number | null;
  /** Shown only if another field has one of these values. Without script it is always shown. */
  readonly only?: { readonly field: string; readonly values: readonly string[] };
  /** The choice that is usual, under which the others are folded away. */
  readonly folded?: string;
  /** True if the options of a choice include one for no choice. */
  readonly hasNone?: boolean;
}

export interface FormButton {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly main?: boolean;
  /** True if it stands for the current state, such as the vote that was cast. */
  readonly chosen?: boolean;
  readonly refusal?: string | null;
  /** Its purpose, if its label alone doesn’t say. */
  readonly about?: string;
  /** The form that the button opens with everything that was filled in. */
  readonly to?: string;
}

/** A form’s answer: a preview of the action, or the reason why it can't be performed. */
export interface Said {
  readonly tone: 'done' | 'refused' | 'plain';
  readonly title: string | null;
  readonly lines: readonly string[];
  readonly list: readonly string[];
  readonly result: string | null;
  readonly diffs: readonly ProgramChange[];
  /** The fields with a problem. */
  readonly wrong: readonly string[];
  /**
   * A hash of everything that was shown: an action that can't be undone is performed only for somebody who has seen its
   * preview.
   */
  readonly mark: string;
}

/** An item that the form lists: a change of a draft, a point to go back to, an action. */
export interface FormPart {
  readonly id: string;
  readonly title: string;
  readonly meta: string | null;
  /** The address of a QR code for phones. */
  readonly code?: string | undefined;
  readonly isFolded?: boolean;
  readonly lines?: readonly string[];
  /** The addresses of pictures within it. */
  readonly pictures?: readonly string[];
  readonly wrong: readonly string[];
  readonly diffs: readonly ProgramChange[];
  readonly links: readonly FormLink[];
  readonly buttons: readonly FormButton[];
}

/** A part with nothing in it. */
export const BARE = { meta: null, wrong: [], diffs: [], links: [], buttons: [] } as const;

export interface FormLink {
  readonly text: string;
  /** Relative to the root of the pages: `do/rule/?path=core/votes`. */
  readonly to: string;
}

/** A form and its destination, derived from the rules for the person in the seat, and rendered by the pages. */
export interface FilledForm {
  readonly kind: string;
  readonly title: string;
  /** The purpose of its buttons, where the title alone doesn’t say. */
  readonly name?: string;
  readonly lede: string | null;
  readonly links: readonly FormLink[];
  readonly hidden: Readonly<Record<string, string>>;
  readonly fields: readonly FilledField[];
  readonly buttons: readonly FormButton[];
  readonly parts: readonly FormPart[];
  /** How the parts are laid out if they come before the fields and buttons. */
  readonly partsFirst?: 'side by side' | 'in a list';
  readonly said: readonly Said[];
  /** True if it updates its preview while it is filled in. */
  readonly live: boolean;
  /** True if its buttons lead to another form, so that text typed into this one isn't restored there. */
  readonly isStep?: boolean;
  /** True for the answer of a form, at an address of its own. */
  readonly isAnswer?: boolean;
  /** The label under which it is folded away on a page with more to show. */
  readonly folded: string | null;
  /** Other forms about the same subject. */
  readonly also: readonly FilledForm[];
}

export type FormAnswer =
  | { readonly form: FilledForm }
  | {
      /** A page, relative to the root of the pages. */
      readonly goTo: string;
      readonly step: StepOutcome;
      readonly done: string;
      readonly sit?: Person;
      /** A seat to lend to this browser; null returns it. */
      readonly lend?: Person | null;
      readonly play?: HomeGame;
      /** A sentence that tells everybody what the host did. */
      readonly hostDid?: string;
    };

export interface FormHandler {
  readonly open: (visit: Visit) => Promise<FilledForm>;
  readonly send: (visit: Visit) => Promise<FormAnswer>;
}

export function formOf(
  about: Pick<FilledForm, 'kind' | 'title'> & Partial<Omit<FilledForm, 'kind' | 'title'>>,
): FilledForm {
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
  about: Pick<FilledField, 'name' | 'label' | 'input'> & Partial<FilledField> & { readonly value?: string },
): FilledField {
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

export function tell(tone: Said['tone'], title: string | null, more: Partial<Said> = {}): Said {
  return { tone, title, lines: [], list: [], result: null, diffs: [], wrong: [], mark: '', ...more };
}

export function seatOf({ who }: Visit): Person {
  if (who === null)
    throw new FormProblem(
      403,
      ({ say }) => say`Say who you are first, with the link at the top of the page.`,
    );
  return who;
}

/** The buttons, if somebody is seated; everybody else is asked to say who they are. */
export function seatedOnly(visit: Visit, ...buttons: readonly FormButton[]): readonly FormButton[] {
  return visit.who === null ? [] : buttons;
}

export function reasonOf(refusal: RefusalData, wording: Wording): string {
  return asSentence(describeRefusal(refusal, wording));
}

export function refusedPost(refusal: RefusalData | null, wording: Wording): readonly Said[] {
  const { say } = wording;
  return refusal === null
    ? []
    : [tell('refused', say`The rules don’t allow it as a proposal: ${reasonOf(refusal, wording)}`)];
}

/** The page of a matter, relative to the root of the pages. */
export function matterPage(id: string | null): string {
  return id === null ? '' : `matters/${pageName(id)}/`;
}
