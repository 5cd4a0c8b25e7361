import * as v from 'valibot';
import type { RememberedAnswer } from '#shared/platform/core/change.ts';
import { InvalidContentError } from '#shared/platform/core/errors.ts';
import type { AnswerStore } from '#shared/platform/core/answer-store.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { AnswerClaim, HttpResult } from './exchange.ts';
import { type SerialisedAnswer, toResult } from './serialise.ts';

/** Where answers to POSTs are kept; `secrets` only where an answer holds one, so that others never load the key service. */
export type AnswerMemory = { readonly answers: AnswerStore; readonly secrets?: SecretBox };

const storedBody = v.nullable(v.union([v.string(), v.record(v.string(), v.unknown())]));

/** What is kept of an answer. Its top-level `secret` is cut out and sealed: KMS takes 4,096 bytes, not a body (H11). */
export async function toRemember(
  { secrets }: AnswerMemory,
  claim: AnswerClaim,
  workspace: string,
  { status, headers, body }: SerialisedAnswer,
): Promise<RememberedAnswer> {
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
  { answers, secrets }: AnswerMemory,
  claim: AnswerClaim,
  workspace: string,
  now: Date,
): Promise<HttpResult | undefined> {
  const answer = await answers.find(claim.id, now);
  if (!answer) return undefined;
  if (answer.fingerprint !== claim.fingerprint) {
    const detail = 'This Idempotency-Key was used for a request with a different body in the last 24 hours.';
    throw new InvalidContentError([{ code: 'idempotency_key_reused', detail, header: 'Idempotency-Key' }]);
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

function sealContext(workspace: string, { id }: AnswerClaim) {
  return { purpose: 'replay', workspace, subject: id } as const;
}

function box(secrets: SecretBox | undefined): SecretBox {
  if (!secrets) throw new Error('The operation answers with a secret but has no SecretBox for replays');
  return secrets;
}
