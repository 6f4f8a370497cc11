// No form of any ruleset asks people for JSON, YAML, a path, an id or a number of the ledger: what can be picked is picked.
import { expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { choicesFrom } from '../../src/seat/choices-from.ts';
import { formFieldsOf, type FormField } from '../../src/wording/form-field.ts';
import { emptyState, type State } from '../../src/kernel/state.ts';
import { Play } from '../../src/session/play/play.ts';
import { composeRuleset, listPacks, readPackFile } from '../../src/ruleset/compose.ts';
import { onKernel } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';

const AT = '2030-06-03T09:00:00Z';
/** Somebody plays, of whom something can be picked. */
const PLAYED: State = { ...emptyState(), players: { ana: { name: 'Ana', state: 'active' } } };
/** Names of parameters for which there is a list of everything that they can be. */
const LISTED =
  /^(?:ledger|line|path|rule|player|applicant|of|for|from|provider|lender|matter|post|entry|art|room|feature|features|trait|traits|tradition|clan|weapon|item|items|quality|battlefield|opponents|judges|identity|resource|get|keep|repeal|unloadable|contents)$/u;
const TYPED: ReadonlySet<string> = new Set([
  'text',
  'name',
  'lines',
  'integer',
  'anything',
  'rows',
  'entries',
]);
/** Fields that are typed, though a list might be made for them; each with the reason why not. */
const FREE: Readonly<Record<string, string>> = {
  'post-entry.price': 'a number of dollars',
  'correct-gamestate.value': 'whatever the value should have been',
  'duel-plan.plan': 'an order of creatures and tactics, which the players write as a list',
  'join-campaign.list': 'an order of creatures and tactics, which the players write as a list',
  'enter-the-crypt.rulings': 'what a feature does, in words',
  'breed.release': 'a creature, by its name',
  'breed-for-druid.release': 'a creature, by its name',
};

const { core: cores, dynasties } = listPacks(shippedLibrary);
const packs = [
  ...cores.map((core) => ({ core })),
  ...dynasties.map((dynasty) => {
    const { pack } = readPackFile('pack.yml', shippedLibrary.get(`${dynasty}/pack.yml`) ?? '');
    return { core: pack?.core ?? cores.at(-1) ?? '', dynasty };
  }),
];

function* within(field: FormField): Generator<FormField> {
  yield field;
  for (const part of field.parts) yield* within(part);
}

async function oddFields(choice: (typeof packs)[number]): Promise<readonly string[]> {
  const { files, terms } = composeRuleset(shippedLibrary, choice);
  const play = await Play.start({ files, terms, state: PLAYED, draw: () => 1, caches, runner: onKernel });
  try {
    const { actions, submissions } = play.model;
    expect(Object.keys(actions).length).toBeGreaterThan(0);
    const sealed = Object.entries(submissions).map(
      ([id, { open, with: types }]) => [id, { with: { ...open, ...types } }] as const,
    );
    return [...Object.entries(actions), ...sealed].flatMap(([id, { with: types }]) =>
      formFieldsOf(types, play.state(), choicesFrom(play, AT, 'ana')).flatMap((field) =>
        FREE[`${id}.${field.id}`] !== undefined
          ? []
          : [
              // Rows with options are picked in order.
              ...(LISTED.test(field.id) && TYPED.has(field.input) && field.options.length === 0
                ? [`${id}.${field.id}: typed`]
                : []),
              ...[...within(field)].flatMap((one) => why(one).map((what) => `${id}.${field.id}: ${what}`)),
            ],
      ),
    );
  } finally {
    play.dispose();
  }
}

/** `loses-items`, `players.ana.coins` */
const AN_ID = /^[a-z][a-z0-9]*(?:[.-][a-z0-9]+)+$/u;

function why({ input, label, about, options }: FormField): readonly string[] {
  return [
    ...options.flatMap((one) => (AN_ID.test(one.label) ? [`offers ${one.label}`] : [])),
    ...(['anything', 'entries'].includes(input) ? [`asks for ${input}`] : []),
    ...(/\b(?:JSON|YAML|path|id)\b|[{}[\]]/u.test(`${label} ${about ?? ''}`)
      ? [`says “${label} ${about}”`]
      : []),
  ];
}

test.each(packs)('everything that can be picked is picked in the forms of $core $dynasty', async (choice) => {
  expect(await oddFields(choice)).toEqual([]);
});

test('each exception names an existing field', async () => {
  const found = new Set<string>();
  for (const choice of packs) {
    const { files, terms } = composeRuleset(shippedLibrary, choice);
    const play = await Play.start({ files, terms, state: null, draw: () => 1, caches, runner: onKernel });
    for (const [id, one] of Object.entries({ ...play.model.actions, ...play.model.submissions }))
      for (const { id: name } of formFieldsOf(one.with, play.state())) found.add(`${id}.${name}`);
    play.dispose();
  }
  expect(Object.keys(FREE).filter((one) => !found.has(one))).toEqual([]);
});
