import * as v from 'valibot';
import { PERMISSIONS } from '#shared/platform/identity/permissions.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { described } from '#shared/platform/http/described.ts';

const permission = v.pipe(
  v.string(),
  v.picklist(PERMISSIONS, 'permission_unknown: Use a permission of the platform.'),
);

/** Settable members of an API key. Permissions come back in the order of the platform, each once. */
export const keyFields = {
  name: described(singleLine(1, 100), 'What people know it by'),
  permissions: v.pipe(
    v.array(permission),
    v.minLength(1, 'too_few_items: Name at least one permission.'),
    v.maxLength(200, 'too_many_items: Name each permission once.'),
    v.description(
      'What it may do; what the key that asks or the member of the new one may not do is refused',
    ),
    v.transform((named) => PERMISSIONS.filter((each) => named.includes(each))),
  ),
};

/** Members that only answers have. */
export const KEY_READ_ONLY_FIELDS = [
  'id',
  'prefix',
  'last4',
  'secret',
  'granted_permissions',
  'created_at',
  'last_used_at',
];
