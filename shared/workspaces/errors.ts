// The errors of this product. Each is an export of its own, so that a bundle contains only those that its function uses.

export const api_key_not_found = {
  code: 'api_key_not_found',
  status: 404,
  title: 'API key not found',
  detail: 'The workspace has no API key with this ID.',
} as const;
export const member_exists = {
  code: 'member_exists',
  status: 409,
  title: 'The workspace already has a member with this email address',
} as const;
export const deletion_not_requested = {
  code: 'deletion_not_requested',
  status: 409,
  title: 'The deletion of the workspace was not requested',
} as const;
export const deletion_started = {
  code: 'deletion_started',
  status: 409,
  title: 'The workspace is being erased',
} as const;
export const last_admin = {
  code: 'last_admin',
  status: 409,
  title: 'The workspace must have at least one admin with all products',
} as const;
export const api_key_limit_reached = {
  code: 'api_key_limit_reached',
  status: 409,
  title: 'The member has reached the API key limit',
} as const;
export const permission_unknown = {
  code: 'permission_unknown',
  status: 422,
  title: 'The permission does not exist',
} as const;

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly workspaces: typeof import('#shared/workspaces/errors.ts');
  }
}
