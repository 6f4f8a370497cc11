/** What sample players look at: the state as the emperor's side has it, since one script plays them all. */
export interface GameState {
  readonly game: Fields;
  readonly emperor: Fields;
  readonly players: Readonly<Record<string, Fields>>;
  readonly things: Readonly<Record<string, Readonly<Record<string, Fields>>>>;
}

type Fields = Readonly<Record<string, unknown>>;

export interface Held {
  readonly art: string;
  readonly price: number;
}

export function expirationOf({ game }: GameState): string {
  return String(game['expiration']);
}

export function galleryOf({ things }: GameState, round: number): readonly string[] {
  return (things['galleries']?.[`gallery-${round}`]?.['art'] ?? []) as readonly string[];
}

export function senderOf({ emperor }: GameState, art: string): string | undefined {
  return (emperor['submitters'] as Readonly<Record<string, string>> | undefined)?.[art];
}

export function titleOf({ things }: GameState, art: string): string {
  const title = things['art']?.[art]?.['title'];
  return typeof title === 'string' ? title : art;
}

export function roundOf({ things }: GameState, art: string): number {
  return Number(things['art']?.[art]?.['round'] ?? 0);
}

/** The pieces that a player holds outside of sets. */
export function singlesOf({ players }: GameState, player: string): readonly Held[] {
  const entries = (players[player]?.['collection'] ?? []) as readonly Partial<Held>[];
  return entries.filter((entry): entry is Held => entry.art !== undefined);
}

export function numberOf({ players }: GameState, player: string, variable: string): number {
  return Number(players[player]?.[variable] ?? 0);
}

/** The entries of the Bulletin Board, as id, seller and price. */
export function entriesOf({
  things,
}: GameState): readonly { readonly id: string; readonly seller: string; readonly price: number }[] {
  return Object.entries(things['bulletin'] ?? {}).map(([id, { seller, price }]) => ({
    id,
    seller: String(seller),
    price: Number(price),
  }));
}

export function starOf({ game }: GameState): string | null {
  return typeof game['star'] === 'string' ? game['star'] : null;
}
