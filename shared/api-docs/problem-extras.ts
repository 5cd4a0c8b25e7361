import type { ErrorCode } from '#shared/platform/core/errors.ts';
import type { JsonSchema } from './json-schema.ts';
import { withOpenLists } from './open-lists.ts';

const ID = '01980000-0000-7000-8000-000000000001';
const OTHER_ID = '01980000-0000-7000-8000-000000000002';

/** An additional field. Without a value, the example of its code does not have the field. */
type Extra = { readonly schema: JsonSchema; readonly example?: unknown };
type Extras = Readonly<Record<string, Extra>>;

const REVISION: Extras = {
  current_revision: text('The current revision, for `If-Match`; only if the key may read the resource', '4'),
};
const PROVIDER: Extras = {
  provider: text('The social network that has the limit or does not support the value', 'mastodon'),
};

/**
 * Additional fields of problem documents, by code. Any of them can be missing: a field that the caller may not know is omitted.
 * A validation error has the fields of its own code.
 */
const PROBLEM_EXTRAS: Readonly<Partial<Record<ErrorCode, Extras>>> = {
  permission_missing: {
    required_permissions: texts(
      'The permissions of the operation. The key needs all of them, or only one if `detail` joins them with "or"',
      ['publishing:posts:write'],
    ),
    missing_permissions: texts('Those of `required_permissions` that the key lacks', [
      'publishing:posts:write',
    ]),
  },
  permission_not_grantable: {
    permissions: texts('The permissions that cannot be granted', ['workspace:members:write']),
  },
  credential_type_not_allowed: {
    accepted: {
      schema: { type: 'string', const: 'workspace_api_key', description: 'The type of credential to use' },
      example: 'workspace_api_key',
    },
  },
  product_not_permitted: { products: texts('The products that the key cannot subscribe to', ['salesbot']) },
  method_not_allowed: { allowed_methods: texts('The methods that the route supports', ['GET', 'PATCH']) },
  rate_limited: {
    ...limit(120),
    limit_of: text('What reached the limit: `key` or `workspace`', 'key'),
  },
  quota_exceeded: {
    ...limit(5000),
    resource: text('The resources that reached the limit, such as `tags`', 'tags'),
  },
  endpoint_limit_reached: limit(25),
  filter_limit_reached: limit(16_384),
  block_limit_reached: limit(100),
  page_too_large: limit(262_144),
  api_key_limit_reached: limit(45),
  rotation_in_progress: {
    previous_secret_expires_at: formatted(
      'date-time',
      'Until when requests are also signed with the previous secret',
      '2026-11-22T09:30:00.000Z',
    ),
  },
  contact_exists: {
    contact: uuid('ID of the contact that has the address', ID),
    field: text('The field with the address: `email` or `phone`', 'email'),
  },
  account_exists: {
    account_id: integer('Integer ID of the account that the workspace has', 7),
    account: uuid('UUID of this account', ID),
  },
  phone_number_exists: {
    phone_number_id: uuid('ID of the phone number that the workspace has connected', ID),
  },
  record_managed_here: {
    contact: uuid('ID of the contact that the platform manages', ID),
    conversation: uuid('ID of the conversation that the platform manages'),
    message: uuid('ID of the message that the platform manages'),
  },
  conversation_open: { conversation: uuid('ID of the open conversation', ID) },
  channel_not_available: { platform: text('The platform on which the installation does not send', 'sms') },
  message_state_invalid: { state: text('The current status of the message', 'sent') },
  export_running: { export: uuid('ID of the running export', ID) },
  import_running: { import: uuid('ID of the running import', ID) },
  import_not_uploaded: { reason: uploadFault(['not_found', 'size_mismatch'], 'not_found') },
  recovery_running: { recovery: uuid('ID of the running recovery', ID) },
  broadcast_not_editable: {
    state: text('The current state', 'in_flight'),
    editable_states: texts('The states in which the broadcast can be edited', ['draft', 'scheduled']),
  },
  broadcast_state_invalid: {
    state: text('The current state', 'finished'),
    allowed_states: texts('The states in which the operation is allowed', ['in_flight']),
  },
  media_not_uploaded: {
    reason: uploadFault(['not_found', 'size_mismatch', 'type_mismatch', 'not_an_upload'], 'size_mismatch'),
  },
  media_in_use: {
    post_id: uuid('A scheduled post that uses the file; only if the key may read posts', ID),
  },
  domain_taken: { domain: uuid('The domain of your workspace that already has the host', ID) },
  domain_in_use: { pages: integer('Number of pages that use the domain', 3) },
  domain_not_verified: {
    expected: {
      schema: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'TXT', description: 'Type of the DNS record' },
          name: { type: 'string', description: 'Full name of the DNS record' },
          value: { type: 'string', description: 'Expected value of the DNS record' },
        },
        required: ['type', 'name', 'value'],
        description: 'The expected DNS record',
      },
      example: {
        type: 'TXT',
        name: '_workspace-challenge.links.example.com',
        value: 'workspace-verification=5f2b9c1e7a',
      },
    },
    found: texts('Values of the DNS records that were found', []),
  },
  page_status_transition_invalid: {
    current_status: text('The status of the page', 'archived'),
    allowed: texts('The statuses that the page can change to', ['draft']),
  },
  revision_mismatch: REVISION,
  precondition_required: REVISION,
  payload_too_large: { max_bytes: integer('Maximum size of the body in bytes', 262_144) },
  field_not_updatable: { use: text('The operation that sets the field', 'setPageStatus') },
  invalid_format: allowed(),
  theme_unknown: allowed(['paper', 'ink']),
  font_unknown: allowed(['system', 'system-serif']),
  out_of_range: limit(),
  network_limit_exceeded: { ...limit(500), ...PROVIDER },
  options_invalid: PROVIDER,
  block_order_invalid: {
    missing: texts('IDs of blocks that the order does not contain', [ID]),
    unknown: texts('IDs in the order that are not blocks of the page', [OTHER_ID]),
    duplicate: texts('IDs that the order contains more than once', []),
  },
  event_unknown: subscription(),
  subscription_repeated: subscription('salesbot.store.order_paid'),
  channel_unknown: subscription('salesbot.message.received'),
  channel_not_allowed: subscription('publishing.post.published', 'sms'),
  channel_status_unsupported: subscription('salesbot.message.read_or_seen', 'sms'),
};

