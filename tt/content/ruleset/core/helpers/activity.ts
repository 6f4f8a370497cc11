/** What every era’s roster remembers of who is about. */
interface Remembered {
  readonly id: string;
  readonly state: string;
  name: string;
  lastActive: string | null;
  dynastiesActive: readonly number[];
}

interface SignOfLife {
  readonly person: Remembered;
  readonly input: string;
  readonly now: string;
  readonly dynasty: { readonly number: number };
}

/** Remembers that somebody was there, when, and in which dynasty. */
export function noteSignOfLife({ person, input, now, dynasty }: SignOfLife): void {
  if (person.name === '') person.name = person.id;
  if (input === 'withdraw-vote' || input === 'edit-comment') return;
  // What is told of later counts as of when it was called for.
  if (person.lastActive === null || person.lastActive < now) person.lastActive = now;
  if (person.state !== 'active' || person.dynastiesActive.includes(dynasty.number)) return;
  person.dynastiesActive = [...person.dynastiesActive, dynasty.number];
}
