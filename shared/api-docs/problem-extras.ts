import type { ErrorCode } from '#shared/platform/core/errors.ts';
import type { JsonSchema } from './json-schema.ts';
import { withOpenLists } from './open-lists.ts';

/** Members of their own, by name. */
export type Extras = Readonly<Record<string, JsonSchema>>;

const LIMIT: Extras = { limit: { type: 'integer', description: 'The most there can be' } };
const REVISION: Extras = {
  current_revision: { type: 'string', description: 'What `If-Match` has to name; told to who may read it' },
};
const ALLOWED: Extras = { allowed: texts('The values that can be used') };
const STATE: Extras = { state: text('The state it is in') };
const SUBSCRIPTION: Extras = {
  event: text('The event that the subscription names'),
  channel: text('The channel that the subscription names'),
};

/**
 * Members that problem documents carry beside the standard ones, by code (decisions 2, `extras`). Any of them can be missing:
 * what the caller may not know is left out. A finding carries those of its own code.
 */
const PROBLEM_EXTRAS: Readonly<Partial<Record<ErrorCode, Extras>>> = {
  permission_missing: {
    required_permissions: texts('What the operation needs'),
    missing_permissions: texts('What of it the key lacks'),
  },
  permission_not_grantable: { permissions: texts('The permissions that cannot be granted') },
  credential_type_not_allowed: {
    accepted: { type: 'string', const: 'workspace_api_key', description: 'The kind of credential to use' },
  },
  product_not_permitted: { products: texts('The products that the key may not subscribe to') },
  method_not_allowed: { allowed_methods: texts('The methods of the route') },
  endpoint_limit_reached: LIMIT,
  block_limit_reached: LIMIT,
  api_key_limit_reached: LIMIT,
  rotation_in_progress: {
    previous_secret_expires_at: {
      type: 'string',
      format: 'date-time',
      description: 'The end of the overlap',
    },
  },
  broadcast_not_editable: { ...STATE, editable_states: texts('The states in which it can be edited') },
  broadcast_state_invalid: { ...STATE, allowed_states: texts('The states that allow this') },
  media_not_uploaded: {
    reason: withOpenLists({
      type: 'string',
      description: 'What is wrong with the upload',
      enum: ['not_found', 'size_mismatch', 'type_mismatch'],
    }),
  },
  media_in_use: {
    post_id: {
      type: 'string',
      format: 'uuid',
      description: 'A post that uses it; told to who may read posts',
    },
  },
  domain_taken: {
    domain: { type: 'string', format: 'uuid', description: 'The domain of your own that has the host' },
  },
  domain_in_use: { pages: { type: 'integer', description: 'How many pages use it' } },
  domain_not_verified: {
    expected: {
      type: 'object',
      properties: {
        type: { type: 'string', const: 'TXT' },
        name: text('Full name of the record'),
        value: text('What it has to say'),
      },
      required: ['type', 'name', 'value'],
      description: 'The record that has to be there',
    },
    found: texts('What is there'),
  },
  page_status_transition_invalid: {
    current_status: text('The status it has'),
    allowed: texts('The statuses it can go to'),
  },
  revision_mismatch: REVISION,
  precondition_required: REVISION,
  payload_too_large: { max_bytes: { type: 'integer', description: 'The largest body in bytes' } },
  field_not_updatable: { use: text('The operation that sets the field') },
  invalid_format: ALLOWED,
  theme_unknown: ALLOWED,
  font_unknown: ALLOWED,
  out_of_range: LIMIT,
  network_limit_exceeded: { ...LIMIT, provider: text('The network whose limit it is') },
  options_invalid: { provider: text('The network that does not take it') },
  block_order_invalid: {
    missing: texts('Blocks of the page that the order leaves out'),
    unknown: texts('Ids that no block of the page has'),
    duplicate: texts('Blocks that the order names twice'),
  },
  event_unknown: SUBSCRIPTION,
  channel_unknown: SUBSCRIPTION,
  channel_not_allowed: SUBSCRIPTION,
  channel_status_unsupported: SUBSCRIPTION,
};

/** Codes whose findings carry their members, each at its place of the request. */
export const FINDING_EXTRAS: Extras = extrasOf([
  'field_not_updatable',
  'invalid_format',
  'theme_unknown',
  'out_of_range',
  'network_limit_exceeded',
  'options_invalid',
  'block_order_invalid',
  'event_unknown',
]);

/** Every member that one of these codes brings. */
export function extrasOf(codes: readonly ErrorCode[]): Extras {
  return Object.fromEntries(codes.flatMap((code) => Object.entries(PROBLEM_EXTRAS[code] ?? {})));
}

function text(description: string): JsonSchema {
  return { type: 'string', description };
}

function texts(description: string): JsonSchema {
  return { type: 'array', items: { type: 'string' }, description };
}
