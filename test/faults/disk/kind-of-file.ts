/** Which file a write is of, without what differs from game to game. */
export function kindOf(path: string): string {
  return path
    .slice(path.indexOf('/game/') + '/game/'.length)
    .replace(/repository\.git\/objects\/.*/u, 'repository.git/objects')
    .replace(/^content\/.*/u, 'content')
    .replace(/(heads\/core-longer-)\w+/u, '$1')
    .replace(/\.room-\d+/u, '.room')
    .replace(/^(packs|handover)\/.*/u, '$1')
    .replace(/[^/]*\.draft\/.*/u, 'drafts')
    .replace(/[^/]*\.draft$/u, 'drafts')
    .replace(/values\/.+/u, 'values')
    .replace(/pictures\/(sent|drafts|.*[0-9a-f]{16}).*/u, 'pictures');
}
