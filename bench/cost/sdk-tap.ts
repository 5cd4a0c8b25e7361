import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SQSClient } from '@aws-sdk/client-sqs';
import { billed } from '#bench/cost/bills/billed.ts';
import { isRecord } from '#local/is-record.ts';
import { DirectClient } from '#packages/lean-aws-client/direct-client.ts';
import type { AwsCall } from './aws-call.ts';
import { itemKinds } from './item-kinds.ts';

type Args = { readonly input: Record<string, unknown> };
type Handler = (args: Args) => Promise<{ readonly output: object }>;
type Client = {
  readonly middlewareStack: {
    add(
      middleware: (next: Handler, context: { readonly commandName?: string }) => Handler,
      position: { step: 'initialize' | 'deserialize'; priority: 'high'; name: string },
    ): void;
    remove(name: string): boolean;
  };
};

const CLIENTS = { dynamodb: DynamoDBClient, sqs: SQSClient, kms: KMSClient, scheduler: SchedulerClient };

/** Commands of DynamoDB that do not report consumed capacity. */
const SILENT = /^(?:Create|Describe|Update|List|Delete)(?:Table|TimeToLive|ContinuousBackups)/u;

/**
 * Reports every request of every SDK client in this process, including retries, in the asynchronous context of the caller.
 * Returns a function that stops the reports.
 */
export function tapSdk(onCall: (call: AwsCall) => void): () => void {
  const tapped = new WeakSet<object>();
  let isOpen = true;
  const report = (call: AwsCall): void => {
    if (isOpen) onCall(call);
  };
  const undo = Object.entries(CLIENTS).map(([service, { prototype }]) => {
    const send: unknown = Reflect.get(prototype, 'send');
    if (typeof send !== 'function') throw new Error(`the client of ${service} has no send method`);
    const replaced = {
      configurable: true,
      // Clients are created inside functions, so a client is found on its first call.
      value(this: Client, ...args: unknown[]): unknown {
        if (!tapped.has(this)) {
          tapped.add(this);
          tapClient(this, service, report);
        }
        return Reflect.apply(send, this, args);
      },
    };
    Object.defineProperty(prototype, 'send', replaced);
    return () => Reflect.deleteProperty(prototype, 'send');
  });
  // Direct attempts bypass the middleware that counts attempts.
  const { send } = DirectClient.prototype;
  DirectClient.prototype.send = DirectClient.prototype.sendBySdk;
  return () => {
    isOpen = false;
    DirectClient.prototype.send = send;
    for (const restore of undo) restore();
  };
}

function tapClient(client: Client, service: string, onCall: (call: AwsCall) => void): void {
  if (service === 'dynamodb') {
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        (args) =>
          next(
            SILENT.test(commandName)
              ? args
              : { ...args, input: { ...args.input, ReturnConsumedCapacity: 'INDEXES' } },
          ),
      { step: 'initialize', priority: 'high', name: 'ask-for-capacity' },
    );
  }
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const { input } = args;
        const action = commandName.replace(/Command$/u, '');
        const asked = { service, action, target: targetOf(input), items: itemKinds(input) };
        try {
          const response = await next(args);
          onCall({ ...asked, ...billed({ action, input, output: response.output }) });
          return response;
        } catch (error) {
          onCall({ ...asked, ...billed({ action, input, error }) });
          throw error;
        }
      },
    { step: 'deserialize', priority: 'high', name: 'count-calls' },
  );
}

function targetOf(input: Readonly<Record<string, unknown>>): string {
  const { TableName: table, QueueUrl: queue, RequestItems: batch, TransactItems: actions } = input;
  if (typeof table === 'string') return table;
  if (typeof queue === 'string') return queue.split('/').at(-1) ?? '';
  if (isRecord(batch)) return Object.keys(batch).join('+');
  if (!Array.isArray(actions)) return '';
  const tables = actions
    .filter(isRecord)
    .flatMap((action) => Object.values(action))
    .filter(isRecord);
  return [...new Set(tables.map((each) => String(each['TableName'])))].join('+');
}
