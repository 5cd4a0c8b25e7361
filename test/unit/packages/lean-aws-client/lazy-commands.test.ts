import { GetItemCommand as OfSdk, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { GetItemCommand } from '#packages/lean-aws-client/dynamo-commands.ts';

it.each([true, false])(
  'each command is sent with its own input, with cached middleware: %s',
  async (cacheMiddleware) => {
    const client = new DynamoDBClient({
      region: 'eu-central-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'key' },
      cacheMiddleware,
    });
    const sent: unknown[] = [];
    client.middlewareStack.add(
      (_, { commandName }) =>
        async ({ input }) => {
          sent.push([commandName, input]);
          return { output: { $metadata: {} }, response: {} };
        },
      { step: 'initialize' },
    );
    const inputs = ['a', 'b', 'a'].map((name) => ({ TableName: 'core', Key: { pk: { S: name } } }));
    await Promise.all(inputs.map((input) => client.send(new GetItemCommand(input))));

    expect(sent).toEqual(inputs.map((input) => ['GetItemCommand', input]));
    expect(GetItemCommand.name).toBe(OfSdk.name);
  },
);
