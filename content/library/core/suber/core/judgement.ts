import { action, boolean, derive, optional, player, post, rule, text, time } from 'gitnomic/rules';
import type { Matter, Person } from 'gitnomic/rules';
import { permitUnless, refuseFor } from '#core/reasons.ts';
import { lastUses } from '#core/votes.ts';

export default rule((g) => {
  const { players, view, whyNotPlayer } = g;

  /** Who comes before somebody in the order of turns, and is not moving. */
  function before(person: Person | null): Person | null {
    const names = view('seats').split(', ');
    const others = names.flatMap((name) => players.find(({ label }) => label === name) ?? []);
    const at = others.findIndex((one) => one.is(person));
    const back = others.map((_, step) => others.at((at - 1 - step) % others.length) ?? null);
    return back.find((one) => one !== null && !one.is(view('moving')) && !one.is(person)) ?? null;
  }

  const judge = (): Person | null =>
    g.matters.pending('cfj').findLast((one) => one.turn === g.game.turn)?.judge ?? before(view('moving'));
  const votesOnRuling = (matter: Matter): readonly (string | null)[] => {
    const cast = lastUses(matter.uses.filter(({ at }) => matter.ruledAt !== null && at >= matter.ruledAt));
    return players.filter((one) => !one.is(matter.judge)).map(({ id }) => cast.get(id)?.vote ?? null);
  };
  const isOverruled = (matter: Matter): boolean => votesOnRuling(matter).every((vote) => vote === 'AGAINST');
  /** The next turn has begun; or none can, and everybody has said what they think of the ruling. */
  const isSettled = (matter: Matter): boolean =>
    matter.turn < g.game.turn || (matter.stuck && votesOnRuling(matter).every((vote) => vote !== null));

  return {
    posts: {
      cfj: { title: 'Question for the Judge', votable: true, purpose: 'judge', about: 'Invokes judgement.' },
    },
    post: {
      judge: optional(player({ who: 'anybody' })),
      ruling: text(),
      ruledAt: optional(time()),
      stuck: boolean({ title: 'play cannot go on' }),
    },

    actions: {
      judge: action({
        title: 'Give a ruling',
        sentence: 'ruled on {question}: “{ruling}”',
        about: 'Where play cannot go on, the Judge says so too.',
        with: { question: post(), ruling: text({ filled: true }), stuck: boolean({ start: false }) },
        check({ actor, question, refuse }) {
          refuseFor(refuse, [
            !(question.kind === 'cfj' && question.pending) && `${question.title} is no open question`,
            !actor.is(question.judge) && `the Judge is ${question.judge?.label ?? 'nobody'}`,
            question.ruling !== '' && 'there is already a ruling',
          ]);
        },
        effect({ question, ruling, stuck, now, comment, actor }) {
          question.set({ ruling, stuck, ruledAt: now });
          comment(question, `${actor.label} rules: ${ruling}`);
        },
      }),
    },

    views: { judge: derive({ of: 'game', returns: optional(player({ who: 'anybody' })), value: judge }) },

    hooks: {
      'may-post'({ author, kind, changes, refuse }) {
        if (kind !== 'cfj') return;
        refuseFor(refuse, [
          whyNotPlayer(author),
          changes.length > 0 && 'a question changes no rule',
          judge() === null && 'there is nobody who could be the Judge',
        ]);
      },
      'may-vote'({ voter, matter, refuse }) {
        if (matter.kind !== 'cfj') return;
        refuseFor(refuse, [
          matter.ruling === '' && 'there is no ruling yet to vote on',
          voter.is(matter.judge) && 'the others vote on a ruling, and not the Judge',
        ]);
      },
      'may-enact'({ matter, refuse }) {
        if (matter.kind !== 'cfj') return undefined;
        const reasons = [
          matter.ruling === '' && 'there is no ruling',
          !isSettled(matter) && 'the turn goes on',
        ];
        return permitUnless(refuse, reasons);
      },
      'may-fail'({ matter, refuse }) {
        if (matter.kind !== 'cfj') return undefined;
        const reasons = [
          matter.ruling !== '' && 'there is a ruling',
          !isSettled(matter) && 'the turn goes on',
        ];
        return permitUnless(refuse, reasons);
      },
    },

    on: {
      posted({ post: entry }) {
        if (entry.kind === 'cfj') entry.judge = before(view('moving'));
      },
      voted({ matter, comment }) {
        if (matter.kind !== 'cfj' || matter.ruling === '' || !isOverruled(matter)) return;
        const next = before(matter.judge);
        comment(matter, `The ruling is overruled. The Judge is now ${next?.label ?? 'nobody'}.`);
        matter.set({ judge: next, ruling: '', ruledAt: null, stuck: false });
      },
    },
  };
});
