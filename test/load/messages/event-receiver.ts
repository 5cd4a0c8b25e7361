import { createServer } from 'node:http';
import * as v from 'valibot';
import { isSigned } from '#bench/load/check-request.ts';

/** An event about a message or a broadcast, as the receiver got it, with the ID of the one that it is about. */
export type ReceivedEvent = { readonly id: string; readonly event: string; readonly aboutId: string };

const named = v.object({ id: v.string() });

const bodySchema = v.object({
  id: v.string(),
  event: v.string(),
  data: v.union([v.object({ message: named }), v.object({ broadcast: named })]),
});

/** A receiver of webhooks that accepts every delivery. Deliveries of one event are one event. */
export async function startEventReceiver() {
  const events = new Map<string, ReceivedEvent>();
  const settings = { secret: '' };
  let wrongSignatures = 0;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    // The sender can be killed within its request.
    request.once('error', () => response.destroy());
    request.once('end', () => {
      const body = Buffer.concat(chunks);
      const { method, headers } = request;
      if (!isSigned({ method, headers, body }, settings.secret)) wrongSignatures += 1;
      const { id, event, data } = v.parse(bodySchema, JSON.parse(body.toString()));
      const { id: aboutId } = 'message' in data ? data.message : data.broadcast;
      events.set(id, { id, event, aboutId });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/events`,
    settings,
    events: events as ReadonlyMap<string, ReceivedEvent>,
    wrongSignatures: () => wrongSignatures,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
