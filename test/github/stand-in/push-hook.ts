/**
 * What GitHub refuses to a bot that pushes. A commit on a branch may not change a workflow, however it came to be there. A tag, or a branch that is new, may
 * hold only workflow files that some branch has too, by path and contents, as GitHub's description of the scope `workflow` says.
 */
export const PUSH_HOOK = `#!/bin/sh
# GitHub's own Dependabot may update workflows.
case "$REMOTE_USER" in 'dependabot[bot]') exit 0 ;; *'[bot]') ;; *) exit 0 ;; esac
# An App of the owner's can be on the list of who may bypass a rule; GitHub Actions can't.
if [ -f "$GIT_DIR/restricted" ] && [ "$REMOTE_USER" = 'github-actions[bot]' ]; then cat "$GIT_DIR/restricted" >&2; exit 1; fi
refuse() {
  echo "refusing to allow a GitHub App to create or update workflow \\\`$1\\\` without \\\`workflows\\\` permission" >&2
  exit 1
}
on_a_branch() {
  for tip in $(git for-each-ref --format='%(objectname)' refs/heads); do
    [ "$(git rev-parse --quiet --verify "$tip:$2")" = "$1" ] && return 0
  done
  return 1
}
while read -r old new ref; do
  case "$new" in *[!0]*) ;; *) continue ;; esac
  is_new=yes
  case "$old" in *[!0]*) is_new=no ;; esac
  case "$ref" in refs/tags/*) is_new=yes ;; esac
  if [ "$is_new" = no ]; then
    changed=$(git log --format= --name-only "$old..$new" -- .github/workflows)
    [ -z "$changed" ] || refuse "$(echo "$changed" | head -n 1)"
    continue
  fi
  git ls-tree -r "$new" -- .github/workflows | while read -r _ _ blob path; do
    on_a_branch "$blob" "$path" || refuse "$path"
  done || exit 1
done
`;
