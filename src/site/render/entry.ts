// The entry that Astro builds from the site's source: pages rendered on request, for a caller that has their data.
import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

export function render(request: Request, locals: object = {}): Promise<Response> {
  return app.render(request, { locals });
}
