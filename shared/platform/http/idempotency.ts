import * as v from 'valibot';
import type { IdempotencyRecord } from '#shared/platform/core/change.ts';
import { PlatformError, ValidationError } from '#shared/platform/core/errors.ts';
import type { IdempotencyStore } from '#shared/platform/core/idempotency-store.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { IdempotencyRequest } from './idempotency-request.ts';
import type { HttpResult } from './operation.ts';
import { type SerializedResponse, toResult } from './respond.ts';

/** Where responses to POSTs are recorded. `secrets` exists only if a response contains a secret; other operations never load KMS. */
export type Idempotency = { readonly store: IdempotencyStore; readonly secrets?: SecretBox };

/**
 * Maximum size of a stored body in bytes, because an item of DynamoDB has at most 400 KB. A test checks that no response is
 * larger. If one were, the record would contain only its ids: a record with the whole body could not be written, and the
 * command would fail with it.
 */
export const MAX_STORED_BYTES = 350 * 1024;

const storedBody = v.nullable(v.union([v.string(), v.record(v.string(), v.unknown())]));

/**
 * The record of a response. Only its secret is encrypted, because KMS encrypts at most 4,096 bytes
 * (docs/failure-histories.md#kms-size-limit). The secret is the top-level `secret`, or the `url` of a console link.
 */
export async function idempotencyInput(
  { secrets }: Idempotency,
  idempotencyRequest: IdempotencyRequest,
  { workspaceId, handsOut }: Pick<IdempotencyRecord, 'workspaceId' | 'handsOut'>,
  { status, headers, body }: SerializedResponse,
  secretUrl = false,
): Promise<IdempotencyRecord> {
  const keyed = handsOut && handsOut.length > 0 ? { handsOut } : {};
  const recorded = { ...idempotencyRequest, workspaceId, ...keyed, status, headers };
  const { secret, rest } = secretUrl ? withoutUrl(body) : withoutSecret(body);
  if (typeof secret !== 'string') return { ...recorded, body: toStoredText(body), sealedSecret: null };
  const sealedSecret = await box(secrets).seal(secret, sealContext(workspaceId, idempotencyRequest));
  return { ...recorded, body: toStoredText(rest), sealedSecret };
}

function withoutSecret(body: SerializedResponse['body']) {
  const { secret, ...rest } = typeof body === 'object' && body !== null ? body : {};
  return { secret, rest };
}

const linkBody = v.object({ data: v.looseObject({ url: v.string() }) });

function withoutUrl(body: SerializedResponse['body']) {
  const { url, ...data } = v.parse(linkBody, body).data;
  return { secret: url, rest: { data } };
}

function toStoredText(body: SerializedResponse['body']): string {
  const text = JSON.stringify(body);
  return Buffer.byteLength(text) <= MAX_STORED_BYTES ? text : JSON.stringify(idsOnly(body));
}

/** What remains of a body that is too large: `id` and `data.id`. */
function idsOnly(body: SerializedResponse['body']): Record<string, unknown> | string {
  if (typeof body !== 'object' || body === null) return '';
  const { id, data } = body;
  const inner = typeof data === 'object' && data !== null && 'id' in data ? { data: { id: data.id } } : {};
  return { ...(id === undefined ? {} : { id }), ...inner };
}

/**
 * The recorded response to an earlier request with the same key, byte for byte, or undefined if there is none.
 * @throws ValidationError `idempotency_key_reused` if that request had another body · PlatformError `permission_not_grantable` if the
 * response contains a key with permissions that the caller has lost since
 */
export async function replay(
  { store, secrets }: Idempotency,
  idempotencyRequest: IdempotencyRequest,
  { workspaceId: workspace, permissions }: Pick<Principal, 'workspaceId' | 'permissions'>,
  now: Date,
  secretUrl = false,
): Promise<HttpResult | undefined> {
  const record = await store.find(idempotencyRequest.id, now);
  if (!record) return undefined;
  if (record.fingerprint !== idempotencyRequest.fingerprint) {
    const detail =
      'This Idempotency-Key was used for a request with a different body in the last 24 hours. Use a new key ' +
      'for this request.';
    throw new ValidationError([{ code: 'idempotency_key_reused', detail, header: 'Idempotency-Key' }]);
  }
  const held: ReadonlySet<string> = permissions;
  const lost = (record.handsOut ?? []).filter((permission) => !held.has(permission));
  if (lost.length > 0) throw notGrantableAnymore(lost);
  const { status, sealedSecret } = record;
  const body = v.parse(storedBody, JSON.parse(record.body));
  const secret =
    sealedSecret === null
      ? null
      : await box(secrets).open(sealedSecret, sealContext(workspace, idempotencyRequest));
  const whole = secret === null || typeof body !== 'object' ? body : withSecret(body, secret, secretUrl);
  return toResult({ status, headers: { ...record.headers, 'Idempotent-Replayed': 'true' }, body: whole });
}

/** The secret is the last field of every response that has one, so this gives the text of the first response. */
function withSecret(body: Record<string, unknown> | null, secret: string, secretUrl: boolean) {
  if (!secretUrl) return { ...body, secret };
  return { data: { ...v.parse(v.looseObject({}), body?.['data']), url: secret } };
}

function sealContext(workspace: string, { id }: IdempotencyRequest) {
  return { purpose: 'replay', workspace, subject: id } as const;
}

function box(secrets: SecretBox | undefined): SecretBox {
  if (!secrets)
    throw new Error('The response contains a secret but the operation has no SecretBox for replays');
  return secrets;
}

function notGrantableAnymore(permissions: readonly string[]): PlatformError {
  const detail =
    'The first request with this Idempotency-Key created a key, and your key has lost permissions of the created key since then. ' +
    'Send a new Idempotency-Key and only permissions that your key has.';
  return new PlatformError('permission_not_grantable', detail, { permissions });
}
