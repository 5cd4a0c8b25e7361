import { KMSClient, type KMSClientConfig } from '@aws-sdk/client-kms';
import { SDK_LIMITS } from './sdk-limits.ts';

/** The commands of the platform. */
export { DecryptCommand, EncryptCommand } from '@aws-sdk/client-kms';

/** A KMS client of the SDK; endpoint, region and credentials come from the environment. */
export function createSdkKmsClient(settings: KMSClientConfig = {}): KMSClient {
  return new KMSClient({ ...SDK_LIMITS, ...settings });
}
