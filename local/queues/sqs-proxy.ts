import { startHttpPart, type HttpPart, type PartResponse, type PartRequest } from '#local/http-part.ts';
import { isRecord } from '#local/is-record.ts';
import { GROUP_ATTRIBUTE } from './group-attribute.ts';

/** SQS rejects longer delays; fauxqs accepts them. */
const MAX_DELAY_SECONDS = 900;

const FORWARDED = ['content-type', 'x-amz-target', 'authorization'] as const;

/**
 * A proxy in front of fauxqs for two differences from SQS. fauxqs drops the message group on standard queues, so the proxy
 * carries it in a message attribute. fauxqs accepts delays over 15 minutes, which the proxy rejects like SQS.
 */
export function startSqsProxy(endpoint: string): Promise<HttpPart> {
  return startHttpPart({
    port: 0,
    handle: async (request) => {
      const action = String(request.headers['x-amz-target']).split('.').at(-1);
      const body: unknown = request.body.length > 0 ? JSON.parse(request.body.toString('utf8')) : {};
      if (action === 'SendMessage') {
        if (isDelayTooLong(body)) return rejectDelay();
        return forward(endpoint, request, withGroup(body));
      }
      if (action === 'SendMessageBatch' && isRecord(body) && Array.isArray(body['Entries'])) {
        const entries: unknown[] = body['Entries'];
        if (entries.some(isDelayTooLong)) return rejectDelay();
        return forward(endpoint, request, { ...body, Entries: entries.map(withGroup) });
      }
      return forward(endpoint, request, body);
    },
  });
}

function withGroup(message: unknown): unknown {
  if (!isRecord(message) || typeof message['MessageGroupId'] !== 'string') return message;
  const { MessageGroupId, MessageAttributes, ...rest } = message;
  const given = isRecord(MessageAttributes) ? MessageAttributes : {};
  return {
    ...rest,
    MessageAttributes: { ...given, [GROUP_ATTRIBUTE]: { DataType: 'String', StringValue: MessageGroupId } },
  };
}

function isDelayTooLong(message: unknown): boolean {
  return isRecord(message) && Number(message['DelaySeconds'] ?? 0) > MAX_DELAY_SECONDS;
}

function rejectDelay(): PartResponse {
  return {
    status: 400,
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amzn-query-error': 'InvalidParameterValue;Sender',
    },
    body: JSON.stringify({
      __type: 'com.amazonaws.sqs#InvalidParameterValue',
      message: `Value for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= ${MAX_DELAY_SECONDS}.`,
    }),
  };
}

async function forward(endpoint: string, request: PartRequest, body: unknown): Promise<PartResponse> {
  const headers = Object.fromEntries(
    FORWARDED.flatMap((name) => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, String(value)] as const];
    }),
  );
  const response = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(body) });
  return {
    status: response.status,
    headers: Object.fromEntries(
      [...response.headers].filter(([name]) => name.startsWith('x-amz') || name === 'content-type'),
    ),
    body: await response.text(),
  };
}
