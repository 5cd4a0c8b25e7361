import { PlatformError } from '#shared/platform/core/errors.ts';
import { requirePrincipal } from '#shared/platform/http/caller.ts';
import type { Access } from '#shared/platform/http/operation.ts';
import type { Step } from '#shared/platform/http/request-context.ts';

/** Checks the workspace in the path, then the permissions; both before anything is said about the resource (R3). */
export function authorise({ rule, permissions }: Access & { kind: 'key' }): Step {
  return ({ event, context: { requestContext } }) => {
    const principal = requirePrincipal(requestContext);
    const workspace = event.pathParameters?.['workspace'];
    if (workspace !== undefined && workspace.toLowerCase() !== principal.workspaceId) {
      throw new PlatformError(
        'workspace_mismatch',
        'The workspace in the path is not the workspace of the API key.',
      );
    }
    const missing = permissions.filter((permission) => !principal.permissions.has(permission));
    const granted = rule === 'all-of' ? missing.length === 0 : missing.length < permissions.length;
    if (granted || permissions.length === 0) return;
    throw new PlatformError('permission_missing', `The API key needs ${listed(permissions, rule)}.`, {
      required_permissions: permissions,
      missing_permissions: missing,
    });
  };
}

function listed(permissions: readonly string[], rule: 'all-of' | 'any-of'): string {
  return permissions.join(rule === 'all-of' ? ' and ' : ' or ');
}
