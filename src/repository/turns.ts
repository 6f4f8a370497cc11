/** Lets actions of this process that name the same key run one after the other, in the order they asked. */
export function takeTurns(): <T>(key: string, action: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, action) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(action, action);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
