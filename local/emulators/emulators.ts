import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { AwsEndpoints } from '#local/aws/aws-environment.ts';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { createAwsJsonClient } from '#local/aws/aws-json-client.ts';
import type { DataPaths } from '#local/data-directory.ts';
import { createTables } from '#local/dynamodb/create-tables.ts';
import { startDynamoDb } from '#local/dynamodb/dynoxide.ts';
import { openNewestRecords } from '#local/dynamodb/newest-record.ts';
import { keepStreamFast } from '#local/dynamodb/stream-upkeep.ts';
import { startFileServer } from '#local/files/file-server.ts';
import { startLambdaApi } from '#local/functions/lambda-api.ts';
import { startGateway } from '#local/gateway/gateway-server.ts';
import { startKmsServer } from '#local/kms/kms-server.ts';
import { startMailServer } from '#local/mail/mail-server.ts';
import type { OwnNumber } from '#local/messaging/own-numbers.ts';
import { createQueueSender } from '#local/messaging/queue-sender.ts';
import { startMessaging } from '#local/messaging/start-messaging.ts';
import { readUpTo, startPollers } from '#local/pollers/start-pollers.ts';
import { readPosition } from '#local/pollers/stream-position.ts';
import { startQueueServer } from '#local/queues/queue-server.ts';
import { startDemoReceiver } from '#local/receiver/demo-receiver.ts';
import { startRateSchedules } from '#local/scheduler/rate-schedules.ts';
import { startSchedulerServer } from '#local/scheduler/scheduler-server.ts';
import type { LocalSettings } from '#local/settings.ts';
import type { Platform } from '#local/template/platform.ts';
import { createStageHosts } from '#shared/platform/core/stage-hosts.ts';

export type EmulatorSettings = Pick<
  LocalSettings,
  'port' | 'receiverPort' | 'dynamodbEndpoint' | 'throttling'
>;

/** The URLs that the templates need. */
export type OpenedEmulators = {
  readonly baseUrl: string;
  readonly receiverUrl: string;
  readonly queueEndpoint: string;
};

/** The URLs that functions and tools use. */
export type PreparedEmulators = {
  readonly aws: AwsEndpoints;
  readonly lambdaUrl: string;
  readonly phonesUrl: string;
};

/** What the emulators run: the content of the templates, and the hosts of this machine in the form of `createStageHosts`. */
export type PreparedPlatform = {
  readonly platform: Platform;
  readonly hosts: { readonly apiOrigins: readonly string[]; readonly pageHost: string };
};

/** The start of the emulators in steps, as each step needs what the one before it returned. */
export type Emulators = {
  /** Opens the ports and the data, so that a port in use is reported before anything else starts. */
  open(): Promise<OpenedEmulators>;
  /** Creates what the templates contain. */
  prepare(prepared: PreparedPlatform): Promise<PreparedEmulators>;
  /** Adds phone numbers to the local AWS account; a number that is there already stays as it is. */
  giveNumbers(numbers: readonly OwnNumber[]): void | Promise<void>;
  /** Starts to invoke functions: for events, schedules and requests. */
  serve(): void;
  /** Stops in reverse order. */
  stop(): Promise<void>;
};

/** Time in milliseconds for running invocations to finish on stop; what is not finished is repeated after the next start. */
const STOP_PATIENCE = 2500;

