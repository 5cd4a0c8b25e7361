import { lazyCommands } from './lazy-commands.ts';

/** The commands of SQS that the platform sends, without the code of the SDK. */
export const { GetQueueAttributesCommand, SendMessageBatchCommand, SendMessageCommand } = lazyCommands(
  () => import('#packages/lean-aws-client/sqs-sdk.ts'),
  ['GetQueueAttributesCommand', 'SendMessageBatchCommand', 'SendMessageCommand'],
);
