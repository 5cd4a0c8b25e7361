import * as v from 'valibot';
import { AwsError } from '#local/aws/aws-error.ts';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { startHttpPart, type HttpPart, type PartResponse, type PartRequest } from '#local/http-part.ts';
import { jsonPart } from '#local/json-part.ts';
import { loadLocalKey, open, seal } from './local-key.ts';

/** The limit of KMS `Encrypt`, so that a larger plaintext fails here as in AWS (docs/failure-histories.md#kms-size-limit). */
const MAX_PLAINTEXT_BYTES = 4096;

/** The limit of KMS `Decrypt` (AWS KMS API Reference). */
const MAX_CIPHERTEXT_BYTES = 6144;

const context = v.optional(v.record(v.string(), v.string()), {});
const encryptRequest = v.object({ KeyId: v.string(), Plaintext: v.string(), EncryptionContext: context });
const decryptRequest = v.object({
  KeyId: v.optional(v.string()),
  CiphertextBlob: v.string(),
  EncryptionContext: context,
});

/** `Encrypt` and `Decrypt` of the KMS API with a key file, so that functions use the same client as in AWS. */
export function startKmsServer(options: { readonly keyFile: string }): Promise<HttpPart> {
  const key = loadLocalKey(options.keyFile);
  return startHttpPart({
    port: 0,
    handle: async (request) => {
      try {
        return toResponse(200, act(key, request));
      } catch (error) {
        if (error instanceof AwsError)
          return toResponse(error.status, { __type: error.code, message: error.message });
        throw error;
      }
    },
  });
}

function act(key: Buffer, request: PartRequest): unknown {
  switch (request.headers['x-amz-target']) {
    case 'TrentService.Encrypt':
      return encrypt(key, parse(encryptRequest, request.body));
    case 'TrentService.Decrypt':
      return decrypt(key, parse(decryptRequest, request.body));
    default:
      throw new AwsError('UnknownOperationException', 'The local KMS supports only Encrypt and Decrypt.');
  }
}

function encrypt(key: Buffer, request: v.InferOutput<typeof encryptRequest>): unknown {
  const plaintext = Buffer.from(request.Plaintext, 'base64');
  if (plaintext.length === 0 || plaintext.length > MAX_PLAINTEXT_BYTES)
    throw new AwsError(
      'ValidationException',
      `1 validation error detected: Value at 'plaintext' failed to satisfy constraint: Member must have length between 1 and ${MAX_PLAINTEXT_BYTES}`,
    );
  const keyArn = arnOf(request.KeyId);
  const sealed = seal(key, keyArn, request.EncryptionContext, plaintext);
  return {
    CiphertextBlob: sealed.toString('base64'),
    KeyId: keyArn,
    EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
  };
}

function decrypt(key: Buffer, request: v.InferOutput<typeof decryptRequest>): unknown {
  const ciphertext = Buffer.from(request.CiphertextBlob, 'base64');
  if (ciphertext.length === 0 || ciphertext.length > MAX_CIPHERTEXT_BYTES)
    throw new AwsError(
      'ValidationException',
      `1 validation error detected: Value at 'ciphertextBlob' failed to satisfy constraint: Member must have length between 1 and ${MAX_CIPHERTEXT_BYTES}`,
    );
  const opened = open(key, request.EncryptionContext, ciphertext);
  if (opened === undefined) throw new AwsError('InvalidCiphertextException', '');
  if (request.KeyId !== undefined && arnOf(request.KeyId) !== opened.keyId)
    throw new AwsError(
      'IncorrectKeyException',
      'The key ID in the request does not identify the CMK that encrypted it.',
    );
  return {
    Plaintext: opened.plaintext.toString('base64'),
    KeyId: opened.keyId,
    EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
  };
}

function arnOf(keyId: string): string {
  return keyId.startsWith('arn:')
    ? keyId
    : `arn:aws:kms:${LOCAL_AWS.region}:${LOCAL_AWS.account}:key/${keyId}`;
}

function parse<Schema extends v.GenericSchema>(schema: Schema, body: Buffer): v.InferOutput<Schema> {
  const result = v.safeParse(schema, JSON.parse(body.toString('utf8')));
  if (!result.success) throw new AwsError('ValidationException', result.issues[0].message);
  return result.output;
}

function toResponse(status: number, body: unknown): PartResponse {
  return jsonPart(status, body, { 'content-type': 'application/x-amz-json-1.1' });
}
