/** The engine's own marker, which it puts behind what it posts. */
const MARKER = /\n*<!-- gitnomic:\S+ \S+ -->\s*$/u;

/**
 * What a tick says in its own words holds words of players: on GitHub these call nobody, refer to nothing, load no
 * picture and are no HTML. Bold, lists and code stay.
 */
export function tame(text: string): string {
  const marker = MARKER.exec(text)?.[0] ?? '';
  const said = text.slice(0, text.length - marker.length);
  return `${said
    .replaceAll('<', '&lt;')
    .replaceAll('@', '@\u200b')
    .replaceAll(/#(?=\d)/gu, '#\u200b')
    .replaceAll(/\bGH-(?=\d)/giu, 'GH\u200b-')
    .replaceAll('](', ']\u200b(')
    .replaceAll(/^(\s*\[[^\]]*\]):/gmu, '$1\u200b:')
    .replaceAll('://', ':\u200b//')}${marker}`;
}
