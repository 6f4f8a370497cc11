// The entry point that Astro builds from the site's source: it renders pages on request, given their data.
import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

export function render(request: Request, locals: object = {}): Promise<Response> {
  return app.render(request, { locals });
}
