import { acceptsHtml } from '#shared/platform/http/error-format.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { frontPage } from './front-page.ts';
import type { operation } from './operation.ts';

/** Shows browsers what the platform is, and gives other clients the addresses of the description of the API. */
export function createHandler(): OperationHandler<typeof operation> {
  return {
    async handle({ event, baseUrl }) {
      const headers = { Vary: 'Accept', 'Cache-Control': 'no-cache' };
      if (acceptsHtml(event.headers['accept'])) {
        const page = await frontPage(baseUrl);
        return { status: 200, headers: { ...page.headers, ...headers }, body: page.html };
      }
      return {
        status: 200,
        headers,
        body: {
          openapi: `${baseUrl}/openapi.json`,
          reference: `${baseUrl}/docs`,
          console: `${baseUrl}/console`,
        },
      };
    },
  };
}
