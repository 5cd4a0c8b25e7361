import type { KmsClient } from '#packages/lean-aws-client/aws-clients.ts';
import { DecryptCommand, EncryptCommand } from '#packages/lean-aws-client/kms-commands.ts';
import { orUnavailable } from './or-unavailable.ts';

/** The encryption context of KMS. IAM policies limit its `purpose`. */
export type KmsContext = { readonly purpose: string } & Readonly<Record<string, string>>;

/** `Encrypt` and `Decrypt` of KMS with the key of the stage. */
export type KmsCipher = {
  /** Encrypts at most 4,096 bytes. @throws SecretUnavailableError if KMS is unavailable · the error of KMS if a retry does not help */
  encrypt(plaintext: Uint8Array, context: KmsContext): Promise<Buffer>;
  /** @throws like `encrypt` */
  decrypt(ciphertext: Uint8Array, context: KmsContext): Promise<Buffer>;
};

export function createKmsCipher(client: KmsClient, keyId: string): KmsCipher {
  return {
    async encrypt(plaintext, context) {
      const { CiphertextBlob } = await orUnavailable('KMS is unavailable', () =>
        client.send(
          new EncryptCommand({ KeyId: keyId, Plaintext: plaintext, EncryptionContext: { ...context } }),
        ),
      );
      return Buffer.from(CiphertextBlob ?? []);
    },

    async decrypt(ciphertext, context) {
      const { Plaintext } = await orUnavailable('KMS is unavailable', () =>
        client.send(
          new DecryptCommand({ KeyId: keyId, CiphertextBlob: ciphertext, EncryptionContext: { ...context } }),
        ),
      );
      return Buffer.from(Plaintext ?? []);
    },
  };
}
