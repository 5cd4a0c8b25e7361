import { OPERATIONS } from '#functions/registry.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';

/**
 * The source of `shared/workspaces/domain/reserved-permissions.ts`: the permissions that no operation requires. It is a file,
 * because a function is loaded with its own operation only.
 */
export function reservedPermissionsSource(): string {
  const required = new Set(
    OPERATIONS.flatMap(({ access, conditionalPermissions = [] }) => [
      ...('permissions' in access ? access.permissions : []),
      ...conditionalPermissions.map(({ permission }) => permission),
    ]),
  );
  const reserved = PERMISSIONS.filter((permission) => !required.has(permission));
  const list = reserved.map((permission) => `'${permission}'`).join(', ');
  return `import type { Permission } from '#shared/platform/core/permissions.ts';

/** Permissions that no operation requires yet; made from the operations by \`npm run generate -- openapi\`. */
export const RESERVED_PERMISSIONS: readonly Permission[] = [${list}];
`;
}
