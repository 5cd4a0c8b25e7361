import * as v from 'valibot';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { endpointSchema } from '#shared/webhooks/http/endpoint-view.ts';
import { WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  name: 'list-endpoints',
  product: 'webhooks',
  summary: 'List webhook endpoints',
  description:
    'Returns the endpoints of the workspace, newest first. Leaves out an endpoint if the key lacks the ' +
    '`webhooks:subscribe` permission of one of its products.',
  routes: [{ method: 'GET', path: '/api/v1/workspace-webhooks' }],
  access: WEBHOOK_ACCESS,
  uses: ['get-directories', 'batch-get-endpoints', 'query-deliveries'],
  query: strictFields({
    ...pageParameters,
    state: v.optional(
      withDescription(v.picklist(['paused', 'enabled', 'suspended']), 'Only endpoints in this state'),
    ),
    failing: v.optional(
      withDescription(
        v.picklist(['true', 'false']),
        '`true`: only endpoints whose last attempt failed. `false`: only the others',
      ),
    ),
  }),
  responses: { 200: pageOf(endpointSchema) },
  exampleQueries: [{ failing: 'true' }],
});
