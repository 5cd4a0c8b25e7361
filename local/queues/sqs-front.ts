import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { isRecord } from '#local/is-record.ts';
import { GROUP_ATTRIBUTE } from './group-attribute.ts';
import { failed, listSourceQueues, type SqsAnswer } from './source-queues.ts';

/** SQS rejects longer delays; fauxqs accepts them. */
const MAX_DELAY_SECONDS = 900;

/**
 * Stands before fauxqs, on its own socket, for three differences from SQS. fauxqs drops the message group on standard queues, so
 * it is carried in a message attribute. fauxqs accepts delays over 15 minutes, which are rejected like in SQS. fauxqs does not list the
 * source queues of a dead-letter queue. Calls `sent` with the name of a queue after each request that sends messages to it.
 */
export function createSqsFront(fauxqs: RequestListener, sent: (queueName: string) => void): RequestListener {
  return (request, response) => {
    const action = String(request.headers['x-amz-target']).split('.').at(-1);
    if (action === 'ListDeadLetterSourceQueues')
      return readText(request, (text) => void write(response, listSourceQueues(fauxqs, parsed(text))));
    // Every other request needs no change and is not even read.
    if (action !== 'SendMessage' && action !== 'SendMessageBatch') return fauxqs(request, response);
    readText(request, (text) => {
      const body = parsed(text);
      const entries: unknown[] = isRecord(body) && Array.isArray(body['Entries']) ? body['Entries'] : [];
      if ([body, ...entries].some(isDelayTooLong)) return rejectDelay(response);
      const changed =
        entries.length > 0 && isRecord(body) ? { ...body, Entries: entries.map(withGroup) } : withGroup(body);
      response.once('close', () => sent(queueNameOf(body)));
      fauxqs(replay(request, changed === body ? text : JSON.stringify(changed)), response);
    });
  };
}

async function write(response: ServerResponse, answer: Promise<SqsAnswer>): Promise<void> {
  const { status, headers, text } = await answer.catch(failed);
  response.writeHead(status, headers).end(text);
}

function queueNameOf(body: unknown): string {
  return isRecord(body) ? (String(body['QueueUrl']).split('/').at(-1) ?? '') : '';
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

function rejectDelay(response: ServerResponse): void {
  const type = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amzn-query-error': 'InvalidParameterValue;Sender',
  };
  response.writeHead(400, type).end(
    JSON.stringify({
      __type: 'com.amazonaws.sqs#InvalidParameterValue',
      message: `Value for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= ${MAX_DELAY_SECONDS}.`,
    }),
  );
}

function readText(request: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => done(Buffer.concat(chunks).toString('utf8')));
}

/** Text that is not JSON is passed on, so that fauxqs rejects it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The request with another body: what fauxqs reads of a request, as its own test tools replay it. */
function replay(request: IncomingMessage, text: string): IncomingMessage {
  const body = Buffer.from(text);
  const { method, url, httpVersion, socket, rawHeaders } = request;
  const headers = { ...request.headers, 'content-length': String(body.length) };
  const replayed = Object.assign(Readable.from([body], { objectMode: false }), {
    method,
    url,
    httpVersion,
    socket,
    rawHeaders,
    headers,
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of a request that a listener reads
  return replayed as unknown as IncomingMessage;
}
