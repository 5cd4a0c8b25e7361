import { SecretInvalidError } from '#shared/platform/core/secret-box.ts';
import { OVERHEAD_BYTES } from './hpke.ts';

/** The form of a secret: this version of the envelope, the version of its key pair, and the message in base64url. */
const ENVELOPE = /^hpke1\.(?<version>[1-9]\d{0,8})\.(?<message>[\w-]+)$/u;

export type Envelope = { readonly version: number; readonly message: Buffer };

export function writeEnvelope({ version, message }: Envelope): string {
  return `hpke1.${version}.${message.toString('base64url')}`;
}

/** Whether a secret has the form of an envelope, of any version. Base64 has no dot. */
export function isEnvelope(sealed: string): boolean {
  return sealed.includes('.');
}

/**
 * Reads an envelope; undefined for a ciphertext of KMS in base64, which is how secrets were stored before there were envelopes.
 * @throws SecretInvalidError for another text
 */
export function readEnvelope(sealed: string): Envelope | undefined {
  if (!isEnvelope(sealed)) return undefined;
  const { version, message = '' } = ENVELOPE.exec(sealed)?.groups ?? {};
  const bytes = Buffer.from(message, 'base64url');
  if (version === undefined || bytes.length <= OVERHEAD_BYTES)
    throw new SecretInvalidError('The stored secret has an unknown form');
  return { version: Number(version), message: bytes };
}
