import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileError } from '#clients/cli/command/command-error.ts';
import { privateFiles } from '#clients/cli/machine/private-files.ts';
import { sendOverHttp } from '#clients/cli/machine/send-over-http.ts';
import responses from '#test/corpus/http-responses.json' with { type: 'json' };
import { type CliUser, createCliUser } from '#test/support/fixtures/clients/run-cli.ts';
import { respondingWith } from '#test/support/fixtures/webhooks/receiver-socket-fixture.ts';

const NEVER = new AbortController().signal;

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

async function startServer() {
  const requests: IncomingMessage[] = [];
  let respond: Respond = (_request, response) => void response.writeHead(204).end();
  const server = createServer((request, response) => {
    requests.push(request);
    request.resume();
    respond(request, response);
  });
  // A proxy is asked for a tunnel with CONNECT.
  server.on('connect', (request: IncomingMessage, socket) => {
    requests.push(request);
    socket.destroy();
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: new URL(`http://127.0.0.1:${port}/hooks`),
    requests,
    respondWith: (next: Respond) => void (respond = next),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

type TestServer = Awaited<ReturnType<typeof startServer>>;

function post(url: URL, responseBody: 'read' | 'discard', timeoutMs = 5000) {
  const headers = { 'content-type': 'application/json', 'user-agent': 'workspace-platform-webhooks/1' };
  return sendOverHttp({
    method: 'POST',
    url,
    headers,
    body: Buffer.from('{}'),
    timeoutMs,
    signal: NEVER,
    responseBody,
  });
}

describe('sendOverHttp', () => {
  let server: TestServer;
  let other: TestServer;
  let user: CliUser;

  beforeEach(async () => {
    [server, other, user] = await Promise.all([startServer(), startServer(), createCliUser()]);
  });

  afterEach(async () => {
    server.close();
    other.close();
    await user.forget();
  });

  it('sends the headers of a delivery, and none of its own', async () => {
    await post(server.url, 'discard');

    expect(Object.keys(server.requests[0]?.headers ?? {}).toSorted()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ]);
  });

  it('follows no redirect', async () => {
    server.respondWith((_request, response) => response.writeHead(307, { location: other.url.href }).end());

    expect((await post(server.url, 'read')).status).toBe(307);
    expect(other.requests).toEqual([]);
  });

  it('waits for the status of a forward, and not for its body', async () => {
    server.respondWith((_request, response) => response.writeHead(200).write('never the end'));

    expect((await post(server.url, 'discard')).status).toBe(200);
  });

  it.each(responses)(
    'takes $input as the response to a forward, with the status $right',
    async (response) => {
      const { channel, input, right } = response;
      await using receiver = await respondingWith(input, channel.endsWith('reset') ? 'reset' : 'end');
      const { status } = await post(new URL(receiver.url), 'discard');

      // Without a valid status, only that it is a response counts.
      expect(status).toBe(right ?? status);
    },
  );

  it('takes bytes as the response even if the response does not end in time', async () => {
    await using receiver = await respondingWith('HTTP/1.1 200 OK\r\nx-a: ', 'stall');

    expect((await post(new URL(receiver.url), 'discard', 200)).status).toBe(200);
  });

  it.each(['read', 'discard'] as const)('needs a response: a closed connection is none (%s)', async (use) => {
    await using receiver = await respondingWith('', 'end');

    await expect(post(new URL(receiver.url), use)).rejects.toThrow('socket hang up');
  });

  it('says which scheme a port expects that speaks TLS', async () => {
    await using receiver = await respondingWith(Buffer.from('15030300020228', 'hex'));

    await expect(post(new URL(receiver.url), 'discard')).rejects.toThrow('https://');
  });

  it.each(['read', 'discard'] as const)(
    'ends a request without a response in time (%s)',
    async (responseBody) => {
      server.respondWith(() => undefined);

      await expect(post(server.url, responseBody, 50)).rejects.toThrow('no response within 0.05 s');
    },
  );

  it('ends a body that does not end in time', async () => {
    server.respondWith((_request, response) => response.writeHead(200).write('never the end'));

    await expect(post(server.url, 'read', 200)).rejects.toThrow('no response within 0.2 s');
  });

  it('uses no proxy, whatever the environment says', async () => {
    server.respondWith((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/problem+json' });
      response.end('{"code":"api_key_invalid","detail":"Wrong key.","request_id":"r"}');
    });
    const proxy = other.url.origin;
    const variables = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
    const env = {
      ...Object.fromEntries(variables.map((name) => [name, proxy])),
      // With it, `fetch` and the agents of Node use the proxy.
      NODE_USE_ENV_PROXY: '1',
      WORKSPACE_PLATFORM_HOST: server.url.origin,
      WORKSPACE_PLATFORM_KEY: 'wsk_some_key',
    };
    const { exitCode, messages } = await user.run(['whoami'], { env });

    expect([exitCode, messages]).toEqual([3, expect.stringContaining('Wrong key.')]);
    expect(server.requests).toHaveLength(1);
    expect(other.requests).toEqual([]);
  });
});

describe('privateFiles', () => {
  it('names the file and the reason if the file cannot be used', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cli-'));
    try {
      const file = join(folder, 'file');
      await writeFile(file, '');
      const below = join(file, 'below', 'position.json');

      expect(await privateFiles.read(below)).toBeUndefined();
      await expect(privateFiles.writePrivately(below, '{}')).rejects.toThrow(
        new FileError(1, `${below} cannot be written (ENOTDIR).`),
      );
      await expect(privateFiles.read(folder)).rejects.toThrow(
        new FileError(1, `${folder} cannot be read (EISDIR).`),
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is not needed by a command with a key of the environment', async () => {
    const user = await createCliUser();
    try {
      const env = { HOME: '/dev/null', XDG_CONFIG_HOME: '', WORKSPACE_PLATFORM_KEY: 'wsk_some_key' };
      const { messages } = await user.run(['whoami', '--host', 'http://127.0.0.1:9'], { env });

      expect(messages).toContain('http://127.0.0.1:9 is not reachable');
    } finally {
      await user.forget();
    }
  });
});
