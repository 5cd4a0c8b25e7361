import { describe, expect, it } from 'vitest';
import {
  isSignedTarget,
  rotateSecret,
  rotateTargetSecret,
  secretsOf,
} from '#shared/webhooks/domain/rotate-secret.ts';
import { keysAt } from '#shared/webhooks/domain/signing-keys.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { anEndpoint, aSigningKey } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { aMailTarget, aNotificationTarget } from '#test/support/builders/webhooks/notification-builders.ts';

const DAY = 86_400;
const NEW = { sealed: 'sealed-new', hint: 'wxyz' };

/** An endpoint whose secret was rotated with overlap at NOW. */
function rotated() {
  return rotateSecret(anEndpoint(), NEW, false, NOW);
}

describe('rotateSecret, with overlap', () => {
  it('signs with the new secret and for 24 hours also with the old one', () => {
    const before = anEndpoint({ revision: 4, settingsVersion: 3 });

    expect(rotateSecret(before, NEW, false, NOW)).toEqual({
      ...before,
      secrets: {
        current: 'sealed-new',
        hint: 'wxyz',
        previous: { sealed: 'sealed-current', expiresAt: secondsAfterNow(DAY) },
      },
      revision: 5,
      updatedAt: NOW,
    });
  });

  it.each([0, 1, DAY - 0.001])('rejects another one %d seconds later', (seconds) => {
    expect(() => rotateSecret(rotated(), NEW, false, secondsAfterNow(seconds))).toThrow(
      expect.objectContaining({
        code: 'rotation_in_progress',
        extras: { previous_secret_expires_at: secondsAfterNow(DAY).toISOString() },
      }),
    );
  });

  it.each([DAY, DAY + 0.001, 30 * DAY])('allows another one %d seconds later', (seconds) => {
    const next = { sealed: 'sealed-third', hint: '3333' };
    const { secrets } = rotateSecret(rotated(), next, false, secondsAfterNow(seconds));

    expect(secrets).toEqual({
      current: 'sealed-third',
      hint: '3333',
      previous: { sealed: 'sealed-new', expiresAt: secondsAfterNow(seconds + DAY) },
    });
  });
});

describe('rotateSecret, of an endpoint with a key pair', () => {
  const [first, second] = [aSigningKey('first'), aSigningKey('second')];
  const before = anEndpoint({ signingKeys: { current: first, previous: null } });

  it('ends the overlap of the key pair and of the secret at the same time', () => {
    const { secrets, signingKeys } = rotateSecret(before, { ...NEW, key: second }, false, NOW);

    expect(signingKeys).toEqual({
      current: second,
      previous: { ...first, expiresAt: secondsAfterNow(DAY) },
    });
    expect(secrets.previous?.expiresAt).toEqual(secondsAfterNow(DAY));
  });

  it('revokes all earlier key pairs if it is immediate, also during an overlap', () => {
    const during = rotateSecret(before, { ...NEW, key: second }, false, NOW);
    const third = aSigningKey('third');

    expect(rotateSecret(during, { ...NEW, key: third }, true, secondsAfterNow(60)).signingKeys).toEqual({
      current: third,
      previous: null,
    });
  });

  it('needs a new key pair, so that no rotation leaves an old one valid', () => {
    expect(() => rotateSecret(before, NEW, true, NOW)).toThrow('without a new one');
  });

  it('gives no key pair to an endpoint without one', () => {
    expect(rotateSecret(anEndpoint(), { ...NEW, key: second }, false, NOW).signingKeys).toBeNull();
  });
});

describe('keysAt', () => {
  const [first, second] = [aSigningKey('first'), aSigningKey('second')];
  const expiresAt = secondsAfterNow(DAY);
  const keys = { current: second, previous: { ...first, expiresAt } };

  it.each([
    [0, [second, first]],
    [DAY - 0.001, [second, first]],
    [DAY, [second]],
    [2 * DAY, [second]],
  ])('returns the key pairs that are valid %d seconds later, newest first', (seconds, valid) => {
    expect(keysAt(keys, secondsAfterNow(seconds)).map(({ id }) => id)).toEqual(valid.map(({ id }) => id));
  });

  it('returns none without asymmetric signatures', () => {
    expect(keysAt(null, NOW)).toEqual([]);
  });
});

describe('rotateSecret, immediate', () => {
  it('revokes the old secret at once', () => {
    expect(rotateSecret(anEndpoint(), NEW, true, NOW).secrets).toEqual({
      current: 'sealed-new',
      hint: 'wxyz',
      previous: null,
    });
  });

  it('is allowed during an overlap, and ends it with every earlier secret', () => {
    const next = { sealed: 'sealed-third', hint: '3333' };

    expect(rotateSecret(rotated(), next, true, secondsAfterNow(60)).secrets).toEqual({
      current: 'sealed-third',
      hint: '3333',
      previous: null,
    });
  });

  it('allows a later rotation with overlap', () => {
    const after = rotateSecret(rotated(), NEW, true, secondsAfterNow(60));

    expect(() => rotateSecret(after, NEW, false, secondsAfterNow(61))).not.toThrow();
  });
});

describe('rotateSecret, either way', () => {
  it.each([true, false])('cancels nothing that is queued: no new settings (immediate: %s)', (immediate) => {
    const before = anEndpoint({ settingsVersion: 3 });
    const after = rotateSecret(before, NEW, immediate, secondsAfterNow(60));

    expect(after).toMatchObject({
      settingsVersion: 3,
      revision: before.revision + 1,
      updatedAt: secondsAfterNow(60),
    });
  });

  it.each([true, false])('works on paused and enabled endpoints (enabled: %s)', (enabled) => {
    expect(rotateSecret(anEndpoint({ enabled }), NEW, false, NOW).enabled).toBe(enabled);
  });
});

describe('rotateTargetSecret', () => {
  function aSignedTarget() {
    const target = aNotificationTarget();
    if (!isSignedTarget(target)) throw new Error('The target has no secret');
    return target;
  }

  it('follows the rules of an endpoint, and changes nothing else of the target', () => {
    const before = aSignedTarget();
    const after = rotateTargetSecret(before, NEW, false, NOW);

    expect(secretsOf(after.destination)).toEqual({
      current: 'sealed-new',
      hint: 'wxyz',
      previous: { sealed: before.destination.sealed, expiresAt: secondsAfterNow(DAY) },
    });
    expect(after).toEqual({ ...before, destination: after.destination, revision: 2, updatedAt: NOW });
    expect(after.destination.url).toBe(before.destination.url);
    expect(() => rotateTargetSecret(after, NEW, false, secondsAfterNow(DAY - 1))).toThrow(
      expect.objectContaining({ code: 'rotation_in_progress' }),
    );
    expect(secretsOf(rotateTargetSecret(after, NEW, true, NOW).destination).previous).toBeNull();
  });

  it('is for targets of signed requests only', () => {
    expect(isSignedTarget(aMailTarget())).toBe(false);
    expect(
      isSignedTarget(aNotificationTarget({ destination: { kind: 'slack', sealed: 'dXJs', hint: 'x' } })),
    ).toBe(false);
  });
});
