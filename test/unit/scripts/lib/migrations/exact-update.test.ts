import { describe, expect, it } from 'vitest';
import { exactUpdate } from '#scripts/lib/migrations/exact-update.ts';

const KEY = { pk: 'BC#1', sk: 'BC' };

describe('exactUpdate', () => {
  it('writes only the changed attributes, and requires every attribute as it was read', () => {
    const before = { ...KEY, name: 'Spring', shards: 2, old: true };
    const { key, update, condition } = exactUpdate(before, {
      ...KEY,
      name: 'Spring',
      shards: 2,
      sender: 'a',
    });

    expect(key).toEqual(KEY);
    expect(update).toMatchObject({ expression: 'SET #a5 = :n5 REMOVE #a4', values: { ':n5': 'a' } });
    expect(condition.expression).toBe(
      '#a0 = :s0 AND #a1 = :s1 AND #a2 = :s2 AND #a3 = :s3 AND #a4 = :s4 AND attribute_not_exists(#a5)',
    );
    expect(condition.values).toEqual({ ':s0': 'BC#1', ':s1': 'BC', ':s2': 'Spring', ':s3': 2, ':s4': true });
  });

  it.each(['pk', 'sk', 'lastChange'])('rejects a migration that changes %s', (name) => {
    const before = { ...KEY, lastChange: { nonce: 'n' } };

    expect(() => exactUpdate(before, { ...before, [name]: 'other' })).toThrow(`must not change ${name}`);
  });
});
