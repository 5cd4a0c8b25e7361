import type { Permission } from '#shared/platform/core/permissions.ts';

/** Permissions that no operation requires yet; made from the operations by `npm run generate -- openapi`. */
export const RESERVED_PERMISSIONS: readonly Permission[] = ['publishing:posts:approve'];
