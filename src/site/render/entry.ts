// What Astro makes of the site's source: pages rendered on request, by whoever has the data that they show.
import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

export function render(request: Request, locals: object = {}): Promise<Response> {
  return app.render(request, { locals });
}
