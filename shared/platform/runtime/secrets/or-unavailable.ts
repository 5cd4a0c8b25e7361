import { SecretUnavailableError } from '#shared/platform/core/secret-box.ts';

/**
 * Errors that a retry does not fix: a wrong ciphertext, a missing permission, a key that is disabled or deleted, a missing table, an item
 * that cannot be read.
 */
const PERMANENT = new Set([
  'InvalidCiphertextException',
  'IncorrectKeyException',
  'AccessDeniedException',
  'DisabledException',
  'KMSInvalidStateException',
  'NotFoundException',
  'ResourceNotFoundException',
  'ValidationException',
  'MalformedItemError',
]);

/** Calls a service that keeps keys. @throws SecretUnavailableError if a later call can succeed · the error itself if not */
export async function orUnavailable<T>(message: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error && PERMANENT.has(error.name)) throw error;
    throw new SecretUnavailableError(message, { cause: error });
  }
}
