import type { Status } from '../../tick/read-status.ts';
import { pageName } from '../../seat/page-name.ts';
import type { PublicData } from '../data/public-schema.ts';
import type { SiteData } from '../data/site-data.ts';
import type { GameShown } from './game-shown.ts';
import { knownHarmless } from './harmless-text.ts';
import { withLazy } from '../data/lazy-property.ts';

/** The data that the site publishes for programs, in the format that commands print with `--json`. */
export function publicDataOf(
  { state, ledger, manifest }: GameShown,
  { posts, people, rules, changeLog }: Pick<SiteData, 'posts' | 'people' | 'rules' | 'changeLog'>,
  status: Status,
): PublicData {
  const matterStatus = new Map(status.queue.map((one) => [one.id, one]));
  const shown = new Map(rules.map((rule) => [rule.path, rule]));
  return {
    state: { ...status, game: state.game, things: state.things },
    matters: {
      matters: posts
        .filter(({ votable }) => votable)
        .map(({ id, place, kind, title, author, at, status: ended, resolvedAt, resolvedBy, ...post }) => {
          const matter = {
            id,
            kind,
            title,
            author,
            at,
            status: ended,
            resolvedAt,
            resolvedBy,
            changes: post.changes,
            counts: post.counts.map(({ key, title: name, count }) => ({ key, title: name, count })),
            page: `${place ?? ''}matters/${pageName(id)}/`,
            standing: matterStatus.get(id) ?? null,
          };
          // Nearly all posts of a long game are in past dynasties, and are sanitised already.
          return place === undefined ? matter : knownHarmless(matter);
        }),
    },
    players: {
      players: people.map(({ id, name, state: is, admin, machine, joined, lastActive, values, ...of }) => ({
        id,
        name,
        state: is,
        admin,
        ...(status.terms.emperor === undefined ? {} : { emperor: of.emperor }),
        machine,
        joined,
        lastActive,
        values,
      })),
    },
    ruleset: {
      rules: manifest.rules.map(({ title, number, path, section, status: is, text, clause }) =>
        withLazy(
          { title, number, path, section, status: is, text, clause },
          'in-words',
          () => shown.get(path)?.inWords ?? [],
        ),
      ),
    },
    ledger,
    changes: changeLog,
  };
}
