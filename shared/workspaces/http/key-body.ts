import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { PERMISSIONS } from '#shared/platform/identity/permissions.ts';

const permission = v.pipe(
  v.string(),
  v.picklist(
    PERMISSIONS,
    issue(
      'permission_unknown',
      'No permission has this name. The API reference lists all names at the operation createApiKey.',
    ),
  ),
);

/** Fields of an API key that clients set. Permissions are returned in a fixed order, each once. */
export const keyFields = {
  name: withDescription(singleLine(1, 100), 'Display name'),
  permissions: v.pipe(
    v.array(permission),
    v.minLength(1, issue('too_few_items', 'Send at least one permission.')),
    v.maxLength(200, issue('too_many_items', 'Send each permission only once.')),
    v.description(
      'Permissions of the key. Each permission that you add must be one that your own key has, and that the ' +
        'member of the new or changed key has',
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
  'created_at',
  'last_used_at',
];
