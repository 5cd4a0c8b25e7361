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

/** Whether the client names HTML with a weight other than 0 (RFC 9110, 12.5.1). A client that accepts anything is no browser. */
function acceptsHtml(accept = ''): boolean {
  return accept
    .toLowerCase()
    .split(',')
    .map((range) => range.trim().split(/\s*;\s*/u))
    .some(
      ([type, ...parameters]) =>
        type === 'text/html' && !parameters.some((each) => /^q=0(?:\.0*)?$/u.test(each)),
    );
}
