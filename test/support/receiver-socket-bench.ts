import { afterEach, beforeEach, expect } from 'vitest';
import type { SendResult } from '#shared/domain/ports/webhook-sender.ts';
import { createAddressGuard } from '#shared/network/address-guard.ts';
import { createWebhookSender } from '#shared/webhook/webhook-sender.ts';
import type { ClosableWebhookSender, WebhookSenderOptions } from '#shared/webhook/webhook-sender.ts';
import { startReceiverSocket } from './receiver-socket.ts';
import type { ReceiverSocket } from './receiver-socket.ts';

/** Senders that may speak to loopback; for a file of tests. */
export interface SenderBench {
  makeSender(options?: Partial<WebhookSenderOptions>): ClosableWebhookSender;
  /** Sends `BODY` to a receiver. */
  post(receiver: { readonly url: string }, sender?: ClosableWebhookSender): Promise<SendResult>;
}

export const BODY = Buffer.from('{"id":"1"}');

/** Registers hooks that close every sender after its test and let no test pass that left a rejection unhandled. */
export function useSenderBench(timeouts = { total: 400, connect: 200 }): SenderBench {
  const senders: ClosableWebhookSender[] = [];
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown): void => void unhandled.push(reason);

  beforeEach(() => {
    unhandled.length = 0;
    process.on('unhandledRejection', onUnhandled);
  });
  afterEach(async () => {
    await Promise.all(senders.splice(0).map((sender) => sender.close()));
    process.off('unhandledRejection', onUnhandled);
    expect(unhandled).toEqual([]);
  });

  function makeSender(options: Partial<WebhookSenderOptions> = {}): ClosableWebhookSender {
    const guard = createAddressGuard({ allowedHosts: ['127.0.0.1'] });
    const sender = createWebhookSender({ guard, timeouts, ...options });
    senders.push(sender);
    return sender;
  }

  return {
    makeSender,
    post: ({ url }, sender = makeSender()) =>
      sender.send({ url, headers: { 'content-type': 'application/json' }, body: BODY }),
  };
}

/** A receiver that answers the first bytes of a request with `text` and then does `next`. */
export function answering(
  text: string | Uint8Array,
  next: 'end' | 'stall' | 'reset' = 'end',
): Promise<ReceiverSocket> {
  return startReceiverSocket((socket) => {
    socket.once('data', () => {
      socket.write(text, () => {
        if (next === 'end') socket.end();
        if (next === 'reset') socket.resetAndDestroy();
      });
    });
  });
}

/** A receiver that answers with `head` and then pours `block` as fast as it is taken. */
export async function pouring(
  head: string,
  block: string | Uint8Array,
): Promise<ReceiverSocket & { sent(): number }> {
  let sent = 0;
  const receiver = await startReceiverSocket((socket) => {
    const pour = (): void => {
      do sent += block.length;
      while (!socket.destroyed && socket.write(block));
    };
    socket.once('data', () => {
      socket.write(head);
      socket.on('drain', pour);
      pour();
    });
  });
  return { ...receiver, sent: () => sent };
}

/** A receiver that answers with `head` and then sends `part` every 20 ms. */
export function dripping(head: string, part: string): Promise<ReceiverSocket> {
  return startReceiverSocket((socket) => {
    socket.once('data', () => {
      socket.write(head);
      const drip = setInterval(() => socket.write(part), 20);
      socket.on('close', () => clearInterval(drip));
    });
  });
}
