import { type OwnHosts, isApiHost } from '#shared/platform/http/api-host.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Sends browsers to the console and other clients to the description of the API. */
export function createHandler({ hosts }: { readonly hosts: OwnHosts }): OperationHandler<typeof operation> {
  return {
    async handle({ event, baseUrl }) {
      if (!isApiHost(event.requestContext.domainName, hosts)) throw notFound('route_not_found');
      const headers = { Vary: 'Accept', 'Cache-Control': 'no-cache' };
      if ((event.headers['accept'] ?? '').toLowerCase().includes('text/html'))
        return { status: 302, headers: { ...headers, Location: '/console' } };
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
