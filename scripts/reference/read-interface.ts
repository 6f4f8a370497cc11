/**
 * Returns the members of an interface as [name, type], from source in prettier's layout. The project's
 * compiler has no API for reading syntax, and this is enough for a page.
 */
export function membersOf(source: string, name: string): [string, string][] {
  const body = new RegExp(`^export interface ${name} \\{\\n(?<body>.*?)^\\}$`, 'msu').exec(source)?.groups?.[
    'body'
  ];
  if (body === undefined) throw new Error(`There is no interface ${name}.`);
  return splitAt(tidy(body), ';').map((member) => {
    const colon = member.indexOf(':');
    return [member.slice(0, colon).replaceAll("'", ''), member.slice(colon + 1).trim()];
  });
}

/** Splits at a character outside brackets. */
export function splitAt(text: string, sign: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if ('<({['.includes(letter)) depth += 1;
    if ('>)}]'.includes(letter)) depth -= 1;
    if (letter === sign && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function tidy(body: string): string {
  return body
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gmu, '')
    .replaceAll(/\breadonly /gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll('; }', ' }')
    .replaceAll(/< | >|, >/gu, (found) => found.replaceAll(/[ ,]/gu, ''));
}
