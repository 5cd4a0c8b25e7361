import { createHash } from 'node:crypto';
import { applyEnvironment, awsEnvironment } from '#local/aws/aws-environment.ts';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { readConsoleUrl, seedDemo, type DemoData, type Seed } from '#local/demo/seed-demo.ts';
import { createConsoleUrl } from './console-link.ts';
import { openDataDirectory } from './data-directory.ts';
import { startEmulators } from './emulators/start-emulators.ts';
import { openExampleWorkspace, type ExampleWorkspace } from './example/example-workspace.ts';
import { createFunctionHost } from './functions/function-host.ts';
import { writeJsonFile } from './json-file.ts';
import { numbersOfWorkspace } from './messaging/own-numbers.ts';
import { startLocalNetwork } from './networks/network-server.ts';
import type { LocalSettings } from './settings.ts';
import { readPlatform } from './template/read-platform.ts';

/** The data of the ready line and of `demo.json`. */
export type ReadyInfo = DemoData & {
  readonly baseUrl: string;
  /** The origin of pages without a domain. Browsers resolve every name below `localhost` to this machine. */
  readonly pagesUrl: string;
  /** A page of the demo workspace with every block type. */
  readonly pageUrl: string;
  /** A link that opens the console as the first admin of the demo workspace. */
  readonly consoleUrl: string;
  readonly receiverUrl: string;
  /** The Lambda API, to invoke a function with a sample event. */
  readonly lambdaUrl: string;
  /** The DynamoDB API, to inspect the tables or to create another workspace. */
  readonly dynamodbUrl: string;
  /** The SQS API, to look at queues or to redrive dead letters. */
  readonly queuesUrl: string;
  /** Shows the mails that functions sent; `/mail` lists them as JSON. */
  readonly mailUrl: string;
  /** Shows the phones that messages were sent to, with a form to reply; `/guide` lists what else it can do. */
  readonly phonesUrl: string;
  /** Stands for the social networks that are connected by OAuth; `/posts` lists what was published there. */
  readonly networkUrl: string;
  readonly coreTable: string;
  readonly deliveryTable: string;
  /** Absent in a stack without the example. */
  readonly example?: ExampleWorkspace;
};

/** A function that encrypts the secrets of endpoints. */
const SIGNER = 'create-endpoint';

type Templates = Readonly<Record<string, unknown>>;

export type LocalStack = {
  readonly ready: ReadyInfo;
  /** Records how far the example workspace is filled. */
  readonly exampleFile: string;
  /** The KMS key of the secrets of endpoints. */
  readonly signingKeyId: string;
  stop(): Promise<void>;
};

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
  /** Whether to create the example workspace, which stays empty until `fillExample` fills it. */
  readonly example?: boolean;
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
    const { port, receiverPort, dynamodbEndpoint, throttling, dataDir } = settings;
    const emulators = startEmulators({
      settings: { port, receiverPort, dynamodbEndpoint, throttling },
      dataDir,
      fresh,
      invoke: ({ functionName, event }) => host.invoke(functionName, event),
      log,
    });
    stops.push(emulators.stop);
    const [{ baseUrl, receiverUrl, queueEndpoint }, templates] = await Promise.all([
      emulators.open(),
      options.templates(),
    ]);
    const platform = readPlatform(templates, {
      // Without a region in the host name, fauxqs finds the queue by name, whatever the port of the last run was.
      queueUrl: (name) => `${queueEndpoint}/${LOCAL_AWS.account}/${name}`,
      apiUrl: baseUrl,
      ...(dynamodbEndpoint === undefined ? {} : { tableSuffix: suffixOf(dataDir) }),
    });
    const hosts = localHosts(baseUrl, settings.hosts);
    const { aws, lambdaUrl, phonesUrl } = await emulators.prepare({
      platform,
      hosts: { apiOrigins: hosts.API_ORIGINS.split(','), pageHost: hosts.PAGE_HOST },
    });

    const environment = awsEnvironment(aws);
    stops.push(applyEnvironment(environment));
    // Mail goes to the local server, so that every developer can use it; the stage dev has no sender.
    const sender = { NOTIFICATION_SENDER: 'notifications@example.com' };
    const network = await startLocalNetwork({ now });
    stops.push(network.stop);
    // The first entry of a network counts, so that the settings can name another server.
    const origins = [
      settings.functionOverrides['NETWORK_ORIGINS'] ?? [],
      `linkedin=${network.address}`,
    ].flat();
    const overrides = {
      ...environment,
      ...sender,
      ...hosts,
      ...settings.functionOverrides,
      NETWORK_ORIGINS: origins.join(','),
    };
    const { functions } = platform;
    const host = createFunctionHost({
      functions,
      root: options.functionsRoot,
      overrides,
      containers: settings.containers,
      now,
    });
    const seedEnvironment: Readonly<Record<string, string>> = {
      ...Object.fromEntries(functions.flatMap((each) => Object.entries(each.environment))),
      ...overrides,
    };
    const demo = await seedDemo({
      demoFile: directory.demoFile,
      seed: options.seed,
      context: { environment: seedEnvironment, now: new Date(now()) },
    });
    const coreTable = seedEnvironment['CORE_TABLE'] ?? '';
    const { demoFile, exampleFile } = directory;
    const link = { coreTable, baseUrl, now: new Date(now()) };
    const previous = readConsoleUrl(demoFile);
    const consoleUrl = await createConsoleUrl({ ...link, apiKey: demo.apiKey, previous });
    const example =
      options.example === true ? await openExampleWorkspace({ ...link, exampleFile }) : undefined;
    await emulators.giveNumbers(
      [demo.workspaceId, demo.otherWorkspaceId, example?.workspaceId ?? []]
        .flat()
        .flatMap(numbersOfWorkspace),
    );
    const ready: ReadyInfo = {
      baseUrl,
      consoleUrl,
      pagesUrl: overrides.PAGE_HOST,
      pageUrl: `${overrides.PAGE_HOST}/${demo.pageSlug}`,
      receiverUrl,
      lambdaUrl,
      dynamodbUrl: aws.dynamodb,
      queuesUrl: `${queueEndpoint}/${LOCAL_AWS.account}`,
      mailUrl: aws.ses,
      phonesUrl,
      networkUrl: network.address,
      coreTable,
      deliveryTable: seedEnvironment['DELIVERY_TABLE'] ?? '',
      ...demo,
      ...(example === undefined ? {} : { example }),
    };
    writeJsonFile(demoFile, ready);
    await emulators.serve();
    const signer = functions.find(({ operation }) => operation === SIGNER);
    return { ready, exampleFile, signingKeyId: signer?.environment['SECRET_KEY_ID'] ?? '', stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The hosts of a local stack, of which the template contains only the deployed ones. Pages have an origin of their own, as in production. */
export function localHosts(baseUrl: string, others: readonly string[]) {
  const { host: own, port } = new URL(baseUrl);
  const withPort = (name: string) => (/:\d+$/u.test(name) ? name : `${name}:${port}`);
  const pages = withPort('pages.localhost');
  const ofApi = [own, ...['localhost', '[::1]', ...others].map(withPort)];
  return {
    API_HOSTS: [...ofApi, pages].join(','),
    API_ORIGINS: ofApi.map((host) => `http://${host}`).join(','),
    PAGE_HOST: `http://${pages}`,
  };
}

/** Differs between stacks and is the same when a stack starts again on its data directory. */
function suffixOf(dataDir: string): string {
  return `-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`;
}
