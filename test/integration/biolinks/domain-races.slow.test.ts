import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { generateApiKey, hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aNewWorkspace } from '#test/support/builders/workspaces/workspace-builders.ts';
import { aLambdaContext, anHttpEvent, readAnswer } from '#test/support/fixtures/platform/http-event.ts';
import { operationFunctions } from '#test/support/fixtures/platform/operation-functions.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

const WORKSPACES = 10;

describe('workspaces that verify the same host at the same time', () => {
  const { fixture } = emulatedStores();

  /** A workspace with a key, whose TXT records the DNS returns. */
  async function aWorkspace() {
    const newWorkspace = aNewWorkspace();
    const key = generateApiKey((below) => randomInt(below));
    const permissions = ['biolinks:domains:read', 'biolinks:domains:write'] as const;
    const keys = [{ ...newWorkspace.key, hash: hashApiKey(key), permissions }];
    await fixture.workspaces.create({ ...newWorkspace, keys }, aContext().change);
    const texts: string[] = [];
    const dns = { resolve: async () => ({ kind: 'resolved', texts }) as const };
    const functions = operationFunctions(
      { ...fixture, dns, ownHosts: [], randomBytes },
      { clock: () => NOW, log: createRecordingLog(), keys: fixture.apiKeys, responses: fixture.responses },
    );
    return {
      texts,
      async call(method: string, name: string, { json, domain = '' }: { json?: object; domain?: string }) {
        const headers = { authorization: `Bearer ${key}` };
        const params = domain === '' ? {} : { domain };
        const event = anHttpEvent({ method, path: `/${domain}`, json, params, headers });
        return readAnswer(await functions(name)(event, aLambdaContext()));
      },
    };
  }

  it('get the host exactly once; all others get 409', async () => {
    const all = await Promise.all(Array.from({ length: WORKSPACES }, aWorkspace));
    const domains = await Promise.all(
      all.map(async ({ call, texts }) => {
        const { body } = await call('POST', 'create-domain', { json: { host: 'links.example.com' } });
        texts.push(body.data.verification.value);
        return String(body.data.id);
      }),
    );
    const answers = await Promise.all(
      all.map(({ call }, index) => call('POST', 'verify-domain', { domain: domains[index] ?? '' })),
    );
    const verified = answers.filter(({ status }) => status === 200);
    const rejected = answers.filter(({ status }) => status !== 200);

    expect(verified).toHaveLength(1);
    expect(verified[0]?.body.data.state).toBe('verified');
    expect(rejected.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
      rejected.map(() => '409 domain_taken'),
    );
  });
});
