import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { postRequest } from '#shared/webhooks/sending/post-request.ts';
import { startReceiverSocket } from '#test/support/fixtures/webhooks/receiver-socket.ts';

it(
  'rejects at once if the time ended while the socket was connecting, and frees no socket',
  { timeout: 5000 },
  async () => {
    await using receiver = await startReceiverSocket(() => undefined);
    const socket = connect(receiver.port, '127.0.0.1');
    await once(socket, 'connect');
    const ended = new Error('The time has ended');
    const freed: unknown[] = [];
    const sent = postRequest(
      socket,
      new URL(receiver.url),
      { url: receiver.url, headers: {}, body: Buffer.from('{}') },
      { signal: AbortSignal.abort(ended), maxBodyBytes: 10, free: (used) => void freed.push(used) },
    );

    await expect(sent).rejects.toBe(ended);
    expect(socket.destroyed).toBe(true);
    expect(freed).toEqual([]);
  },
);
