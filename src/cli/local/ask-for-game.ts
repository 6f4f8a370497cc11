import type { Caches } from '../../cache/caches.ts';
import { Failure } from '../command.ts';
import type { Wish } from '../../host/host.ts';
import { personId } from '../../session/position/person-id.ts';
import { listPacks, readPackFile, recommendedPack } from '../../ruleset/compose.ts';
import { headOf } from '../../session/play/create-game.ts';
import { ENGLISH } from '../../language/language.ts';
import { chooseLanguage } from '../../store/content-folder.ts';
import { languageTag, type LanguageChosen } from '../../store/read-language.ts';
import { answered, intro, multiselect, outro, select, text } from './ask.ts';

type Library = ReadonlyMap<string, string>;

/** Asks for everything that a new game needs, and explains each question. The recommended rules need fewer answers. */
export async function askForGame(library: Library, folder: string, caches: Caches): Promise<Wish> {
  intro('A new game');
  const name = answered(
    await text({ message: 'What is the game called?', placeholder: folder, defaultValue: folder }),
  );
  const { core, dynasty, isRecommended } = await askForRules(library);
  const rules = { core, ...(dynasty !== '' && { dynasty }) };
  const pace = await askForPace(library, core);
  const names = await askForNames();
  const practice = names.length === 1 && (await askForPractice());
  const { admins, emperor, resolution, language } = isRecommended
    ? { admins: names.slice(0, 1), emperor: '', resolution: undefined, language: null }
    : {
        ...(await askForRoles(names, await headOf(library, rules, caches))),
        language: await askForLanguage(),
      };
  outro('That’s all.');
  const players = names.map((one) => ({
    id: personId(one),
    name: one,
    admin: admins.includes(one),
    emperor: one === emperor,
  }));
  return {
    name,
    ...rules,
    players,
    ...(resolution === undefined ? {} : { resolution }),
    ...(pace === undefined ? {} : { pace }),
    ...(practice ? { practice } : {}),
    ...(language === null ? {} : { language }),
  };
}

/** The recommended rules are one choice; the theme is asked for only with others. */
async function askForRules(
  library: Library,
): Promise<{ readonly core: string; readonly dynasty: string; readonly isRecommended: boolean }> {
  const { core: cores, dynasties } = listPacks(library);
  const recommended = recommendedPack(library);
  const others = recommended === null ? cores : cores.filter((one) => one !== recommended.core);
  const core = answered(
    await select({
      message: 'Which rules do you start with? You can change all of them by vote.',
      options: [
        ...(recommended === null ? [] : [recommendedOption(library, recommended)]),
        ...others.toReversed().map((one) => coreOption(library, one)),
      ],
    }),
  );
  if (core === recommended?.core) return { core, dynasty: recommended.name, isRecommended: true };
  const fitting = dynasties.filter((pack) => coreOf(library, pack) === core);
  if (fitting.length === 0) return { core, dynasty: '', isRecommended: false };
  const dynasty = answered(
    await select({
      message: 'Which theme do you start with?',
      options: [
        { value: '', label: 'None: you write every rule yourselves' },
        ...fitting.map((pack) =>
          optionOf(library, pack, { value: pack, more: `${rulesOf(library, pack)} rules` }),
        ),
      ],
    }),
  );
  return { core, dynasty, isRecommended: false };
}

async function askForPace(library: Library, core: string): Promise<string | undefined> {
  const paces = Object.entries(packAt(library, `core/${core}`)?.paces ?? {});
  if (paces.length === 0) return undefined;
  return answered(
    await select({
      message: 'Tonight, or over weeks?',
      options: paces.map(([value, { title, about }]) => ({ value, label: `${title}: ${about}` })),
    }),
  );
}

async function askForNames(): Promise<readonly string[]> {
  const names = answered(
    await text({
      message: 'Who plays? Separate the names with commas. The first one is the host.',
      placeholder: 'ana, bo, cy',
      validate: filled,
    }),
  );
  return names
    .split(',')
    .map((one) => one.trim())
    .filter((one, at, all) => {
      const id = personId(one);
      return id !== '' && all.findIndex((other) => personId(other) === id) === at;
    });
}

