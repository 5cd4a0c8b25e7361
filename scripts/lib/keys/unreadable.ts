import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { SecretInvalidError } from '#shared/platform/core/secret-box.ts';

/**
 * Errors of one ciphertext or key pair. All others concern the key of KMS or the network, and end a run. `ValidationException` is the error
 * of a ciphertext that is empty, such as one that was not base64, or longer than 6,144 bytes (AWS KMS API Reference, "Decrypt").
 */
const UNREADABLE = new Set([
  'InvalidCiphertextException',
  'IncorrectKeyException',
  'ValidationException',
  'SecretInvalidError',
  'MalformedItemError',
]);

/** Whether other ciphertexts can be readable although this one is not. */
export function isUnreadable(error: unknown): error is Error {
  return error instanceof Error && UNREADABLE.has(error.name);
}

/** What to print of such an error. Only messages of the platform are known to contain no secret. */
export function reasonOf(error: Error): string {
  const isOwn = error instanceof SecretInvalidError || error instanceof MalformedItemError;
  return isOwn ? `${error.name}: ${error.message}` : error.name;
}
