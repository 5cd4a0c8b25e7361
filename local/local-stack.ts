import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { applyEnvironment, awsEnvironment } from './aws-environment.ts';
import { LOCAL_AWS } from './aws-identity.ts';
import { openDataDirectory } from './data-directory.ts';
import { createTables } from './dynamodb/create-tables.ts';
import { startDynamoDb } from './dynamodb/dynoxide.ts';
import { keepStreamFast } from './dynamodb/stream-upkeep.ts';
import { startFileServer } from './files/file-server.ts';
import { type FunctionHost, loadFunctions } from './functions/function-host.ts';
import { startLambdaApi } from './functions/lambda-api.ts';
import { startGateway } from './gateway/gateway-server.ts';
import { writeJsonFile } from './json-file.ts';
import { startKmsServer } from './kms/kms-server.ts';
import { readPosition } from './pollers/stream-position.ts';
import { startQueueServer } from './queues/queue-server.ts';
import { startDemoReceiver } from './receiver/demo-receiver.ts';
import { startRateSchedules } from './scheduler/rate-schedules.ts';
import { startSchedulerServer } from './scheduler/scheduler-server.ts';
import { seedDemo, type DemoData, type Seed } from './seed-demo.ts';
import type { LocalSettings } from './settings.ts';
import { readUpTo, startPollers } from './start-pollers.ts';
import { readPlatform } from './template/read-platform.ts';

/** The data of the ready line and of `demo.json`. */
export type ReadyInfo = DemoData & {
  readonly baseUrl: string;
  /** A page of the demo workspace with every block type. */
  readonly pageUrl: string;
  readonly receiverUrl: string;
  /** The Lambda API, to invoke a function with a sample event. */
  readonly lambdaUrl: string;
  /** The DynamoDB API, to inspect the tables or to create another workspace. */
  readonly dynamodbUrl: string;
};

type Templates = Readonly<Record<string, unknown>>;

export type LocalStack = { readonly ready: ReadyInfo; stop(): Promise<void> };

/** Time in milliseconds for running invocations to finish on stop; what is not finished is repeated after the next start. */
const STOP_PATIENCE = 2500;

/**
 * Runs the synthesized templates on this machine. Ports are opened first, so that a port in use is reported immediately.
 * Requests are served last, when every service is running. If a service fails to start, the ones before it are stopped.
 */
export async function startLocalStack(options: {
  readonly settings: LocalSettings;
  readonly fresh: boolean;
  readonly templates: () => Templates | Promise<Templates>;
  readonly functionsRoot: string;
  readonly seed: Seed;
  readonly log: (message: string) => void;
}): Promise<LocalStack> {
  const { settings, fresh, log } = options;
  const now = Date.now;
  const stops: (() => unknown)[] = [];
  async function stop(): Promise<void> {
    for (const end of stops.splice(0).toReversed())
      await Promise.resolve(end()).catch((error: unknown) => log(`stop: ${String(error)}`));
  }

  try {
    const directory = await openDataDirectory(settings.dataDir, { fresh });
    stops.push(directory.release);
    const gateway = await startGateway({ port: settings.port, now, log });
    stops.push(gateway.stop);
    const receiver = await startDemoReceiver({
      port: settings.receiverPort,
      secretsFile: directory.receiverSecrets,
      now,
    });
    stops.push(receiver.stop);
    const database = await startDynamoDb({
      directory: directory.dynamodb,
      externalEndpoint: settings.dynamodbEndpoint,
    });
    stops.push(database.stop);
    const queues = await startQueueServer(directory.queues);
    stops.push(queues.stop);
    const files = await startFileServer({ directory: directory.files, now });
    stops.push(files.stop);

    const aws = { region: LOCAL_AWS.region, credentials: LOCAL_AWS.credentials };
    const sqs = new SQSClient({ ...aws, endpoint: queues.endpoint });
    const dynamodb = new DynamoDBClient({ ...aws, endpoint: database.endpoint });
    const streams = new DynamoDBStreamsClient({ ...aws, endpoint: database.endpoint });
    stops.push(() => {
      for (const client of [sqs, dynamodb, streams]) client.destroy();
    });
    const platform = readPlatform(await options.templates(), {
      queueUrl: queues.queueUrl,
      apiUrl: gateway.baseUrl,
    });
    await queues.createQueues(sqs, platform.queues);
    await files.openBuckets(platform.buckets);
    const streamArns = await createTables(dynamodb, platform.tables, { fresh });
    if (database.databaseFile !== undefined)
      keepStreamFast(
        database.databaseFile,
        readUpTo(platform, (id) => readPosition(directory.positionFile(id))?.sequenceNumber),
      );

    const kms = await startKmsServer({ keyFile: directory.keyFile });
    stops.push(kms.stop);
    const scheduler = await startSchedulerServer({
      directory: directory.schedules,
      groups: platform.scheduleGroups,
      now,
      log,
      send: async ({ queueArn, body }) => {
        const QueueUrl = queues.queueUrl(queueArn.split(':').at(-1) ?? '');
        await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: body }));
      },
    });
    stops.push(scheduler.stop);

    const environment = awsEnvironment({
      dynamodb: database.endpoint,
      sqs: queues.endpoint,
      scheduler: scheduler.address,
      kms: kms.address,
      s3: files.address,
    });
    stops.push(applyEnvironment(environment));
    // Pages on the default domain are served by the API host; the template contains only the deployed host.
    const overrides = { ...environment, PAGE_HOST: gateway.baseUrl, ...settings.functionOverrides };
    const { functions } = platform;
    const loaded = await loadFunctions({ functions, root: options.functionsRoot, overrides, now });
    let readStreams = (): void => undefined;
    const host: FunctionHost = {
      ...loaded,
      // The function may have written to a table, so its stream is read at once and not at the next poll.
      invoke: (functionName, event) => loaded.invoke(functionName, event).finally(() => readStreams()),
    };
    const lambda = await startLambdaApi(host);
    stops.push(lambda.stop);
    const demo = await seedDemo({
      demoFile: directory.demoFile,
      seed: options.seed,
      context: {
        environment: {
          ...Object.fromEntries(functions.flatMap((each) => Object.entries(each.environment))),
          ...overrides,
        },
        now: new Date(now()),
      },
    });
    const ready: ReadyInfo = {
      baseUrl: gateway.baseUrl,
      pageUrl: `${gateway.baseUrl}/${demo.pageSlug}`,
      receiverUrl: receiver.address,
      lambdaUrl: lambda.address,
      dynamodbUrl: database.endpoint,
      ...demo,
    };
    writeJsonFile(directory.demoFile, ready);

    const pumps = startPollers({ platform, host, streams, streamArns, sqs, directory, now, log });
    readStreams = pumps.wake;
    stops.push(() => pumps.stop(STOP_PATIENCE));
    scheduler.start();
    const ticks = startRateSchedules({ schedules: platform.schedules, invoke: host.invoke, now, log });
    stops.push(() => ticks.stop(STOP_PATIENCE));
    gateway.serve({
      ...platform,
      throttles: settings.throttling ? platform.throttles : undefined,
      invoke: host.invoke,
    });
    return { ready, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
