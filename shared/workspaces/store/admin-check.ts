import type { Change } from '#shared/platform/core/change.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { memberKey } from '#shared/platform/store/keys.ts';
import type { Write } from '#shared/platform/store/write.ts';

/**
 * Holds a command to a caller who is an admin when it is written. A key is known for up to 30 seconds (R12); what it decides
 * about other members and their keys stays for good. @throws PlatformError `admin_required`
 */
export function adminCheck(table: string, workspaceId: string, memberId: string): Write {
  return {
    kind: 'check',
    table,
    key: memberKey(workspaceId, memberId),
    names: { '#role': 'role' },
    values: { ':admin': 'admin' },
    condition: { when: '#role = :admin', onFailure: adminRequired },
  };
}

/** The member whose key makes a change; nobody if the platform or an operator makes it. */
export function requirePrincipal({ actor }: Change): string | undefined {
  return actor.kind === 'key' ? actor.member : undefined;
}

/** The refusal of who is no admin any more. */
export function adminRequired(): PlatformError {
  return new PlatformError('admin_required', 'Only an admin can change other members and their keys.');
}
