import * as v from 'valibot';
import { boundedList } from '#shared/platform/core/bounded-list.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { DEFAULT_RATE_LIMITS, type RateClass, workspaceRateLimit } from '#shared/platform/core/rate-limit.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import * as workspacesErrors from '#shared/workspaces/errors.ts';
import { RESERVED_NOTE } from './key-view.ts';

const permission = v.pipe(
  v.string(),
  v.picklist(
    PERMISSIONS,
    issue(
      workspacesErrors.permission_unknown,
      'No permission has this name. The API reference lists all names at the operation createApiKey.',
    ),
  ),
);

/** A limit of a key: at most the limit of the workspace. */
function rateLimit(rateClass: RateClass) {
  const most = workspaceRateLimit(rateClass);
  const detail = `Send an integer from 1 to ${most}.`;
  return v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1, issue('out_of_range', detail)),
      v.maxValue(most, issue('out_of_range', detail)),
      v.description(`Requests per minute; ${DEFAULT_RATE_LIMITS[rateClass]} by default`),
    ),
  );
}

/** Fields of an API key that clients set. Permissions are returned in a fixed order, each once. */
export const keyFields = {
  name: withDescription(singleLine(1, 100), 'Display name'),
  rate_limits: v.optional(
    withDescription(
      v.nullable(
        jsonObject({ read: rateLimit('read'), write: rateLimit('write'), ingest: rateLimit('ingest') }),
      ),
      'Limits of the key that replace the default limits; null for the default limits',
    ),
  ),
  permissions: v.pipe(
    boundedList(permission),
    v.minLength(1, issue('too_few_items', 'Send at least one permission.')),
    v.maxLength(200, issue('too_many_items', 'Send each permission only once.')),
    v.description(
      'Permissions of the key. Each permission that you add must be one that your own key has, and that the ' +
        `member of the new or changed key has${RESERVED_NOTE}`,
    ),
    v.transform((requested) => PERMISSIONS.filter((each) => requested.includes(each))),
  ),
};

/** Fields that exist only in responses. */
export const KEY_READ_ONLY_FIELDS = [
  'id',
  'prefix',
  'last4',
  'secret',
  'granted_permissions',
  'console',
  'created_at',
  'last_used_at',
];
