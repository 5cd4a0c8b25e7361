import { lazyCommands } from './lazy-commands.ts';

/** The commands of KMS that the platform sends, without the code of the SDK. */
export const { DecryptCommand, EncryptCommand } = lazyCommands(
  () => import('#shared/platform/runtime/aws/kms-sdk.ts'),
  ['DecryptCommand', 'EncryptCommand'],
);
