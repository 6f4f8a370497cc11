import type { Addon } from '../../cli/command.ts';

/** Checks a repository on GitHub, and whether GitHub answers as the engine assumes. */
export const gitHubCheck: Addon = {
  addedOptions: {
    doctor: {
      options: {
        github: {
          type: 'string',
          value: 'OWNER/NAME',
          summary: 'looks at that repository on GitHub, with GITHUB_TOKEN, in place of a game here',
        },
        try: { type: 'boolean', summary: 'with --github: makes something there and takes it away again' },
        answers: {
          type: 'string',
          value: 'FILE',
          summary: 'with --github: where its answers are kept, without tokens and addresses of mail',
        },
      },
      instead: {
        takes: [],
        next: 'Leave it out: a repository on GitHub is looked at by itself, and nothing in it is repaired.',
        run: async (asked) =>
          (await import('../../addons/github-check/doctor-github.ts')).doctorGitHub(asked),
      },
    },
  },
};
