export interface Terms {
  readonly player: string;
  readonly players: string;
  readonly emperor: string;
  readonly emperors: string;
}

/** The terms of an address over those in force: a plural not given is the singular and an s. */
export function newTerms(old: Terms, given: Partial<Terms>): Terms {
  const player = given.player ?? old.player;
  const emperor = given.emperor ?? old.emperor;
  return {
    player,
    players: given.players ?? (given.player === undefined ? old.players : `${player}s`),
    emperor,
    emperors: given.emperors ?? (given.emperor === undefined ? old.emperors : `${emperor}s`),
  };
}

/** Text as its reader sees it: the address of a link is no part of it. */
function read(text: string): string {
  return text.replace(/\]\([^)]*\)/g, ']');
}

/** Whether a word or some words occur in a text as such, whatever their capitals. */
export function occursIn(term: string, text: string): boolean {
  const words = term
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\s+/g, '\\s+');
  return new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, 'iu').test(read(text));
}
