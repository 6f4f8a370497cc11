import { listPacks, readPackFile, recommendedPack } from '../../src/ruleset/compose.ts';
import type { ContentFiles } from '../../src/store/paths.ts';
import type { Starter } from '../../src/store/library-parts.ts';

/** Lists all sets of rules to begin with: the recommended set, the basic ones from the shortest, then those with a theme. */
export function choicesIn(library: ContentFiles): readonly Starter[] {
  const { core, dynasties } = listPacks(library);
  const letters = (name: string): number =>
    Array.from(library).reduce(
      (sum, [path, text]) => (path.startsWith(`core/${name}/`) ? sum + text.length : sum),
      0,
    );
  const basic = core.toSorted((a, b) => letters(a) - letters(b));
  const { name: recommended, core: usual } = recommendedPack(library) ?? {};
  const themed = dynasties
    .toSorted((a, b) => Number(b === recommended) - Number(a === recommended))
    .flatMap((name) => {
      const own = packAt(library, name)?.core ?? usual;
      return own === undefined ? [] : [choiceOf(library, name, { core: own, dynasty: name })];
    });
  const first = recommended === undefined ? 0 : 1;
  return [
    ...themed.slice(0, first),
    ...basic.map((name) => choiceOf(library, `core/${name}`, { core: name, dynasty: '' })),
    ...themed.slice(first),
  ];
}

function choiceOf(library: ContentFiles, folder: string, rules: Pick<Starter, 'core' | 'dynasty'>): Starter {
  const pack = packAt(library, folder);
  const about = pack?.theme ?? pack?.about ?? pack?.description ?? '';
  return { ...rules, label: pack?.title ?? folder.replace('core/', ''), about };
}

function packAt(library: ContentFiles, folder: string): ReturnType<typeof readPackFile>['pack'] {
  const path = `${folder}/pack.yml`;
  return readPackFile(path, library.get(path) ?? '').pack;
}
