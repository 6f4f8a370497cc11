/** A page's blocks that can be done: what is typed with what it answers, and files that the reader writes. */
export type Step = { do: 'type'; line: string; shown: string } | { do: 'write'; file: string; text: string };

/** A piece of the page: words as they stand, or a block of steps. */
export type Piece = { words: string } | { opening: string; steps: Step[] };

const FENCE = /^```(?<language>\w*)(?: +(?<file>\S+))?\n(?<body>.*?)^```$/gmsu;

/** `console` blocks hold what is typed after `$ `; a block in another language with a path after it is a file. */
export function readPieces(page: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of page.matchAll(FENCE)) {
    const { language = '', file, body = '' } = match.groups ?? {};
    const steps: Step[] =
      language === 'console'
        ? readTyped(body)
        : file === undefined
          ? []
          : [{ do: 'write', file, text: body }];
    if (steps.length === 0) continue;
    pieces.push({ words: page.slice(from, match.index) });
    pieces.push({ opening: (/^.*$/mu.exec(match[0]) ?? [''])[0], steps });
    from = match.index + match[0].length;
  }
  pieces.push({ words: page.slice(from) });
  return pieces;
}

function readTyped(body: string): Step[] {
  return body
    .split(/^\$ /mu)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { do: 'type', line: part.slice(0, end), shown: part.slice(end + 1).trim() };
    });
}

export function writePieces(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) =>
      'words' in piece
        ? piece.words
        : `${piece.opening}\n${piece.steps.map(writeStep).join('\n').trimEnd()}\n\`\`\``,
    )
    .join('');
}

function writeStep(step: Step): string {
  if (step.do === 'write') return step.text;
  return step.shown === '' ? `$ ${step.line}` : `$ ${step.line}\n${step.shown}\n`;
}

/** As a shell would: words between spaces, quotes kept together. */
export function splitWords(line: string): string[] {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/gu)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/gu, (_, double: string | undefined, single: string | undefined) =>
      String(double ?? single),
    ),
  );
}
