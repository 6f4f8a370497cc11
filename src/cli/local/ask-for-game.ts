import { Failure } from '../failure.ts';
import type { Wish } from '../../host/host.ts';
import { personId } from '../../play/person-id.ts';
import { listPacks, readPackFile } from '../../ruleset/compose.ts';
import { knowsHead } from '../../store/create-game.ts';
import { ENGLISH } from '../../language/language.ts';
import { chooseLanguage } from '../../store/content-folder.ts';
import { languageTag, type LanguageChosen } from '../../store/read-language.ts';
import { answered, intro, multiselect, outro, select, text } from './ask.ts';

type Library = ReadonlyMap<string, string>;

/** Asks for everything that a new game needs, and explains each question. */
export async function askForGame(library: Library, folder: string): Promise<Wish> {
  intro('A new game');
  const name = answered(
    await text({ message: 'What is the game called?', initialValue: folder, validate: filled }),
  );
  const packs = listPacks(library);
  const core = answered(
    await select({
      message: 'Which basic rules do you start with? You can change all of them by vote.',
      options: packs.core.map((era) => optionOf(library, `core/${era}`, era)),
      initialValue: packs.core.at(-1) ?? '',
    }),
  );
  const fitting = packs.dynasties.filter((pack) => coreOf(library, pack) === core);
  const dynasty =
    fitting.length === 0
      ? ''
      : answered(
          await select({
            message: 'Which theme do you start with?',
            options: [
              { value: '', label: 'None: you write every rule yourselves' },
              ...fitting.map((pack) => optionOf(library, pack, pack)),
            ],
          }),
        );
  const names = answered(
    await text({
      message: 'Who plays? Separate the names with commas.',
      placeholder: 'ana, bo, cy',
      validate: filled,
    }),
  )
    .split(',')
    .map((one) => one.trim())
    .filter((one, at, all) => {
      const id = personId(one);
      return id !== '' && all.findIndex((other) => personId(other) === id) === at;
    });
  const { admins, emperor, resolution } = await askForOffices(names, await knowsHead(library, core));
  const language = await askForLanguage();
  outro('That’s all.');
  const players = names.map((one) => ({
    id: personId(one),
    name: one,
    admin: admins.includes(one),
    emperor: one === emperor,
  }));
  return {
    name,
    core,
    players,
    resolution,
    ...(dynasty === '' ? {} : { dynasty }),
    ...(language === null ? {} : { language }),
  };
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
async function askForOffices(names: readonly string[], isHeaded: boolean) {
  const choices = names.map((one) => ({ value: one, label: one }));
  const admins = answered(
    await multiselect({
      message: 'Who are the admins? They let people in and sort things out by hand.',
      options: choices,
      initialValues: names.slice(0, 1),
    }),
  );
  const emperor = isHeaded
    ? answered(
        await select({
          message: 'Who leads the first round?',
          options: [{ value: '', label: 'Nobody' }, ...choices],
        }),
      )
    : '';
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

function optionOf(
  library: Library,
  folder: string,
  value: string,
): { value: string; label: string; hint?: string } {
  const pack = packAt(library, folder);
  const about = pack?.theme ?? pack?.about ?? pack?.description;
  return { value, label: pack?.title ?? value, ...(about === undefined ? {} : { hint: about }) };
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
