import { lazyCommands } from './lazy-commands.ts';

/** The commands of KMS that the platform sends, without the code of the SDK. */
export const { DecryptCommand, EncryptCommand } = lazyCommands(
  () => import('#packages/lean-aws-client/kms-sdk.ts'),
  ['DecryptCommand', 'EncryptCommand'],
);
