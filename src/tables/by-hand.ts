import { slug } from '../kernel/names.ts';

interface HandVariable {
  readonly title: string;
  readonly id: string;
  readonly of: 'player' | 'game';
  /** The source of its type, with a title. */
  readonly typeAs: (title: string) => string;
}

/** Lets everybody change a variable that no rule counts: a move that sets it, one that takes that back, and what it was before. */
export function handRows({ title, id, of, typeAs }: HandVariable): readonly string[] {
  const [before, known] = [`${id}Before`, `${id}Changed`];
  const isGame = of === 'game';
  const owner = isGame ? 'e.g.game' : 'e.chosen.whose';
  const whose = isGame ? '' : 'whose: player({ title: "Whose" }), ';
  const ofWhom = isGame ? '' : ' of {whose}';
  const set = (name: string, value: string): string =>
    `{ of: ${isGame ? '"game"' : `(e) => ${owner}`}, name: "${name}", to: (e) => ${value} }`;
  const move = (verb: string, sentence: string, parts: string): string =>
    `{ row: "move", id: "${slug(`${verb} ${title}`)}", title: ${JSON.stringify(`${verb} ${title}`)}, sentence: ${JSON.stringify(sentence)}, by: "player", pays: [], ${parts} }`;
  const undoable = JSON.stringify(`${title}: the last change can be undone`);
  return [
    `{ row: "variable", of: "${of}", name: "${before}", type: ${typeAs(`${title} before the last change`)} }`,
    `{ row: "variable", of: "${of}", name: "${known}", type: boolean({ title: ${undoable} }) }`,
    move(
      'Change',
      `changes ${title}${ofWhom} to {value}`,
      `with: { ${whose}value: ${typeAs('New value')} }, needs: [], gets: [${set(before, `${owner}.${id}`)}, ${set(known, 'true')}, ${set(id, 'e.chosen.value')}]`,
    ),
    move(
      'Undo the last change of',
      `undoes the last change of ${title}${ofWhom}`,
      `with: { ${whose}}, needs: [{ text: "it has been changed since it was last undone", holds: (e) => ${owner}.${known} === true }], gets: [${set(id, `${owner}.${before}`)}, ${set(known, 'false')}]`,
    ),
  ];
}
