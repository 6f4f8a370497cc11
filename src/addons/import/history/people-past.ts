import { personId } from '../../../play/person-id.ts';

/** Ids for people by the names that exports have for them: alike but for case and accents is the same person. */
export class PeoplePast {
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, string>();

  /** Names that differ otherwise get different ids, also where both would be written alike, as `a/b` and `a-b`. */
  idOf(name: string): string {
    const plain = name
      .normalize('NFKD')
      .replaceAll(/\p{M}+/gu, '')
      .trim()
      .toLowerCase();
    const known = this.#ids.get(plain);
    if (known !== undefined) return known;
    const base = personId(name) || 'somebody';
    let id = base;
    for (let count = 2; this.#names.has(id); count++) id = `${base}-${count}`;
    this.#ids.set(plain, id);
    this.#names.set(id, name.trim() || 'Somebody');
    return id;
  }

  /** `Sgt. Zed`, as it was written first. */
  nameOf(id: string): string {
    return this.#names.get(id) ?? id;
  }

  get count(): number {
    return this.#names.size;
  }
}
