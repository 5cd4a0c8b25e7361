import { Agent, request } from 'node:http';

/** A command of an SDK client: its class is the action, its input the body of the request. */
type Command = { readonly input: object };

export type AwsJsonClient = { send(command: Command): Promise<unknown>; destroy(): void };

/** The emulators check no signature, but another emulator may require that there is one. */
const AUTHORIZATION =
  'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/local/aws4_request, SignedHeaders=host, Signature=0';

/**
 * Sends commands of the JSON protocol to an emulator without the SDK client, which would use more CPU time for a poll than the
 * emulator. Only the pollers use it: what the functions call is always the SDK. Times in responses are numbers, bytes are base64.
 */
export function createAwsJsonClient(options: {
  readonly endpoint: string;
  /** The prefix of `X-Amz-Target`, such as `AmazonSQS`. */
  readonly service: string;
  readonly version: '1.0';
}): AwsJsonClient {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(options.endpoint);
  const shared = {
    'content-type': `application/x-amz-json-${options.version}`,
    authorization: AUTHORIZATION,
    'x-amz-date': '20260101T000000Z',
  };
  return {
    send: (command) =>
      new Promise((resolve, reject) => {
        const action = command.constructor.name.replace(/Command$/, '');
        const body = JSON.stringify(command.input);
        const headers = {
          ...shared,
          'x-amz-target': `${options.service}.${action}`,
          'content-length': Buffer.byteLength(body),
        };
        request({ method: 'POST', hostname, port, path: '/', agent, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            if (response.statusCode !== 200) return reject(new Error(`${action}: ${text}`));
            resolve(JSON.parse(text));
          });
        })
          .once('error', reject)
          .end(body);
      }),
    destroy: () => agent.destroy(),
  };
}
