import * as v from 'valibot';
import type { IdempotencyRecord } from '#shared/platform/core/change.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { IdempotencyStore } from '#shared/platform/core/idempotency-store.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { IdempotencyClaim, HttpResult } from './request-context.ts';
import { type SerializedResponse, toResult } from './serialize.ts';

/** Where answers to POSTs are kept; `secrets` only where an answer holds one, so that others never load the key service. */
export type Idempotency = { readonly store: IdempotencyStore; readonly secrets?: SecretBox };

const storedBody = v.nullable(v.union([v.string(), v.record(v.string(), v.unknown())]));

/** What is kept of an answer. Its top-level `secret` is cut out and sealed: KMS takes 4,096 bytes, not a body (H11). */
export async function idempotencyInput(
  { secrets }: Idempotency,
  claim: IdempotencyClaim,
  workspace: string,
  { status, headers, body }: SerializedResponse,
): Promise<IdempotencyRecord> {
  const { secret, ...rest } = typeof body === 'object' && body !== null ? body : {};
  if (typeof secret !== 'string')
    return { ...claim, status, headers, body: JSON.stringify(body), sealedSecret: null };
  const sealedSecret = await box(secrets).seal(secret, sealContext(workspace, claim));
  return { ...claim, status, headers, body: JSON.stringify(rest), sealedSecret };
}

/**
 * The remembered answer of an earlier request with the same key, byte for byte, or undefined if there is none.
 * @throws PlatformError `idempotency_key_reused` when that request had another body
 */
export async function replay(
  { store, secrets }: Idempotency,
  claim: IdempotencyClaim,
  workspace: string,
  now: Date,
): Promise<HttpResult | undefined> {
  const answer = await store.find(claim.id, now);
  if (!answer) return undefined;
  if (answer.fingerprint !== claim.fingerprint) {
    const detail = 'This Idempotency-Key was used for a request with a different body in the last 24 hours.';
    throw new ValidationError([{ code: 'idempotency_key_reused', detail, header: 'Idempotency-Key' }]);
  }
  const { status, sealedSecret } = answer;
  const body = v.parse(storedBody, JSON.parse(answer.body));
  // The secret is the last member of every answer that has one, so this is the very text of the first answer.
  const whole =
    sealedSecret === null || typeof body !== 'object'
      ? body
      : { ...body, secret: await box(secrets).open(sealedSecret, sealContext(workspace, claim)) };
  return toResult({ status, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' }, body: whole });
}

function sealContext(workspace: string, { id }: IdempotencyClaim) {
  return { purpose: 'replay', workspace, subject: id } as const;
}

function box(secrets: SecretBox | undefined): SecretBox {
  if (!secrets) throw new Error('The operation answers with a secret but has no SecretBox for replays');
  return secrets;
}
