import { declareErrors } from '#shared/platform/core/error-kind.ts';

/** The errors of this product. */
export const workspacesErrors = declareErrors({
  api_key_not_found: {
    status: 404,
    title: 'API key not found',
    detail: 'The workspace has no API key with this ID.',
  },
  member_exists: { status: 409, title: 'The workspace already has a member with this email address' },
  deletion_not_requested: { status: 409, title: 'The deletion of the workspace was not requested' },
  deletion_started: { status: 409, title: 'The workspace is being erased' },
  last_admin: { status: 409, title: 'The workspace must have at least one admin with all products' },
  api_key_limit_reached: { status: 409, title: 'The member has reached the API key limit' },
  permission_unknown: { status: 422, title: 'The permission does not exist' },
});

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly workspaces: typeof workspacesErrors;
  }
}
