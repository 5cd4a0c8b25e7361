import { lazyCommands } from './lazy-commands.ts';

/** The commands of SQS that the platform sends, without the code of the SDK. */
export const { GetQueueAttributesCommand, SendMessageBatchCommand, SendMessageCommand } = lazyCommands(
  () => import('#shared/platform/runtime/aws/sqs-sdk.ts'),
  ['GetQueueAttributesCommand', 'SendMessageBatchCommand', 'SendMessageCommand'],
);
