/** The name of a Git object: 40 hexadecimal digits. */
export type Oid = string;

const oidForm = /^[0-9a-f]{40}$/;

export function isOid(text: unknown): text is Oid {
  return typeof text === 'string' && oidForm.test(text);
}
