import type { AwsCall, CallSteps, Service } from './aws-call.ts';

/** The input of the floor's handler: for each step, the input of each call. */
export type FloorEvent = readonly (readonly unknown[])[];

const CLIENTS: Readonly<
  Record<Exclude<Service, 'S3'>, { readonly module: string; readonly client: string }>
> = {
  DYNAMODB: { module: '@aws-sdk/client-dynamodb', client: 'DynamoDBClient' },
  SQS: { module: '@aws-sdk/client-sqs', client: 'SQSClient' },
  KMS: { module: '@aws-sdk/client-kms', client: 'KMSClient' },
  SCHEDULER: { module: '@aws-sdk/client-scheduler', client: 'SchedulerClient' },
};

const SETTINGS =
  '{ maxAttempts: 3, requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true } }';

/** No client of S3 is a dependency, so the floor consists of the two parts of the SDK that sign and send a request. */
const S3_SOURCE = `
import { createHash, createHmac } from 'node:crypto';
import { HttpRequest } from '@smithy/core/protocols';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
class Sha256 {
  constructor(key) { this.hash = key ? createHmac('sha256', key) : createHash('sha256'); }
  update(data) { this.hash.update(data); }
  async digest() { return this.hash.digest(); }
}
const { AWS_REGION: region, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = process.env;
const signer = new SignatureV4({ service: 's3', region, sha256: Sha256, credentials: { accessKeyId, secretAccessKey } });
const s3 = new NodeHttpHandler();
async function callS3({ method, path, body }) {
  const { hostname, port, protocol } = new URL(process.env.AWS_ENDPOINT_URL_S3);
  const headers = { host: hostname + ':' + port };
  const request = new HttpRequest({ method, protocol, hostname, port: Number(port), path, headers, body });
  const { response } = await s3.handle(await signer.sign(request));
  for await (const _ of response.body);
}`;

/**
 * The source of a floor: plain SDK code that makes these calls one after another, and those of one step at the same time. Floors
 * with the same operations have the same source, because the inputs are the event of the handler.
 */
export function floorSource(steps: CallSteps): string {
  const calls = steps.flat();
  const services = new Set(calls.map(({ service }) => service));
  const imports = [...services].flatMap((service) => {
    if (service === 'S3') return [S3_SOURCE];
    const { module, client } = CLIENTS[service];
    const commands = new Set(calls.filter((call) => call.service === service).map(commandOf));
    return [
      `import { ${[client, ...commands].join(', ')} } from '${module}';`,
      `const ${service} = new ${client}(${SETTINGS});`,
    ];
  });
  const body = steps.map((step, at) => {
    const sent = step.map((call, index) => `${sourceOf(call, `steps[${at}][${index}]`)}.catch(String)`);
    return `  await Promise.all([${sent.join(', ')}]);`;
  });
  return [
    ...imports,
    BYTES_SOURCE,
    'export async function handler(steps) {',
    ...body,
    '  return { statusCode: 200 };',
    '}',
  ].join('\n');
}

/** The event for the floor of these calls. Bytes are `{ $bytes: base64 }`. */
export function floorEvent(steps: CallSteps): FloorEvent {
  return steps.map((step) => step.map(inputOf));
}

/** A JSON event has no bytes. */
const BYTES_SOURCE = `function bytes(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (typeof value.$bytes === 'string') return Buffer.from(value.$bytes, 'base64');
  for (const name in value) value[name] = bytes(value[name]);
  return value;
}`;

function commandOf({ operation }: AwsCall): string {
  return `${operation}Command`;
}

function sourceOf(call: AwsCall, input: string): string {
  if (call.service === 'S3') return `callS3(bytes(${input}))`;
  return `${call.service}.send(new ${commandOf(call)}(bytes(${input})))`;
}

function inputOf({ service, operation, path, body }: AwsCall): unknown {
  if (service === 'S3')
    return {
      method: operation,
      path: new URL(path, 'http://s3').pathname,
      ...(body.length > 0 ? { body: bytesOf(body.toString('base64')) } : {}),
    };
  if (service === 'SCHEDULER') {
    const { pathname, searchParams } = new URL(path, 'http://scheduler');
    const input = body.length > 0 ? JSON.parse(body.toString()) : {};
    return {
      ...input,
      GroupName: input.GroupName ?? searchParams.get('groupName'),
      Name: pathname.split('/').at(-1),
    };
  }
  // Attributes of the type B, and the plaintext and ciphertext of KMS, are bytes.
  return JSON.parse(body.toString(), (name, value: unknown) =>
    typeof value === 'string' && BYTES.has(name) ? bytesOf(value) : value,
  );
}

const BYTES: ReadonlySet<string> = new Set(['B', 'Plaintext', 'CiphertextBlob']);

function bytesOf(base64: string) {
  return { $bytes: base64 };
}
