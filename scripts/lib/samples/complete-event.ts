import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { isTextual } from '#local/gateway/gateway-event.ts';
import { gatewayEventSchema } from './derive-event.ts';
import { fillSampleEvent, type Sample } from './sample-event.ts';

type PrintedSample = Pick<Sample, 'function' | 'name' | 'kind' | 'event'>;

const headersSchema = v.record(v.string(), v.string());

const httpSchema = v.looseObject({
  ...gatewayEventSchema.entries,
  headers: v.optional(headersSchema, {}),
  body: v.optional(v.string()),
  isBase64Encoded: v.optional(v.boolean(), false),
  requestContext: v.looseObject({
    domainName: v.optional(v.string()),
    http: v.looseObject({ method: v.string(), path: v.string(), sourceIp: v.optional(v.string()) }),
  }),
});

const queueSchema = v.looseObject({
  Records: v.array(v.looseObject({ body: v.string() })),
});

/** Fills in the placeholders of a sample, and adds what AWS adds to each event, so that a Lambda function accepts it as it is. */
export function completeEvent(sample: PrintedSample, values: Readonly<Record<string, string>>): unknown {
  const event = fillSampleEvent(sample, values);
  if (sample.kind === 'http') return completeRequest(v.parse(httpSchema, event));
  if (sample.kind === 'queue') return completeMessages(v.parse(queueSchema, event));
  return event;
}

/**
 * Payload format 2.0 of an HTTP API (API Gateway Developer Guide, "Create AWS Lambda proxy integrations for HTTP APIs"): names of headers are
 * in lower case, and a body that is neither text, JSON, XML nor JavaScript is in base64.
 */
function completeRequest(event: v.InferOutput<typeof httpSchema>) {
  const { requestContext, body, routeKey } = event;
  const { domainName = 'example.execute-api.us-east-1.amazonaws.com', http } = requestContext;
  const sourceIp = http.sourceIp ?? '203.0.113.7';
  const given = Object.fromEntries(
    Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const bytes = Buffer.from(body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const isBase64Encoded = body !== undefined && (event.isBase64Encoded || !isTextual(given['content-type']));
  return {
    ...event,
    version: '2.0',
    headers: {
      host: domainName,
      'user-agent': 'example',
      'x-amzn-trace-id': 'Root=1-00000000-000000000000000000000000',
      'x-forwarded-for': sourceIp,
      'x-forwarded-port': '443',
      'x-forwarded-proto': 'https',
      ...(body === undefined ? {} : { 'content-length': String(bytes.length) }),
      ...given,
    },
    requestContext: {
      accountId: '111122223333',
      apiId: 'example',
      domainPrefix: domainName.split('.')[0],
      requestId: 'example-request',
      stage: '$default',
      time: '28/Apr/2026:13:20:00 +0000',
      timeEpoch: 1_777_382_400_000,
      ...requestContext,
      domainName,
      routeKey,
      http: { protocol: 'HTTP/1.1', userAgent: given['user-agent'] ?? 'example', ...http, sourceIp },
    },
    ...(body === undefined ? {} : { body: isBase64Encoded ? bytes.toString('base64') : body }),
    isBase64Encoded,
  };
}

/** An event of an event source mapping of SQS (Lambda Developer Guide, "Using Lambda with Amazon SQS"). */
function completeMessages({ Records, ...rest }: v.InferOutput<typeof queueSchema>) {
  const records = Records.map((record) => ({
    messageAttributes: {},
    ...record,
    md5OfBody: createHash('md5').update(record.body).digest('hex'),
  }));
  return { ...rest, Records: records };
}

/** A value for each placeholder of a sample, in the form of a real one. Nothing of it exists. */
export function exampleValues({ event }: Pick<Sample, 'event'>): Record<string, string> {
  const names = [...JSON.stringify(event).matchAll(/\{\{(\w+)\}\}/gu)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, exampleOf(name)]));
}

const EXAMPLES: readonly (readonly [name: RegExp, value: string])[] = [
  [/^accountId$/u, '1'],
  [/Id$|Uuid$/u, '01980000-0000-7000-8000-000000000001'],
  [/Revision$/u, '1'],
  [/Slug$/u, 'example'],
  [/[eE]mail$/u, 'ada@example.com'],
  [/Phone$|Number$/u, '+4930123456'],
  [/^receiverUrl$/u, 'https://receiver.example.com'],
  [/Host$/u, 'example.execute-api.us-east-1.amazonaws.com'],
];

function exampleOf(name: string): string {
  return EXAMPLES.find(([form]) => form.test(name))?.[1] ?? `example-${name}`;
}
