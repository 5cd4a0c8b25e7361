import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { endpointFields, READ_ONLY_FIELDS, FIELDS_OWNED_BY } from '#shared/webhooks/http/endpoint-body.ts';
import { EDIT_USES } from '#shared/webhooks/http/endpoint-edit-uses.ts';
import {
  ENDPOINT_ERRORS,
  HEADER_ERRORS,
  SUBSCRIPTION_ERRORS,
  URL_ERRORS,
} from '#shared/webhooks/http/endpoint-errors.ts';
import { endpointSchema, warningList } from '#shared/webhooks/http/endpoint-view.ts';
import { ON_ENDPOINT, WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

const { name, url, subscriptions, enabled, description, headers, asymmetric_signatures } = endpointFields;

const path = '/api/v1/workspace-webhooks/{endpoint}';

export const operation = defineOperation({
  ...ON_ENDPOINT,
  name: 'update-endpoint',
  summary: 'Update a webhook endpoint',
  description:
    'Edits, enables, pauses or takes over the endpoint. Omitted fields keep their values; ' +
    '`subscriptions` and `headers` replace all subscriptions and all request headers. A takeover, or a change of `url`, `subscriptions` with their filters, or ' +
    '`enabled`, cancels all pending deliveries of the endpoint. A request that is already being sent can ' +
    'still arrive. A change of only `headers` or `asymmetric_signatures` cancels no delivery: the next attempt of a pending delivery has the ' +
    'new request headers and signatures. A `url` with another origin (scheme, host or port) requires `headers` if the endpoint has request headers. To resend the cancelled deliveries, use `recoverEndpoint`.',
  routes: [
    { method: 'PATCH', path },
    { method: 'PUT', path },
  ],
  access: WEBHOOK_ACCESS,
  precondition: 'optional',
  uses: [...EDIT_USES, 'update-targets', 'seal-signing-secret'],
  checksKeyOnWrite: true,
  body: jsonObject({
    name: v.optional(name),
    description: v.optional(description),
    url: v.optional(url),
    enabled: v.optional(enabled),
    subscriptions: v.optional(subscriptions),
    headers: v.optional(headers),
    asymmetric_signatures: v.optional(asymmetric_signatures),
    take_over: v.optional(
      withDescription(
        v.boolean(),
        '`true` makes the member of your key responsible for the endpoint, like `takeOverEndpoint`. The ' +
          'member must be an admin',
      ),
    ),
  }),
  readOnlyFields: READ_ONLY_FIELDS,
  fieldsOwnedBy: FIELDS_OWNED_BY,
  revisioned: true,
  responses: { 200: v.object({ data: endpointSchema, warnings: warningList }) },
  errors: [
    ...ENDPOINT_ERRORS,
    'concurrent_update',
    ...URL_ERRORS,
    ...SUBSCRIPTION_ERRORS,
    'filter_limit_reached',
    ...HEADER_ERRORS,
    'endpoint_suspended',
    'admin_required',
  ],
  examples: [
    {
      summary: 'Enable',
      body: { enabled: true },
    },
    {
      summary: 'Add asymmetric signatures',
      body: { asymmetric_signatures: true },
    },
    {
      summary: 'Take over from an admin who left',
      body: { take_over: true },
    },
  ],
});
