import type { Permission } from '#shared/platform/core/permissions.ts';
import type { Member, Role } from './workspace.ts';

type Grant = {
  /** Actions within the products of the member; `every` means all. */
  readonly actions: 'every' | readonly string[];
  /** The permissions of these products that the role lacks, as `resource:action`. */
  readonly except: readonly string[];
  /** Permissions of the workspace; `every` means all. */
  readonly workspace: 'every' | readonly Permission[];
};

/** The permissions of each role (docs/specification.md#roles). */
const ROLES: Readonly<Record<Role, Grant>> = {
  admin: { actions: 'every', except: [], workspace: 'every' },
  editor: {
    actions: 'every',
    except: ['webhooks:subscribe', 'numbers:write'],
    workspace: ['workspace:settings:read'],
  },
  viewer: { actions: ['read'], except: [], workspace: [] },
};

type Access = Pick<Member, 'role' | 'products'>;

/** Whether a member has a permission. None of the keys of a member has more. */
export function allows({ role, products }: Access, permission: Permission): boolean {
  const { actions, except, workspace } = ROLES[role];
  const [product = '', resource = '', action = ''] = permission.split(':');
  if (product === 'workspace') return workspace === 'every' || workspace.includes(permission);
  const isOwn = products.some((own) => own === product);
  return (
    isOwn && (actions === 'every' || actions.includes(action)) && !except.includes(`${resource}:${action}`)
  );
}

/** The granted permissions that the member holds now (docs/specification.md#effective-permissions). */
export function effectivePermissions(granted: readonly Permission[], member: Access): Permission[] {
  return granted.filter((permission) => allows(member, permission));
}
