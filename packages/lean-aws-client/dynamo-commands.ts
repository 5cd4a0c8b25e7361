import { lazyCommands } from './lazy-commands.ts';

/** The commands of DynamoDB that the platform sends, without the code of the SDK. */
export const {
  BatchGetItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} = lazyCommands(
  () => import('#packages/lean-aws-client/dynamo-sdk.ts'),
  [
    'BatchGetItemCommand',
    'DeleteItemCommand',
    'GetItemCommand',
    'PutItemCommand',
    'QueryCommand',
    'ScanCommand',
    'TransactWriteItemsCommand',
    'UpdateItemCommand',
  ],
);
