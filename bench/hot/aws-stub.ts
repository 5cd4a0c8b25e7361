import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { listen } from '#local/listen.ts';

/**
 * A separate process in the place of DynamoDB and SQS, so that the CPU time of the services does not count. It forwards a read to
 * the emulator once and then returns the same response from memory. Writes succeed without effect. Sends its port to its parent.
 */
const UPSTREAM = process.env['UPSTREAM'] ?? '';
const batch = v.object({ Entries: v.array(v.object({ Id: v.string(), MessageBody: v.string() })) });
type Reply = { readonly status: number; readonly text: string };
const EMPTY: Reply = { status: 200, text: '{}' };
const replies = new Map<string, Promise<Reply>>();

const server = createServer((request, response) => {
  respond(request).then(
    ({ status, text }) => {
      const headers = {
        'content-type': 'application/x-amz-json-1.0',
        'content-length': Buffer.byteLength(text),
      };
      response.writeHead(status, headers).end(text);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
// Sockets stay open between the rounds.
server.keepAliveTimeout = 0;
process.send?.({ port: await listen(server) });

async function respond(request: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const target = String(request.headers['x-amz-target']);
  if (target.endsWith('.SendMessageBatch')) return sent(body);
  if (target.endsWith('.PutItem') || target.endsWith('.TransactWriteItems')) return EMPTY;
  if (target.endsWith('.UpdateItem')) return forward(request, body);
  const key = `${target} ${body}`;
  const known = replies.get(key) ?? forward(request, body);
  replies.set(key, known);
  return known;
}

/** SQS returns the digest of each message, which its client checks. */
function sent(body: string): Reply {
  const { Entries } = v.parse(batch, JSON.parse(body));
  const text = JSON.stringify({
    Successful: Entries.map(({ Id, MessageBody }) => ({
      Id,
      MessageId: Id,
      MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
    })),
  });
  return { status: 200, text };
}

async function forward({ headers }: IncomingMessage, body: string): Promise<Reply> {
  const passed = ['x-amz-target', 'content-type', 'authorization', 'x-amz-date', 'x-amz-security-token'];
  const response = await fetch(UPSTREAM, {
    method: 'POST',
    headers: Object.fromEntries(passed.map((name) => [name, String(headers[name] ?? '')])),
    body,
  });
  return { status: response.status, text: await response.text() };
}
