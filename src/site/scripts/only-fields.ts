/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Hides the fields of a form that are asked only if another one has certain values.

/** Shows the fields of a form that its choices call for. */
export function showOnlyAsked(form: HTMLFormElement): void {
  const fields = [...form.querySelectorAll<HTMLElement>('[data-only]')];
  if (fields.length === 0) return;
  const show = (): void => {
    for (const field of fields) {
      const only = JSON.parse(field.dataset['only'] ?? '') as { field: string; values: readonly string[] };
      const asked = form.elements.namedItem(only.field);
      field.hidden = !(asked instanceof HTMLSelectElement && only.values.includes(asked.value));
    }
  };
  form.addEventListener('input', show);
  show();
}
