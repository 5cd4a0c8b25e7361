import { conflict, invalid, missing } from '#shared/platform/core/error-kind.ts';

export const api_key_not_found = () => missing('api_key_not_found', 'API key');
export const member_exists = () =>
  conflict('member_exists', 'The workspace already has a member with this email address');
export const deletion_not_requested = () =>
  conflict('deletion_not_requested', 'The deletion of the workspace was not requested');
export const deletion_started = () => conflict('deletion_started', 'The workspace is being erased');
export const last_admin = () =>
  conflict('last_admin', 'The workspace must have at least one admin with all products');
export const api_key_limit_reached = () =>
  conflict('api_key_limit_reached', 'The member has reached the API key limit');
export const permission_unknown = () => invalid('permission_unknown', 'The permission does not exist');

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly workspaces: typeof import('#shared/workspaces/errors.ts');
  }
}
