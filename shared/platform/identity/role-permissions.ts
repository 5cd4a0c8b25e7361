import { PERMISSIONS, type Permission } from './permissions.ts';
import type { Member, Role } from './workspace.ts';

type Grant = {
  /** Actions within the member's products; `every` names them all. */
  readonly actions: 'every' | readonly string[];
  /** Permissions of products that the role lacks nevertheless. */
  readonly except: readonly Permission[];
  /** Permissions beyond products; `every` names them all. */
  readonly workspace: 'every' | readonly Permission[];
};

/** What each role may do (R11). */
const ROLES: Readonly<Record<Role, Grant>> = {
  admin: { actions: 'every', except: [], workspace: 'every' },
  editor: {
    actions: 'every',
    except: ['publishing:webhooks:subscribe', 'salesbot:webhooks:subscribe'],
    workspace: ['workspace:settings:read'],
  },
  viewer: { actions: ['read'], except: [], workspace: [] },
};

type Access = Pick<Member, 'role' | 'products'>;

/** Everything a member may do; no key of theirs may do more (R10). */
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

/** What a key may do that was granted these permissions: no more than its member may now (R12). */
export function effectivePermissions(granted: readonly Permission[], member: Access): Permission[] {
  const allowed = permissionsOf(member);
  return granted.filter((permission) => allowed.has(permission));
}
