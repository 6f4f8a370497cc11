import { flag, valued } from '../../host/command.ts';
import type { Addon } from '../../cli/command.ts';

/** Checks a repository on GitHub, and whether GitHub answers as the engine assumes. */
export const gitHubCheck: Addon = {
  addedOptions: {
    doctor: {
      options: {
        github: valued(
          'OWNER/NAME',
          'checks that repository on GitHub, with GITHUB_TOKEN, instead of a game here',
        ),
        try: flag('with --github: creates things there and deletes them again'),
        answers: valued(
          'FILE',
          'with --github: the folder for its answers, without tokens and e-mail addresses',
        ),
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
