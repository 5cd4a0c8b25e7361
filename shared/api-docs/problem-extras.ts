import type { ErrorCode } from '#shared/platform/core/errors.ts';
import type { JsonSchema } from './json-schema.ts';
import { withOpenLists } from './open-lists.ts';

/** Additional fields by name. */
export type Extras = Readonly<Record<string, JsonSchema>>;

const LIMIT: Extras = { limit: { type: 'integer', description: 'The maximum that is allowed' } };
const REVISION: Extras = {
  current_revision: {
    type: 'string',
    description: 'The current revision, for `If-Match`; only if the key may read the resource',
  },
};
const ALLOWED: Extras = { allowed: texts('The allowed values') };
const PROVIDER: Extras = {
  provider: text('The social network that has the limit or does not support the value'),
};
const STATE: Extras = { state: text('The current state') };
const SUBSCRIPTION: Extras = {
  event: text('The event of the subscription'),
  channel: text('The channel of the subscription'),
};

/**
 * Additional fields of problem documents, by code. Any of them can be missing: a field that the caller may not know is omitted.
 * A validation error has the fields of its own code.
 */
const PROBLEM_EXTRAS: Readonly<Partial<Record<ErrorCode, Extras>>> = {
  permission_missing: {
    required_permissions: texts(
      'The permissions of the operation. The key needs all of them, or only one if `detail` joins them with "or"',
    ),
    missing_permissions: texts('Those of `required_permissions` that the key lacks'),
  },
  permission_not_grantable: { permissions: texts('The permissions that cannot be granted') },
  credential_type_not_allowed: {
    accepted: { type: 'string', const: 'workspace_api_key', description: 'The type of credential to use' },
  },
  product_not_permitted: { products: texts('The products that the key cannot subscribe to') },
  method_not_allowed: { allowed_methods: texts('The methods that the route supports') },
  rate_limited: {
    ...LIMIT,
    limit_of: text('What reached the limit: `key` or `workspace`'),
  },
  quota_exceeded: { ...LIMIT, resource: text('The resources that reached the limit, such as `tags`') },
  endpoint_limit_reached: LIMIT,
  filter_limit_reached: LIMIT,
  block_limit_reached: LIMIT,
  page_too_large: LIMIT,
  api_key_limit_reached: LIMIT,
  rotation_in_progress: {
    previous_secret_expires_at: {
      type: 'string',
      format: 'date-time',
      description: 'Until when requests are also signed with the previous secret',
    },
  },
  contact_exists: {
    contact: { type: 'string', format: 'uuid', description: 'ID of the contact that has the address' },
    field: text('The field with the address: `email` or `phone`'),
  },
  phone_number_exists: { phone_number_id: uuid('ID of the phone number that the workspace has connected') },
  record_managed_here: {
    contact: uuid('ID of the contact that the platform manages'),
    conversation: uuid('ID of the conversation that the platform manages'),
    message: uuid('ID of the message that the platform manages'),
  },
  conversation_open: { conversation: uuid('ID of the open conversation') },
  channel_not_available: { platform: text('The platform on which the installation does not send') },
  message_state_invalid: { state: text('The current status of the message') },
  export_running: { export: { type: 'string', format: 'uuid', description: 'ID of the running export' } },
  import_running: { import: { type: 'string', format: 'uuid', description: 'ID of the running import' } },
  import_not_uploaded: {
    reason: withOpenLists({
      type: 'string',
      description: 'What is wrong with the upload',
      enum: ['not_found', 'size_mismatch'],
    }),
  },
  recovery_running: {
    recovery: { type: 'string', format: 'uuid', description: 'ID of the running recovery' },
  },
  broadcast_not_editable: {
    ...STATE,
    editable_states: texts('The states in which the broadcast can be edited'),
  },
  broadcast_state_invalid: {
    ...STATE,
    allowed_states: texts('The states in which the operation is allowed'),
  },
  media_not_uploaded: {
    reason: withOpenLists({
      type: 'string',
      description: 'What is wrong with the upload',
      enum: ['not_found', 'size_mismatch', 'type_mismatch', 'not_an_upload'],
    }),
  },
  media_in_use: {
    post_id: {
      type: 'string',
      format: 'uuid',
      description: 'A scheduled post that uses the file; only if the key may read posts',
    },
  },
  domain_taken: {
    domain: {
      type: 'string',
      format: 'uuid',
      description: 'The domain of your workspace that already has the host',
    },
  },
  domain_in_use: { pages: { type: 'integer', description: 'Number of pages that use the domain' } },
  domain_not_verified: {
    expected: {
      type: 'object',
      properties: {
        type: { type: 'string', const: 'TXT', description: 'Type of the DNS record' },
        name: text('Full name of the DNS record'),
        value: text('Expected value of the DNS record'),
      },
      required: ['type', 'name', 'value'],
      description: 'The expected DNS record',
    },
    found: texts('Values of the DNS records that were found'),
  },
  page_status_transition_invalid: {
    current_status: text('The status of the page'),
    allowed: texts('The statuses that the page can change to'),
  },
  revision_mismatch: REVISION,
  precondition_required: REVISION,
  payload_too_large: { max_bytes: { type: 'integer', description: 'Maximum size of the body in bytes' } },
  field_not_updatable: { use: text('The operation that sets the field') },
  invalid_format: ALLOWED,
  theme_unknown: ALLOWED,
  font_unknown: ALLOWED,
  out_of_range: LIMIT,
  network_limit_exceeded: { ...LIMIT, ...PROVIDER },
  options_invalid: PROVIDER,
  block_order_invalid: {
    missing: texts('IDs of blocks that the order does not contain'),
    unknown: texts('IDs in the order that are not blocks of the page'),
    duplicate: texts('IDs that the order contains more than once'),
  },
  event_unknown: SUBSCRIPTION,
  channel_unknown: SUBSCRIPTION,
  channel_not_allowed: SUBSCRIPTION,
  channel_status_unsupported: SUBSCRIPTION,
};

/** Codes whose validation errors have the additional fields of their code. */
export const ISSUE_EXTRAS: Extras = extrasOf([
  'field_not_updatable',
  'invalid_format',
  'theme_unknown',
  'out_of_range',
  'network_limit_exceeded',
  'options_invalid',
  'block_order_invalid',
  'event_unknown',
]);

/** The additional fields of these codes. */
export function extrasOf(codes: readonly ErrorCode[]): Extras {
  return Object.fromEntries(codes.flatMap((code) => Object.entries(PROBLEM_EXTRAS[code] ?? {})));
}

function uuid(description: string): JsonSchema {
  return { type: 'string', format: 'uuid', description };
}

function text(description: string): JsonSchema {
  return { type: 'string', description };
}

function texts(description: string): JsonSchema {
  return { type: 'array', items: { type: 'string' }, description };
}