/** Everything that replaces AWS, except for the functions. */
export function createEmulators(options: {
  readonly settings: EmulatorSettings;
  readonly paths: DataPaths;
  readonly fresh: boolean;
  /** Event and result are JSON. */
  readonly invoke: (functionName: string, event: string) => Promise<string>;
  readonly log: (message: string) => void;
}): Emulators {
  const { settings, paths, fresh, log } = options;
  const now = Date.now;
  const stops: (() => unknown)[] = [];
  let serve = (): void => undefined;
  let giveNumbers: Emulators['giveNumbers'] = () => undefined;
  let prepare: Emulators['prepare'] = () => Promise.reject(new Error('the emulators are not open'));

  async function stop(): Promise<void> {
    for (const end of stops.splice(0).toReversed())
      await Promise.resolve(end()).catch((error: unknown) => log(`stop: ${String(error)}`));
  }

  async function open(): Promise<OpenedEmulators> {
    const gateway = await startGateway({ port: settings.port, now, log });
    stops.push(gateway.stop);
    const receiver = await startDemoReceiver({
      port: settings.receiverPort,
      secretsFile: paths.receiverSecrets,
      now,
    });
    stops.push(receiver.stop);
    const database = await startDynamoDb({
      directory: paths.dynamodb,
      externalEndpoint: settings.dynamodbEndpoint,
    });
    stops.push(database.stop);
    const queues = await startQueueServer(paths.queues);
    stops.push(queues.stop);
    const files = await startFileServer({ directory: paths.files, now });
    stops.push(files.stop);

    const aws = { region: LOCAL_AWS.region, credentials: LOCAL_AWS.credentials };
    const sqs = new SQSClient({ ...aws, endpoint: queues.endpoint });
    const dynamodb = new DynamoDBClient({ ...aws, endpoint: database.endpoint });
    const streams = createAwsJsonClient({
      endpoint: database.endpoint,
      service: 'DynamoDBStreams_20120810',
      version: '1.0',
    });
    stops.push(() => {
      for (const client of [sqs, dynamodb, streams]) client.destroy();
    });

    prepare = async ({ platform, hosts }) => {
      await queues.createQueues(sqs, platform.queues);
      await files.openBuckets(platform.buckets);
      const streamArns = await createTables(dynamodb, platform.tables, { fresh });
      if (database.databaseFile !== undefined)
        keepStreamFast(
          database.databaseFile,
          readUpTo(platform, (id) => readPosition(paths.positionFile(id))?.sequenceNumber),
        );
      const kms = await startKmsServer({ keyFile: paths.keyFile });
      stops.push(kms.stop);
      const mail = await startMailServer({ now });
      stops.push(mail.stop);
      const scheduler = await startSchedulerServer({
        directory: paths.schedules,
        groups: platform.scheduleGroups,
        now,
        log,
        send: async ({ queueArn, body }) => {
          const QueueUrl = queues.queueUrl(queueArn.split(':').at(-1) ?? '');
          await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: body }));
        },
      });
      stops.push(scheduler.stop);
      const messaging = await startMessaging({
        directory: paths.messaging,
        platform,
        send: createQueueSender(sqs, queues.queueUrl),
        s3: files.address,
        now,
        log,
      });
      stops.push(messaging.stop);
      giveNumbers = messaging.giveNumbers;

      let readStreams = (): void => undefined;
      // The function may have written to a table, so its stream is read at once and not at the next poll.
      const invokeWithJson = (functionName: string, event: string): Promise<string> =>
        options.invoke(functionName, event).finally(() => readStreams());
      const invoke = async (functionName: string, event: unknown): Promise<unknown> => {
        const result: unknown = JSON.parse(await invokeWithJson(functionName, JSON.stringify(event)));
        return result;
      };
      const known = new Set(platform.functions.map(({ name }) => name));
      const lambda = await startLambdaApi({ knows: (name) => known.has(name), invoke });
      stops.push(lambda.stop);

      serve = () => {
        const newestRecords =
          database.databaseFile === undefined ? undefined : openNewestRecords(database.databaseFile);
        if (newestRecords !== undefined) stops.push(newestRecords.close);
        const pumps = startPollers({
          platform,
          invoke,
          streams,
          streamArns,
          sqs: queues.direct,
          watchQueue: queues.watch,
          newestRecords,
          paths,
          now,
          log,
        });
        readStreams = pumps.wake;
        stops.push(() => pumps.stop(STOP_PATIENCE));
        scheduler.start();
        messaging.start();
        const ticks = startRateSchedules({ schedules: platform.schedules, invoke, now, log });
        stops.push(() => ticks.stop(STOP_PATIENCE));
        gateway.serve({
          apis: platform.apis,
          hosts: createStageHosts(hosts),
          throttling: settings.throttling,
          invoke: invokeWithJson,
        });
      };
      return {
        aws: {
          dynamodb: database.endpoint,
          sqs: queues.endpoint,
          scheduler: scheduler.address,
          kms: kms.address,
          s3: files.address,
          ses: mail.address,
          smsVoice: messaging.sms,
          socialMessaging: messaging.whatsApp,
        },
        lambdaUrl: lambda.address,
        phonesUrl: messaging.phones,
      };
    };
    return { baseUrl: gateway.baseUrl, receiverUrl: receiver.address, queueEndpoint: queues.endpoint };
  }

  return {
    open,
    prepare: (prepared) => prepare(prepared),
    giveNumbers: (numbers) => giveNumbers(numbers),
    serve: () => serve(),
    stop,
  };
}
