import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import * as v from 'valibot';
import { type Counted, startCountedStack } from './counted-stack.ts';
import { createPlatformCalls } from './platform-calls.ts';
import { settled } from './settled.ts';

/** What a client requests of the publishing product, and the consumer that then carries it out. */
export const PUBLISHING_WORK = {
  'a post published to one account': 'publish-post',
  'a post in the next free slot': null,
  'a post removed from one account': 'remove-publications',
  'a file from a URL': 'download-media',
} as const;

export type PublishingWork = keyof typeof PUBLISHING_WORK;

/** Requests of one kind, with the calls of everything that they start. */
export type PublishingRun = {
  readonly work: PublishingWork;
  readonly requests: number;
  readonly counted: Counted;
};

const WARM_UP = 4;
const PICTURE = new URL('../../local/demo/demo-picture.webp', import.meta.url);

const createdSchema = v.object({ data: v.object({ id: v.union([v.string(), v.number()]) }) });

/** Publishes, queues and removes posts of an account of the sandbox, and downloads files from a server on this machine. */
export async function runPublishing(requests: number, say: (line: string) => void): Promise<PublishingRun[]> {
  const picture = await readFile(PICTURE);
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'image/webp' }).end(picture),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stack = await startCountedStack();
  try {
    const { baseUrl, apiKey, workspaceId } = stack.ready;
    const { call } = createPlatformCalls(baseUrl, apiKey);
    const base = `/os/api/${workspaceId}`;
    const create = async (path: string, body: unknown) =>
      v.parse(createdSchema, await call('POST', `${base}/${path}`, body)).data.id;

    const account = await create('accounts', { provider: 'sandbox', name: 'Cost', credentials: {} });
    const versions = [{ account_id: 0, is_original: true, content: [{ body: 'We are open again.' }] }];
    const post = (extra: object) => create('posts', { accounts: [account], versions, ...extra });
    const published: (string | number)[] = [];
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const url = `http://127.0.0.1:${port}/engine.webp`;

    const send: Readonly<Record<PublishingWork, () => Promise<unknown>>> = {
      'a post published to one account': async () => published.push(await post({ schedule_now: true })),
      'a post in the next free slot': () => post({ queue: true }),
      'a post removed from one account': () =>
        call('DELETE', `${base}/posts`, { posts: [published.pop()], delete_mode: 'app_and_social' }),
      'a file from a URL': () => call('POST', `${base}/media/from-url`, { url }),
    };
    const runs: PublishingRun[] = [];
    for (const work of Object.keys(PUBLISHING_WORK).filter(isWork)) {
      say(`publishing: ${work}`);
      // Both containers of a function then have the key in their cache.
      for (let count = 0; count < WARM_UP; count += 1) await send[work]();
      await settled(stack, () => true);
      for (let count = 0; count < requests; count += 1) await send[work]();
      const consumer = PUBLISHING_WORK[work];
      const counted = await settled(
        stack,
        ({ runs: made }) =>
          consumer === null || made.filter(({ operation }) => operation === consumer).length >= requests,
      );
      runs.push({ work, requests, counted });
    }
    return runs;
  } finally {
    await stack.stop();
    server.close();
  }
}

function isWork(name: string): name is PublishingWork {
  return Object.hasOwn(PUBLISHING_WORK, name);
}
