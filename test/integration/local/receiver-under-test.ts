import * as v from 'valibot';
import { startDemoReceiver } from '#local/receiver/demo-receiver.ts';
import { signedFixtures } from '#local/receiver/fixtures/signed-fixtures.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const listSchema = v.object({
  requests: v.array(
    v.object({
      id: v.number(),
      method: v.string(),
      path: v.string(),
      event: v.nullable(v.string()),
      event_id: v.nullable(v.string()),
      delivery_id: v.nullable(v.string()),
      attempt: v.number(),
      verified: v.boolean(),
      verified_with: v.array(v.string()),
      why_not: v.nullable(v.string()),
      answer: v.object({
        behaviour: v.nullable(v.string()),
        status: v.nullable(v.number()),
        completed: v.nullable(v.boolean()),
        duration_ms: v.nullable(v.number()),
      }),
      body: v.string(),
    }),
  ),
  kept: v.number(),
  dropped: v.number(),
});

export type Listed = v.InferOutput<typeof listSchema>;

/** A separate receiver on a free port, and a sender of the platform. */
export async function startReceiverUnderTest() {
  const directory = temporaryDirectory();
  const start = () =>
    startDemoReceiver({ port: 0, secretsFile: directory.at('secrets.json'), now: Date.now });
  let receiver = await start();

  async function call(method: string, path: string, body?: string): Promise<Response> {
    return fetch(receiver.address + path, {
      method,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
  }

  return {
    call,
    address: () => receiver.address,
    port: () => receiver.port,
    file: directory.at('secrets.json'),
    /** Delivers a fixture as of now. */
    deliver(path: string, { delivery = 'delivery-1', fixture = 'valid', signal }: Delivering = {}) {
      const signed = fixtureNow(fixture);
      return fetch(receiver.address + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...signed.headers, 'x-webhook-delivery': delivery },
        body: signed.body,
        ...(signal === undefined ? {} : { signal }),
      });
    },
    async list(query = ''): Promise<Listed> {
      return v.parse(listSchema, await (await call('GET', `/requests${query}`)).json());
    },
    /** Sets the secrets of the fixtures under their names. */
    async tellSecrets(...names: ('new' | 'old')[]): Promise<void> {
      const { secrets } = fixtureNow('valid');
      for (const name of names)
        await call('PUT', `/secrets/${name}`, JSON.stringify({ secret: secrets[name] }));
    },
    stop: () => receiver.stop(),
    async restart(): Promise<void> {
      await receiver.stop();
      receiver = await start();
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await receiver.stop();
      directory.remove();
    },
  };
}

export type ReceiverUnderTest = Awaited<ReturnType<typeof startReceiverUnderTest>>;

type Delivering = {
  readonly delivery?: string;
  readonly fixture?: string;
  readonly signal?: AbortSignal;
};

export function fixtureNow(name: string) {
  const found = signedFixtures(Math.floor(Date.now() / 1000)).find((fixture) => fixture.name === name);
  if (found === undefined) throw new Error(`no fixture ${name}`);
  return found;
}
