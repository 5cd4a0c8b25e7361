import { describe, expect, it } from 'vitest';
import { isSignedTarget, rotateTargetSecret } from '#shared/webhooks/domain/rotate-secret.ts';
import {
  notificationRequest,
  notificationSealContext,
} from '#shared/webhooks/sending/notification-request.ts';
import { signatureHeaders } from '#shared/webhooks/sending/signature.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { aNotification, aNotificationTarget } from '#test/support/builders/webhooks/notification-builders.ts';
import { createMemorySecretBox } from '#test/support/fakes/platform/memory-secret-box.ts';

const OLD = 'whsec_b2xk';
const NEW = 'whsec_bmV3';
const DAY = 86_400;

/** The signatures of a request to a target whose secret was rotated at NOW, and those of given secrets. */
async function signedAt(seconds: number, immediate: boolean) {
  const secrets = createMemorySecretBox();
  const target = aNotificationTarget();
  if (!isSignedTarget(target)) throw new Error('The target has no secret');
  const context = notificationSealContext(target);
  const destination = { ...target.destination, sealed: await secrets.seal(OLD, context) };
  const sealed = await secrets.seal(NEW, context);
  const rotated = rotateTargetSecret({ ...target, destination }, { sealed, hint: 'bmV3' }, immediate, NOW);
  const notification = aNotification();
  const at = secondsAfterNow(seconds);
  const { headers, body } = await notificationRequest(secrets, rotated, notification, null, at);
  const timestamp = Math.floor(at.getTime() / 1000);
  const expected = (...valid: string[]) =>
    signatureHeaders({ secrets: valid, eventId: notification.id, timestamp, body });
  return { headers, expected };
}

describe('notificationRequest, after a rotation', () => {
  it.each([0, DAY - 1])(
    'is signed with both secrets, the new one first, %i seconds later',
    async (seconds) => {
      const { headers, expected } = await signedAt(seconds, false);

      expect(headers).toMatchObject(expected(NEW, OLD));
    },
  );

  it.each([
    [DAY, false],
    [0, true],
  ])('is signed with the new secret only %i seconds later (immediate: %s)', async (seconds, immediate) => {
    const { headers, expected } = await signedAt(seconds, immediate);

    expect(headers).toMatchObject(expected(NEW));
  });
});
