import { randomBytes, randomInt } from 'node:crypto';
import { generateRandomCodeVerifier } from 'oauth4webapi';
import { OPERATIONS } from '#functions/registry.ts';
import { SNIFF_LENGTH, sniffType } from '#shared/files/adapters/sniff-type.ts';
import { createPhoneNumbers } from '#shared/messaging/adapters/phone-numbers.ts';
import type { Permission } from '#shared/platform/core/permissions.ts';
import type { ApiKey } from '#shared/platform/identity/workspace.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { generateApiKey, hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { generateLinkSecret } from '#shared/platform/runtime/link-secret.ts';
import {
  aMember,
  anApiKey,
  createWorkspaceIn,
} from '#test/support/builders/workspaces/workspace-builders.ts';
import { createMemoryTxtResolver } from '#test/support/fakes/biolinks/memory-txt-resolver.ts';
import { createMemoryFileStore } from '#test/support/fakes/files/memory-file-store.ts';
import { createMemoryImportFiles } from '#test/support/fakes/messaging/memory-import-files.ts';
import { createMemoryNumberDirectory } from '#test/support/fakes/messaging/memory-number-directory.ts';
import { createMemoryExportFiles } from '#test/support/fakes/privacy/memory-export-files.ts';
import { createMemoryLinkedIn } from '#test/support/fakes/publishing/memory-linkedin.ts';
import { createMemoryNetworks } from '#test/support/fakes/publishing/memory-networks.ts';
import { createMemoryConnectionCheck } from '#test/support/fakes/webhooks/memory-connection-check.ts';
import {
  aLambdaContext,
  anHttpEvent,
  type HttpReply,
  readAnswer,
  type RequestParts,
} from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { noPause } from '#test/support/fixtures/platform/no-pause.ts';
import { operationFunctions } from '#test/support/fixtures/platform/operation-functions.ts';
import { createMemoryFixture } from '#test/support/fixtures/platform/platform-fixture.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';
import { createMemorySecretBox } from './memory-secret-box.ts';

export const BOTH_PRODUCTS: readonly Permission[] = [
  'publishing:webhooks:subscribe',
  'salesbot:webhooks:subscribe',
];

/** The DNS of the address guard: host names with their addresses. All other names do not resolve. */
const ADDRESSES: Readonly<Record<string, string>> = {
  'hooks.example.com': '93.184.215.14',
  'other.example.com': '93.184.215.15',
  'inside.example.com': '10.0.0.7',
};

export type ApiRequest = RequestParts & {
  /** The API key to send instead of the default one; null sends none. */
  readonly key?: string | null;
};

export type MemoryApi = Awaited<ReturnType<typeof startMemoryApi>>;

/** Read and bundled from the repository, once for all tests of a process. */
const CONSOLE_FILES = deployedFiles(
  new URL('../../../../functions/platform/get-console/index.ts', import.meta.url).href,
);

/** Of every country, with metadata that are read once for all tests of a process. */
const PHONE_NUMBERS = createPhoneNumbers(
  deployedFiles(new URL('../../../../functions/messaging/create-contact/index.ts', import.meta.url).href),
);

