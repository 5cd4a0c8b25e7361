import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { timestamp } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { overlapEndsAt, type SigningSecrets } from '#shared/webhooks/domain/signing-secrets.ts';

/** What is signed with the secrets of an endpoint, and with those of a notification target. */
type Signed = 'deliveries' | 'notifications';

/** The body of a rotation. */
export function rotationBody(signed: Signed) {
  return jsonObject({
    immediate: v.optional(
      withDescription(
        v.boolean(),
        `\`true\` revokes all earlier secrets immediately; otherwise ${signed} are also signed with the old ` +
          'secret for 24 hours',
      ),
      false,
    ),
  });
}

/** The last rotation of a secret in responses. */
export function secretRotation(signed: Signed) {
  return v.object({
    in_progress: withDescription(
      v.boolean(),
      `Whether ${signed} are signed with both the new and the previous secret`,
    ),
    previous_secret_expires_at: withDescription(
      v.nullable(timestamp),
      `When ${signed} stop being signed with the previous secret, 24 hours after the rotation; null if ` +
        'they are signed with one secret only',
    ),
  });
}

/** The last rotation at a given time: an overlap ends at its time, without a write. */
export function secretRotationView(secrets: SigningSecrets, now: Date) {
  const overlap = overlapEndsAt(secrets, now);
  return { in_progress: overlap !== null, previous_secret_expires_at: overlap?.toISOString() ?? null };
}

/** The secret that requests are signed with, returned once. */
export const signingSecret = withDescription(
  v.string(),
  'The signing secret, `whsec_…`, returned only in this response. The same request with the same ' +
    '`Idempotency-Key` returns it again for 24 hours',
);
