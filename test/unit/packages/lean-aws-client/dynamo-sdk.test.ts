import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSdkDynamoClient } from '#packages/lean-aws-client/dynamo-sdk.ts';

const folder = mkdtempSync(join(tmpdir(), 'workspace-aws-'));
const configFile = join(folder, 'config');

/** The host of a request, which is not sent. */
async function hostOfRequest(environment: Readonly<Record<string, string>>): Promise<unknown> {
  const client = createSdkDynamoClient(environment);
  let host: unknown;
  client.middlewareStack.add(
    () =>
      async ({ request }) => {
        host = Object(request).hostname;
        throw new Error('not sent');
      },
    { step: 'finalizeRequest', priority: 'low' },
  );
  const read = new GetItemCommand({ TableName: 'core', Key: { pk: { S: 'A' } } });
  await expect(client.send(read)).rejects.toThrow('not sent');
  return host;
}

describe('createSdkDynamoClient, with the variables of the environment', () => {
  beforeAll(() => writeFileSync(configFile, '[default]\nendpoint_url = http://config.example.com\n'));
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(() => {
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'key');
    vi.stubEnv('AWS_CONFIG_FILE', configFile);
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', undefined);
    vi.stubEnv('AWS_ENDPOINT_URL', undefined);
  });
  afterEach(() => vi.unstubAllEnvs());

  it('calls the endpoint of the region, whatever a configuration file says', async () => {
    expect(await hostOfRequest({})).toBe('dynamodb.eu-central-1.amazonaws.com');
  });

  it('calls the endpoint of the service, before that of all services', async () => {
    const all = { AWS_ENDPOINT_URL: 'http://all.example.com' };
    const own = { AWS_ENDPOINT_URL_DYNAMODB: 'http://dynamodb.example.com' };

    expect(await hostOfRequest(all)).toBe('all.example.com');
    expect(await hostOfRequest({ ...all, ...own })).toBe('dynamodb.example.com');
  });
});
