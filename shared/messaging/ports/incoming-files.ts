import type { PhoneNumber } from '#shared/messaging/domain/phone-number.ts';

/** Files of messages from contacts, at the provider. */
export type IncomingFiles = {
  /**
   * Writes a file of a received message to the bucket of the media library, and returns its key, which begins with `prefix`. Undefined if
   * the provider no longer has the file. @throws Error if a later attempt can succeed
   */
  fetch(file: {
    readonly number: PhoneNumber;
    readonly providerFileId: string;
    readonly prefix: string;
  }): Promise<string | undefined>;
};