/** Codes whose validation errors have the additional fields of their code. */
export const ISSUE_EXTRAS = extrasOf([
  'field_not_updatable',
  'invalid_format',
  'theme_unknown',
  'out_of_range',
  'network_limit_exceeded',
  'options_invalid',
  'block_order_invalid',
  'event_unknown',
]);

/** The schemas of the additional fields of these codes, by the name of the field. */
export function extrasOf(codes: readonly ErrorCode[]): Readonly<Record<string, JsonSchema>> {
  const fields = codes.flatMap((code) => Object.entries(PROBLEM_EXTRAS[code] ?? {}));
  return Object.fromEntries(fields.map(([name, { schema }]) => [name, schema]));
}

/** The additional fields in the example of a code. */
export function exampleExtras(code: ErrorCode): Readonly<Record<string, unknown>> {
  const fields = Object.entries(PROBLEM_EXTRAS[code] ?? {});
  return Object.fromEntries(
    fields.flatMap(([name, { example }]) => (example === undefined ? [] : [[name, example]])),
  );
}

function text(description: string, example?: string): Extra {
  return { schema: { type: 'string', description }, example };
}

function texts(description: string, example?: readonly string[]): Extra {
  return { schema: { type: 'array', items: { type: 'string' }, description }, example };
}

function integer(description: string, example?: number): Extra {
  return { schema: { type: 'integer', description }, example };
}

function formatted(format: string, description: string, example?: string): Extra {
  return { schema: { type: 'string', format, description }, example };
}

function uuid(description: string, example?: string): Extra {
  return formatted('uuid', description, example);
}

function limit(example?: number): Extras {
  return { limit: integer('The maximum that is allowed', example) };
}

function allowed(example?: readonly string[]): Extras {
  return { allowed: texts('The allowed values', example) };
}

function uploadFault(reasons: readonly string[], example: string): Extra {
  const description = 'What is wrong with the upload';
  return { schema: withOpenLists({ type: 'string', description, enum: reasons }), example };
}

function subscription(event?: string, channel?: string): Extras {
  return {
    event: text('The event of the subscription', event),
    channel: text('The channel of the subscription', channel),
  };
}
