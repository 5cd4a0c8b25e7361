import { describe, expect, it } from 'vitest';
import { createSandboxSender } from '#shared/messaging/adapters/sandbox-sender.ts';
import type { SandboxReceipt } from '#shared/messaging/domain/receipts/sandbox-receipt.ts';
import { anOutgoingMessage } from '#test/support/builders/messaging/message-builders.ts';
import { aPhoneNumber } from '#test/support/builders/messaging/phone-number-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';

async function sendTo(to: string, attempts = 1) {
  const reports: [SandboxReceipt, number][] = [];
  const report = async (...args: [SandboxReceipt, number]) => void reports.push(args);
  const sender = createSandboxSender({ report, stage: 'test', clock: () => NOW });
  const message = anOutgoingMessage(undefined, { attempts });
  const from = aPhoneNumber({ platform: 'sandbox' });
  const result = await sender.send({ message, from, to, file: null });
  return { message, kind: result.kind, reports: reports.map(([{ status }, delay]) => [status, delay]) };
}

describe('the sandbox', () => {
  it.each([
    ['01', 'rejected', []],
    ['02', 'accepted', []],
    ['04', 'unknown', []],
    ['05', 'accepted', [['delivered', 60]]],
    ['06', 'accepted', [['failed', 0]]],
    ['07', 'unknown', [['delivered', 0]]],
    ['08', 'accepted', [['delivered', 0]]],
    ['43', 'accepted', [['delivered', 0]]],
  ])(
    'answers a message to a number that ends with %s by %s, and reports %j',
    async (digits, kind, reports) => {
      expect(await sendTo(`+120255501${digits}`)).toMatchObject({ kind, reports });
    },
  );

  it('defers a message to a number that ends with 03 once', async () => {
    expect(await sendTo('+12025550103', 1)).toMatchObject({ kind: 'deferred', reports: [] });
    expect(await sendTo('+12025550103', 2)).toMatchObject({ kind: 'accepted', reports: [['delivered', 0]] });
  });
});
