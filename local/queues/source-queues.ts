import type { RequestListener } from 'node:http';
import { inject } from 'light-my-request';
import { isRecord } from '#local/is-record.ts';

/** A response in the JSON protocol of SQS. */
export type SqsAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

const JSON_TYPE = 'application/x-amz-json-1.0';
const MOST_RESULTS = 1000;

/**
 * `ListDeadLetterSourceQueues`, which fauxqs does not have: the queues whose `RedrivePolicy` names this dead-letter queue. As in SQS, a page
 * has at most 1,000 queues, and there is a `NextToken` only if the request has `MaxResults` and more queues follow (Amazon SQS API
 * Reference, "ListDeadLetterSourceQueues").
 */
export async function listSourceQueues(fauxqs: RequestListener, request: unknown): Promise<SqsAnswer> {
  const { QueueUrl, MaxResults, NextToken } = isRecord(request) ? request : {};
  if (typeof QueueUrl !== 'string') return rejected('QueueUrl must be the URL of a queue.');
  const dead = await attributesOf(fauxqs, QueueUrl);
  if (dead.status !== 200) return dead;
  const isLimit =
    Number.isInteger(MaxResults) && Number(MaxResults) >= 1 && Number(MaxResults) <= MOST_RESULTS;
  if (MaxResults !== undefined && !isLimit)
    return rejected(`MaxResults must be an integer from 1 to ${MOST_RESULTS}.`);
  const from = NextToken === undefined ? 0 : positionOf(NextToken);
  if (from === undefined) return rejected('NextToken is not one of an earlier response.');

  const { QueueArn } = attributesIn(dead);
  const names: string[] = [];
  for (const url of await queueUrls(fauxqs)) {
    const policy = policyIn(attributesIn(await attributesOf(fauxqs, url)));
    if (isRecord(policy) && policy['deadLetterTargetArn'] === QueueArn) names.push(nameIn(url));
  }
  // The host of the request, because a client may reach the queues by a name that fauxqs does not know.
  const base = QueueUrl.slice(0, -nameIn(QueueUrl).length);
  const all = names.toSorted().map((name) => `${base}${name}`);
  const to = from + (MaxResults === undefined ? MOST_RESULTS : Number(MaxResults));
  const next = MaxResults !== undefined && to < all.length ? { NextToken: tokenOf(to) } : {};
  return answer(200, { queueUrls: all.slice(from, to), ...next });
}

async function queueUrls(fauxqs: RequestListener): Promise<readonly string[]> {
  const { text } = await ask(fauxqs, 'ListQueues', {});
  const listed: unknown = JSON.parse(text);
  return isRecord(listed) && Array.isArray(listed['QueueUrls']) ? listed['QueueUrls'].map(String) : [];
}

/** SQS rejects a policy that is not JSON; fauxqs stores it. */
function policyIn({ RedrivePolicy = '{}' }: Readonly<Record<string, string>>): unknown {
  try {
    return JSON.parse(RedrivePolicy);
  } catch {
    return undefined;
  }
}

function attributesOf(fauxqs: RequestListener, QueueUrl: string): Promise<SqsAnswer> {
  return ask(fauxqs, 'GetQueueAttributes', { QueueUrl, AttributeNames: ['All'] });
}

function attributesIn({ text }: SqsAnswer): Readonly<Record<string, string>> {
  const parsed: unknown = JSON.parse(text);
  const attributes = isRecord(parsed) && isRecord(parsed['Attributes']) ? parsed['Attributes'] : {};
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]));
}

/** The response of fauxqs, whose errors are those of SQS. */
async function ask(fauxqs: RequestListener, action: string, input: object): Promise<SqsAnswer> {
  const { statusCode, headers, payload } = await inject(fauxqs, {
    method: 'POST',
    url: '/',
    headers: { 'content-type': JSON_TYPE, 'x-amz-target': `AmazonSQS.${action}` },
    payload: JSON.stringify(input),
    validate: false,
  });
  const kept = Object.entries(headers).filter(([name]) =>
    /^(?:content-type|x-amzn-query-error)$/u.test(name),
  );
  return {
    status: statusCode,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    text: payload,
  };
}

function answer(status: number, body: object, headers: Readonly<Record<string, string>> = {}): SqsAnswer {
  return { status, headers: { 'content-type': JSON_TYPE, ...headers }, text: JSON.stringify(body) };
}

/** The error of SQS for a request that it could not handle. */
export function failed(error: unknown): SqsAnswer {
  const message = `The local queues failed: ${error instanceof Error ? error.message : String(error)}`;
  return answer(
    500,
    { __type: 'com.amazonaws.sqs#InternalFailure', message },
    { 'x-amzn-query-error': 'InternalFailure;Receiver' },
  );
}

function rejected(message: string): SqsAnswer {
  return answer(
    400,
    { __type: 'com.amazonaws.sqs#InvalidParameterValue', message },
    { 'x-amzn-query-error': 'InvalidParameterValue;Sender' },
  );
}

function nameIn(url: string): string {
  return url.split('/').at(-1) ?? '';
}

function tokenOf(position: number): string {
  return Buffer.from(`from ${position}`).toString('base64url');
}

function positionOf(token: unknown): number | undefined {
  const [, position] = /^from (\d+)$/u.exec(Buffer.from(String(token), 'base64url').toString()) ?? [];
  return position === undefined ? undefined : Number(position);
}
