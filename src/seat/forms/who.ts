import { statusAt } from '../read-table.ts';
import { nearest } from '../../kernel/names.ts';
import { capitalised } from '../../kernel/sentence.ts';
import { findPerson, personId } from '../../session/position/person-id.ts';
import { fieldFor, formOf, type FormHandler } from './form.ts';
import { FormProblem } from './given.ts';

const NOTHING = { ok: true, said: [], post: null } as const;

/** Chooses the person in this seat; people are taken at their word. */
export const seatHandler: FormHandler = {
  open: async ({ game, who: seated, wording }) => {
    const { say } = wording;
    const { roster } = await statusAt(game);
    const options = roster.map(({ id, name, emperor, admin, state }) => {
      const roles = [
        emperor === true && say`at the head of the game`,
        admin && say`admin`,
        state !== 'active' && state,
      ];
      return { value: id, label: [name, ...roles.filter((one) => one !== false)].join(', ') };
    });
    return formOf({
      kind: 'who',
      title: say`Who are you?`,
      fields: [
        fieldFor({
          name: 'who',
          label: say`On the roster`,
          input: 'radio',
          options,
          value: seated?.id ?? '',
        }),
        fieldFor({
          name: 'new',
          label: say`Or a new player`,
          about: say`Choose a name. You can look around at once; “Join the game” then asks to be let in.`,
          input: 'text',
          most: 100,
        }),
      ],
      buttons: [
        { name: 'do', value: 'sit', label: say`Continue`, main: true },
        { name: 'do', value: 'new', label: say`Continue as a new player` },
      ],
    });
  },
  send: async ({ game, given, wording: { say } }) => {
    const { roster } = await statusAt(game);
    const name = asOthersAre(given.one('new', 100).trim(), roster);
    const chosen = given.one('who');
    const known = name === '' ? roster.find(({ id }) => id === chosen) : findPerson(roster, name);
    const sit =
      known !== undefined && known !== null
        ? { id: known.id, name: known.name, bot: false }
        : { id: personId(name), name, bot: false };
    if (sit.id === '')
      throw new FormProblem(
        400,
        () => say`Choose a player from the list, or enter a name with letters or digits.`,
      );
    const near = nearest(
      name,
      roster.flatMap((one) => [one.id, one.name]),
    );
    const isNew = given.one('do') === 'new' && name !== '';
    // A host could not tell a namesake from the player.
    if (isNew && known !== undefined && known !== null)
      throw new FormProblem(
        409,
        () =>
          say`${known.name} is in the game already. If that’s you, choose ${known.name} from the list; otherwise take another name.`,
      );
    if ((known ?? null) === null && !isNew && near !== null)
      throw new FormProblem(
        400,
        () =>
          say`Nobody here is called ${name}. Did you mean ${near}? If you’re new, choose “Continue as a new player”.`,
      );
    // New people see the welcome page first.
    const goTo = roster.some(({ id }) => id === sit.id) ? '' : 'welcome/';
    return { step: NOTHING, done: say`You’re ${sit.name}.`, goTo, sit };
  },
};

/** `rosa` → `Rosa`, in a game in which all names begin with a capital letter. */
function asOthersAre(name: string, roster: readonly { readonly name: string }[]): string {
  const isCapital = ({ name: one }: { readonly name: string }): boolean => capitalised(one) === one;
  return roster.length > 0 && roster.every(isCapital) ? capitalised(name) : name;
}
