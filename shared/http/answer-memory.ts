import type { RememberedAnswer } from '#shared/domain/change.ts';
import { PlatformError } from '#shared/domain/errors.ts';
import type { AnswerStore } from '#shared/domain/ports/answer-store.ts';
import type { SecretBox } from '#shared/domain/ports/secret-box.ts';
import type { AnswerClaim } from './answer-claim.ts';
import type { HttpResult } from './exchange.ts';

/** A serialised answer of an operation. */
export type SerialisedAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
};

/** Where answers to POSTs are kept; `secrets` only where an answer holds one, so that others never load the key service. */
export type AnswerMemory = { readonly answers: AnswerStore; readonly secrets?: SecretBox };

/** What is kept of an answer. Its top-level `secret` is cut out and sealed: KMS takes 4,096 bytes, not a body (H11). */
export async function toRemember(
  { secrets }: AnswerMemory,
  claim: AnswerClaim,
  workspace: string,
  { status, headers, body: { secret, ...body } }: SerialisedAnswer,
): Promise<RememberedAnswer> {
  const sealedSecret =
    typeof secret === 'string' ? await box(secrets).seal(secret, sealContext(workspace, claim)) : null;
  return { ...claim, status, headers, body: JSON.stringify(body), sealedSecret };
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
    throw new PlatformError(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another body within 24 hours.',
    );
  }
  return {
    statusCode: answer.status,
    headers: { ...answer.headers, 'Content-Type': 'application/json', 'Idempotent-Replayed': 'true' },
    body: answer.sealedSecret === null ? answer.body : await withSecret(answer.body, answer.sealedSecret),
  };

  async function withSecret(body: string, sealed: string): Promise<string> {
    const secret = await box(secrets).open(sealed, sealContext(workspace, claim));
    // The secret is the last member of every answer that has one, so this is the very text of the first answer.
    return JSON.stringify({ ...JSON.parse(body), secret });
  }
}

function sealContext(workspace: string, { id }: AnswerClaim) {
  return { purpose: 'replay', workspace, subject: id } as const;
}

function box(secrets: SecretBox | undefined): SecretBox {
  if (!secrets) throw new Error('The operation answers with a secret but has no SecretBox for replays');
  return secrets;
}
