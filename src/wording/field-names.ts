/** The key for how many rows of a list a form shows. Apart from `form-field.ts`, which would bring half of the kernel into the pages' scripts. */
export const ROWS = 'rows';
