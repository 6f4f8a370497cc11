/** True if a word takes "an", as far as its spelling tells. */
export function takesAn(word: string): boolean {
  const first = word.trim().toLowerCase();
  if (/^(?:hour|heir|honest|hono[u]?r)/.test(first)) return true;
  if (/^(?:uni(?!n|m)|us[ei]|ut[eio]|ub[io]|eu|ew|one(?![a-z])|once(?![a-z])|u(?![a-z]))/.test(first))
    return false;
  return /^[aeiouàáâãäåæèéêëìíîïòóôõöøùúûü]/.test(first);
}