/** Only whoever plays alone is asked, since others would have to trust the host. */
async function askForPractice(): Promise<boolean> {
  const how = answered(
    await select({
      message: 'Do you play alone?',
      options: [
        { value: 'practice', label: 'Yes, for practice: you can sit in for others and move the clock' },
        { value: 'game', label: 'No, others come later' },
      ],
    }),
  );
  return how === 'practice';
}

function rulesOf(library: Library, folder: string): number {
  return Array.from(library.keys()).filter(
    (path) => path.startsWith(`${folder}/`) && path.endsWith('.md') && !path.includes('/scenarios/'),
  ).length;
}

function recommendedOption(
  library: Library,
  { core = '', name }: { core?: string | undefined; name: string },
) {
  const count = rulesOf(library, `core/${core}`) + rulesOf(library, name);
  return optionOf(library, `core/${core}`, { value: core, more: `${count} rules; recommended` });
}

function coreOption(library: Library, core: string) {
  const folder = `core/${core}`;
  return optionOf(library, folder, { value: core, more: `${rulesOf(library, folder)} rules` });
}

/** Null for English, which needs no translation. */
async function askForLanguage(): Promise<LanguageChosen | null> {
  const tag = answered(
    await text({
      message:
        'Language of the pages (a code such as de or pt-BR)? Only English (en) is ready; others you translate yourself.',
      initialValue: ENGLISH.tag,
      validate: (given) =>
        languageTag.safeParse(given).success ? undefined : 'Please enter a code such as en, de or pt-BR.',
    }),
  );
  const chosen = tag === ENGLISH.tag ? null : await chooseLanguage(tag, '');
  return chosen !== null && 'tag' in chosen ? chosen : null;
}

/** Asks for the Admins, and for the head if the rules have one. */
async function askForRoles(names: readonly string[], head: Awaited<ReturnType<typeof headOf>>) {
  const choices = names.map((one) => ({ value: one, label: one }));
  const admins = answered(
    await multiselect({
      message: 'Who are the admins? They let people in and sort things out by hand.',
      options: choices,
      initialValues: names.slice(0, 1),
    }),
  );
  const nobody = head?.isNeeded === true ? [] : [{ value: '', label: 'Nobody' }];
  const emperor =
    head === null
      ? ''
      : answered(
          await select({ message: `Who is the first ${head.title}?`, options: [...nobody, ...choices] }),
        );
  const resolution = answered(
    await select({
      message: 'When a vote is over, who carries it out?',
      options: [
        { value: 'automatic' as const, label: 'Automatically' },
        { value: 'by-admin' as const, label: 'An admin by hand' },
      ],
    }),
  );
  return { admins, emperor, resolution };
}

/** Every choice says what it is: prompts show a hint only beside the one that is marked. */
function optionOf(
  library: Library,
  folder: string,
  { value, more }: { readonly value: string; readonly more: string },
): { value: string; label: string } {
  const pack = packAt(library, folder);
  const about = pack?.theme ?? pack?.about ?? pack?.description;
  const label = `${pack?.title ?? value} (${more})`;
  return { value, label: about === undefined ? label : `${label}: ${about}` };
}

export function coreOf(library: Library, folder: string): string | undefined {
  return packAt(library, folder)?.core;
}

function packAt(library: Library, folder: string) {
  const path = `${folder}/pack.yml`;
  return readPackFile(path, library.get(path) ?? '').pack;
}

function filled(value: string | undefined): string | undefined {
  return (value ?? '').trim() === '' ? 'Please enter something.' : undefined;
}

/** The language that `--language` names: a tag, or a file of translations. */
export async function languageFor(given: string | undefined, folder: string): Promise<LanguageChosen | null> {
  if (given === undefined) return null;
  const chosen = await chooseLanguage(given, folder);
  if ('tag' in chosen) return chosen;
  throw new Failure(
    'usage',
    chosen.problems.map((what) => ({
      code: 'bad-language',
      what,
      next: '`gitnomic languages TAG` begins a file of translations.',
    })),
  );
}
