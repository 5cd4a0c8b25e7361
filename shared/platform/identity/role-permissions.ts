import { PERMISSIONS, type Permission } from './permissions.ts';
import type { Member, Role } from './workspace.ts';

type Grant = {
  /** Actions within the products of the member; `every` means all. */
  readonly actions: 'every' | readonly string[];
  /** Permissions of these products that the role lacks. */
  readonly except: readonly Permission[];
  /** Permissions of the workspace; `every` means all. */
  readonly workspace: 'every' | readonly Permission[];
};

/** The permissions of each role (docs/specification.md#roles). */
const ROLES: Readonly<Record<Role, Grant>> = {
  admin: { actions: 'every', except: [], workspace: 'every' },
  editor: {
    actions: 'every',
    except: ['publishing:webhooks:subscribe', 'salesbot:webhooks:subscribe', 'salesbot:numbers:write'],
    workspace: ['workspace:settings:read'],
  },
  viewer: { actions: ['read'], except: [], workspace: [] },
};

type Access = Pick<Member, 'role' | 'products'>;

/** All permissions of a member; none of their keys has more. */
export function permissionsOf({ role, products }: Access): ReadonlySet<Permission> {
  const { actions, except, workspace } = ROLES[role];
  const allows = (permission: Permission): boolean => {
    const [product = '', , action = ''] = permission.split(':');
    if (product === 'workspace') return workspace === 'every' || workspace.includes(permission);
    const isOwn = products.some((own) => own === product);
    return isOwn && (actions === 'every' || actions.includes(action)) && !except.includes(permission);
  };
  return new Set(PERMISSIONS.filter(allows));
}

/** The granted permissions that the member holds now (docs/specification.md#effective-permissions). */
export function effectivePermissions(granted: readonly Permission[], member: Access): Permission[] {
  const allowed = permissionsOf(member);
  return granted.filter((permission) => allowed.has(permission));
}
