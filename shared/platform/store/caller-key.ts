import type { CallerKey, Change } from '#shared/platform/core/change.ts';
import { CallerKeyChangedError } from '#shared/platform/core/errors.ts';
import { apiKeyKey } from './keys.ts';
import type { Item } from './table.ts';
import { allOf, checkItem, type Condition, type Write } from './write.ts';

/**
 * Adds to the writes of a command the condition that the caller's key is active and still has the permissions with which the
 * request was authorised: the function may have read the key up to 30 seconds ago
 * (docs/specification.md#commands-that-check-the-key). A transaction can contain each item only once, so a command that writes the
 * caller's key itself gets the condition on that write.
 */
export function withCallerKey(writes: readonly Write[], { callerKey, at }: Change): readonly Write[] {
  if (!callerKey) return writes;
  const key = apiKeyKey(callerKey.hash);
  const isActive = keyUnchanged(callerKey, at);
  const own = writes.findIndex((write) => keyOf(write).pk === key.pk);
  if (own < 0) return [checkItem(key, isActive), ...writes];
  return writes.map((write, index) => (index === own ? requireFirst(isActive, write) : write));
}

function keyOf(write: Write): { readonly pk: string } {
  return write.kind === 'put' ? write.item : write.key;
}

/** The write with one more condition. If both conditions fail, the added one decides the error. */
function requireFirst(added: Condition, write: Write): Write {
  const { condition } = write;
  if (!condition) return { ...write, condition: added };
  const own = { ...condition, expression: `(${condition.expression})` };
  const onFailure = (found: Item | undefined) => added.onFailure?.(found) ?? condition.onFailure?.(found);
  return { ...write, condition: { ...allOf(added, own), onFailure } };
}

function keyUnchanged({ permissions }: CallerKey, now: Date): Condition {
  const held = permissions.map((permission, index) => [`:caller_permission_${index}`, permission] as const);
  return {
    expression: [
      'attribute_exists(pk)',
      'attribute_not_exists(revokedAt)',
      '(attribute_not_exists(expiresAt) OR expiresAt > :caller_now)',
      ...held.map(([name]) => `contains(#caller_permissions, ${name})`),
    ].join(' AND '),
    names: held.length > 0 ? { '#caller_permissions': 'permissions' } : {},
    values: { ':caller_now': now.getTime(), ...Object.fromEntries(held) },
    onFailure: (found) => keyError(found, permissions, now),
  };
}

/** Why the condition on the key failed; undefined if it holds for this item. */
function keyError(found: Item | undefined, permissions: readonly string[], now: Date) {
  const expiresAt = found?.['expiresAt'];
  const isExpired = typeof expiresAt === 'number' && expiresAt <= now.getTime();
  if (!found || found['revokedAt'] !== undefined || isExpired) return CallerKeyChangedError.invalid();
  const current = found['permissions'];
  const lost = permissions.filter((permission) => !Array.isArray(current) || !current.includes(permission));
  return lost.length > 0 ? CallerKeyChangedError.reduced(lost) : undefined;
}
