import type { Addon } from '../../cli/command.ts';

/** Checks a repository on GitHub, and whether GitHub answers as the engine assumes. */
export const gitHubCheck: Addon = {
  addedOptions: {
    doctor: {
      options: {
        github: {
          type: 'string',
          value: 'OWNER/NAME',
          summary: 'checks that repository on GitHub, with GITHUB_TOKEN, instead of a game here',
        },
        try: { type: 'boolean', summary: 'with --github: creates things there and deletes them again' },
        answers: {
          type: 'string',
          value: 'FILE',
          summary: 'with --github: the folder for its answers, without tokens and e-mail addresses',
        },
      },
      instead: {
        takes: [],
        next: 'Leave it out: checking a repository on GitHub looks at nothing else and repairs nothing.',
        run: async (asked) =>
          (await import('../../addons/github-check/doctor-github.ts')).doctorGitHub(asked),
      },
    },
  },
};
