import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { dataPaths } from '#local/data-directory.ts';
import { loadLocalKey, open, seal } from '#local/kms/local-key.ts';
import type { KmsCipher } from '#shared/platform/runtime/secrets/kms-cipher.ts';

/** The name of the key in the template is its id in the local stack. */
const KEY_ARN = `arn:aws:kms:${LOCAL_AWS.region}:${LOCAL_AWS.account}:key/SecretKey`;

/** KMS of the local stack on a data directory, by its key file: its server has another port after each start. */
export function localCipher(dataDirectory: string): KmsCipher {
  const key = loadLocalKey(dataPaths(dataDirectory).keyFile);
  return {
    encrypt: async (plaintext, context) => seal(key, KEY_ARN, context, Buffer.from(plaintext)),
    async decrypt(ciphertext, context) {
      const opened = open(key, context, Buffer.from(ciphertext));
      if (opened) return opened.plaintext;
      throw Object.assign(new Error('The key file does not decrypt it'), {
        name: 'InvalidCiphertextException',
      });
    },
  };
}