/** Every operation of the API over in-memory fakes, with one workspace and a key for webhooks and events. */
export async function startMemoryApi() {
  const fixture = createMemoryFixture();
  const secrets = createMemorySecretBox();
  const clock = createTestClock();
  const log = createRecordingLog();
  const connection = createMemoryConnectionCheck();
  const dns = createMemoryTxtResolver();
  const networks = createMemoryNetworks();
  const numberDirectory = createMemoryNumberDirectory();
  const files = createMemoryFileStore(clock);
  const linkedIn = createMemoryLinkedIn(clock);
  const addresses: Record<string, string> = { ...ADDRESSES };
  const guard = createAddressGuard({
    allowedHosts: [],
    async resolve(hostname) {
      const address = addresses[hostname];
      if (address === undefined) throw new Error('ENOTFOUND');
      return [{ address, family: 4 }];
    },
  });

  const { workspaceId, admin } = await createWorkspaceIn(fixture.workspaces);
  const exportFiles = createMemoryExportFiles();
  const importFiles = createMemoryImportFiles();
  const mail = { isConfigured: true };
  const functions = operationFunctions(
    {
      ...fixture,
      keys: fixture.managedKeys,
      clock,
      log,
      dns,
      files,
      exportFiles,
      importFiles,
      guard,
      networks,
      numberDirectory,
      connection,
      secrets,
      stateSecrets: secrets,
      codeSecrets: secrets,
      appSecrets: secrets,
      stageApps: [],
      servers: linkedIn.servers,
      redirectOrigins: ['https://portal.example.com'],
      newVerifier: generateRandomCodeVerifier,
      randomBytes,
      get sendsMail() {
        return mail.isConfigured;
      },
      generateToken: () => generateLinkSecret(randomBytes),
      generateKey: () => generateApiKey((below) => randomInt(below)),
      hashPassword: createQuickHash(),
      sniff: { length: SNIFF_LENGTH, detect: sniffType },
      origin: 'https://pages.example.com',
      ownHosts: ['pages.example.net'],
      defaultHost: 'pages.example.net',
      consoleFiles: CONSOLE_FILES,
      phoneNumbers: PHONE_NUMBERS,
      frameOrigins: [],
      uploadOrigin: 'https://media.example.com',
      stage: 'dev',
      // Time limits never expire.
      timer: () => () => undefined,
      backOff: noPause,
      random: Math.random,
      // Waiting takes no time: the clock goes on instead.
      after(milliseconds: number, act: () => void) {
        clock.advance(milliseconds / 1000);
        act();
        return () => undefined;
      },
    },
    { clock, log, keys: fixture.apiKeys, responses: fixture.responses, secrets },
  );

  /** Stores a key of the workspace's admin and returns the key. */
  function grant(permissions: readonly Permission[], overrides: Partial<ApiKey> = {}): string {
    const text = generateApiKey((below) => randomInt(below));
    const key = anApiKey({
      workspaceId,
      memberId: admin.id,
      permissions,
      ...overrides,
      hash: hashApiKey(text),
    });
    fixture.core.apiKeys.set(key.hash, key);
    return text;
  }

  /** Creates another workspace with an admin and a key for webhooks of both products. */
  async function createOtherWorkspace(): Promise<{ workspaceId: string; key: string }> {
    const other = await createWorkspaceIn(fixture.workspaces);
    const identity = { workspaceId: other.workspaceId, memberId: other.admin.id };
    return { workspaceId: other.workspaceId, key: grant(BOTH_PRODUCTS, identity) };
  }

  /** Adds a member, by default an admin, and returns an API key of that member. */
  async function addMemberWithKey(overrides: Parameters<typeof aMember>[0] = {}): Promise<string> {
    const member = aMember({ workspaceId, ...overrides });
    await fixture.putMember(member);
    return grant(BOTH_PRODUCTS, { memberId: member.id });
  }

  const defaultKey = grant([...BOTH_PRODUCTS, 'salesbot:events:write']);

  /** Sends one request to the first route of an operation, or with the given method. */
  async function call(name: string, request: ApiRequest = {}): Promise<HttpReply> {
    const { key = defaultKey, ...parts } = request;
    const { routes = [], servedAt } = OPERATIONS.find((operation) => operation.name === name) ?? {};
    const [route] = routes;
    const template = route?.path ?? '/nowhere';
    const params = template.includes('{workspace}')
      ? { workspace: workspaceId, ...parts.params }
      : parts.params;
    const path = template.replaceAll(/\{(\w+)\}/gu, (_, param: string) => params?.[param] ?? '');
    const event = anHttpEvent({
      method: route?.method ?? 'GET',
      path,
      routePath: template,
      ...(servedAt === 'pages' ? { host: 'pages.example.com' } : {}),
      ...parts,
      ...(params ? { params } : {}),
      headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...parts.headers },
    });
    return readAnswer(await functions(name)(event, aLambdaContext()));
  }

  return {
    ...fixture,
    admin,
    workspaceId,
    secrets,
    clock,
    log,
    connection,
    dns,
    networks,
    linkedIn,
    numberDirectory,
    files,
    exportFiles,
    importFiles,
    phoneNumbers: PHONE_NUMBERS,
    /** Whether the stage has a sender of mail. */
    mail,
    addresses,
    defaultKey,
    grant,
    createOtherWorkspace,
    addMemberWithKey,
    call,
  };
}

/** `it` whose tests receive the result of `startMemoryApi`. */
export const it = itWith(startMemoryApi);

/** Returns a fast replacement for the password hash. Every hash is different, as with random salts, and contains nothing of the password. */
function createQuickHash() {
  let hashed = 0;
  return async () => {
    hashed += 1;
    return { scrypt: `hash ${hashed}` };
  };
}

/** A body that creates an endpoint. */
export function anEndpointBody(overrides: Readonly<Record<string, unknown>> = {}) {
  return {
    name: 'Order desk',
    url: 'https://hooks.example.com/orders',
    subscriptions: [{ event: 'salesbot.store.order_paid' }],
    ...overrides,
  };
}
