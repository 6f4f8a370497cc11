import { action, boolean, choice, optional, player, rule, time } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';

export default rule((g) => {
  const { value, view } = g;
  const experience = value('experience');
  const mentorshipOf = (mentee: Person) => g.mentorships.get(mentee.id);
  const hasMentor = (mentee: Person): boolean => mentorshipOf(mentee) !== null;

  /** The emperor; where there is none, whoever has seen enough dynasties. */
  function whyNotAppointing(actor: Person): string | false {
    const { emperor, number } = g.dynasty;
    const title = g.ruleset.terms.emperor;
    if (emperor !== null) return !actor.is(emperor) && `only ${g.ruleset.theEmperor} can do this`;
    const earlier = actor.dynastiesActive.filter((dynasty) => dynasty < number).length;
    return (
      earlier < experience &&
      `without an ${title} it takes somebody who was active in ${experience} earlier dynasties`
    );
  }

  function notAsked(actor: Person, mentee: Person): string | false {
    const mentorship = mentorshipOf(mentee);
    const asked = mentorship?.status === 'proposed' && mentorship.mentor.is(actor);
    return !asked && `${actor.label} was not asked to be the mentor of ${mentee.label}`;
  }

  /** Admins change their own name in the list at will, anybody else's if asked. */
  function whyNotListed(actor: Person, person: Person, asked: boolean): string | false {
    return !person.is(actor) && !asked && `${person.label} has not asked for it`;
  }

  return {
    player: { tenured: boolean(), tenureAsked: boolean(), untenureAsked: boolean(), mentorAsked: boolean() },

    things: {
      mentorships: {
        title: 'Mentorships',
        fields: {
          mentor: player({ who: 'anybody' }),
          mentee: player({ who: 'anybody' }),
          since: optional(time()),
          status: choice(['proposed', 'active'], { start: 'proposed' }),
        },
      },
    },

    posts: { mentorship: { title: 'Mentorship' }, 'mentorship-end': { title: 'End of a Mentorship' } },

    actions: {
      'ask-tenure': action({
        title: 'Offer to be a mentor',
        sentence: 'offered to be a mentor',
        effect: ({ actor }) => actor.set({ tenureAsked: true, untenureAsked: false }),
      }),
      'ask-untenure': action({
        title: 'Ask to be struck from the mentors',
        sentence: 'asked to be struck from the mentors',
        effect: ({ actor }) => actor.set({ tenureAsked: false, untenureAsked: true }),
      }),

      tenure: action({
        title: 'List as tenured',
        sentence: 'listed {player} as tenured',
        by: 'admin',
        with: { player: player() },
        check: ({ actor, player: person, refuse }) =>
          refuseFor(refuse, [
            whyNotListed(actor, person, person.tenureAsked),
            person.tenured && `${person.label} is already tenured`,
          ]),
        effect: ({ player: person }) => person.set({ tenured: true, tenureAsked: false }),
      }),
      untenure: action({
        title: 'Strike from the tenured',
        sentence: 'struck {player} from the tenured',
        by: 'admin',
        with: { player: player() },
        check: ({ actor, player: person, refuse }) =>
          refuseFor(refuse, [
            whyNotListed(actor, person, person.untenureAsked),
            !person.tenured && `${person.label} is not tenured`,
          ]),
        effect: ({ player: person }) => person.set({ tenured: false, untenureAsked: false }),
      }),

      'request-mentor': action({
        title: 'Ask for a mentor',
        sentence: 'asked for a mentor',
        check: ({ actor, refuse }) =>
          refuseFor(refuse, [hasMentor(actor) && `${actor.label} has a mentor, or one was asked`]),
        effect({ actor }) {
          actor.mentorAsked = true;
        },
      }),

      'appoint-mentor': action({
        title: 'Ask somebody to be a mentor',
        sentence: 'asked {mentor} to be the mentor of {mentee}',
        by: 'anybody',
        with: { mentor: player(), mentee: player() },
        check: ({ actor, mentor, mentee, whyNotPlayer, refuse }) =>
          refuseFor(refuse, [
            whyNotPlayer(actor),
            whyNotAppointing(actor),
            !mentor.tenured && `${mentor.label} is not tenured`,
            mentor.is(mentee) && 'nobody is their own mentor',
            hasMentor(mentee) && `${mentee.label} has a mentor, or one was asked`,
          ]),
        effect({ mentor, mentee, mentorships }) {
          mentorships.add(mentee.id, { mentor, mentee });
        },
      }),

      'accept-mentee': action({
        title: 'Accept a mentee',
        sentence: 'became the mentor of {mentee}',
        with: { mentee: player() },
        check: ({ actor, mentee, refuse }) => refuseFor(refuse, [notAsked(actor, mentee)]),
        effect({ actor, mentee, now, dynasty, post }) {
          mentorshipOf(mentee)?.set({ status: 'active', since: now });
          mentee.mentorAsked = false;
          post({
            kind: 'mentorship',
            title: `${actor.label} is the mentor of ${mentee.label}`,
            author: dynasty.emperor ?? actor,
          });
        },
      }),
      'decline-mentee': action({
        title: 'Decline a mentee',
        sentence: 'declined to be the mentor of {mentee}',
        with: { mentee: player() },
        check: ({ actor, mentee, refuse }) => refuseFor(refuse, [notAsked(actor, mentee)]),
        effect: ({ mentee, mentorships }) => mentorships.remove(mentee.id),
      }),

      'dissolve-mentorship': action({
        title: 'Dissolve a mentorship',
        sentence: 'ended the mentorship of {mentee}',
        with: { mentee: player() },
        check({ actor, mentee, refuse }) {
          const mentorship = mentorshipOf(mentee);
          const part =
            mentorship?.status === 'active' && (mentorship.mentor.is(actor) || mentorship.mentee.is(actor));
          refuseFor(refuse, [!part && `${actor.label} is neither mentor nor mentee in such a mentorship`]);
        },
        effect({ actor, mentee, mentorships, post }) {
          mentorships.remove(mentee.id);
          post({ kind: 'mentorship-end', title: `The mentorship of ${mentee.label} is over`, author: actor });
        },
      }),
    },

    hooks: {
      waiting({ duty, people, players }, next) {
        const others = next() ?? [];
        const ids = (list: readonly Person[]): string[] => list.map(({ id }) => id);
        if (duty === 'tenure')
          return [...others, ...ids(people.filter(({ tenureAsked, tenured }) => tenureAsked && !tenured))];
        if (duty === 'untenure')
          return [...others, ...ids(people.filter(({ untenureAsked, tenured }) => untenureAsked && tenured))];
        if (duty === 'mentor')
          return [
            ...others,
            ...ids(
              players.filter(
                (person) => !hasMentor(person) && (person.mentorAsked || view('new-player', person)),
              ),
            ),
          ];
        return others;
      },
    },
  };
});
