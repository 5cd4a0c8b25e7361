import { createServer } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import {
  checkHeaders,
  HEADER_LIMITS,
  type RequestHeader,
  withRequestHeaders,
} from '#shared/webhooks/domain/request-headers.ts';
import { createWebhookSender } from '#shared/webhooks/sending/webhook-sender.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { listen } from '#test/support/fixtures/webhooks/receiver-socket.ts';

const PLATFORM = { 'content-type': 'application/json', 'webhook-id': 'e' };
const FROM_NODE: ReadonlySet<string> = new Set(['host', 'connection', 'content-length']);
const TOKEN = Array.from("!#$%&'*+-.^_`|~0123456789abcXYZ");

const hostileNames = fc.constantFrom(
  '__proto__',
  'constructor',
  'Host',
  'content_length',
  'Transfer-Encoding',
  'a\r\nb',
  'a:',
  '',
  'toString',
);
const names = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom(...TOKEN), minLength: 1, maxLength: 70 }) },
  { weight: 1, arbitrary: fc.nat(99).map(String) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: hostileNames },
);
const values = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 200 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', 'a\r\nX: b', 'a\tb', '\ta', 'a\0', 'ÿ') },
);
const entries = fc.array(fc.tuple(names, values), { maxLength: HEADER_LIMITS.count + 1 });

/** A receiver that keeps the headers as they arrived, and a sender that may reach it. */
async function startReceiver() {
  const received: string[][] = [];
  const server = createServer((request, response) => {
    received.push(request.rawHeaders);
    request.resume().on('end', () => response.end());
  });
  const socket = await listen(server, 'http');
  const sender = createWebhookSender({ guard: createAddressGuard({ allowedHosts: ['127.0.0.1'] }) });
  return {
    async send(headers: Readonly<Record<string, string>>) {
      const { outcome } = await sender.send({ url: socket.url, headers, body: Buffer.from('{}') });
      return { outcome, raw: received.pop() ?? [] };
    },
    async close() {
      await sender.close();
      await socket[Symbol.asyncDispose]();
    },
  };
}

function pairs(raw: readonly string[]): RequestHeader[] {
  return Array.from(
    { length: raw.length / 2 },
    (_, at) => [raw[2 * at] ?? '', raw[2 * at + 1] ?? ''] as const,
  );
}

const inOrder = (a: string, b: string) => (a < b ? -1 : 1);
const lineOf = ([name, value]: RequestHeader) => `${name}: ${value}`;

describe('headers of an endpoint', () => {
  const receiver = forAllTests(startReceiver, 'close');

  it('that are accepted arrive exactly, beside those of the platform', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(entries, async (list) => {
        const { headers, problems } = checkHeaders(Object.fromEntries(list));
        fc.pre(problems.length === 0);
        accepted += 1;
        const { outcome, raw } = await receiver.send(withRequestHeaders(PLATFORM, headers));
        const arrived = pairs(raw).filter(([name]) => !FROM_NODE.has(name));

        expect(outcome).toBe('success');
        expect(arrived.map(lineOf).toSorted(inOrder)).toEqual(
          [...Object.entries(PLATFORM), ...headers].map(lineOf).toSorted(inOrder),
        );
      }),
      { numRuns: runs(400) },
    );
    expect(accepted).toBeGreaterThan(40);
  });

  it('that are accepted keep the order of the request', () => {
    fc.assert(
      fc.property(fc.uniqueArray(names, { minLength: 2, maxLength: HEADER_LIMITS.count }), (list) => {
        const body: Record<string, unknown> = JSON.parse(
          `{${list.map((name) => `${JSON.stringify(name)}:"v"`).join(',')}}`,
        );
        const { headers, problems } = checkHeaders(body);
        fc.pre(problems.length === 0);

        expect(headers.map(([name]) => name)).toEqual(list);
      }),
      { numRuns: runs(400) },
    );
  });

  it('never add or replace anything else, whatever is stored', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (stored) => {
        const { outcome, raw } = await receiver.send(withRequestHeaders(PLATFORM, stored));
        const own = new Set(stored.map(lineOf));
        const others = pairs(raw).filter((header) => !own.has(lineOf(header)));

        expect(outcome).toBe('success');
        expect(others.filter(([name]) => !FROM_NODE.has(name))).toEqual(Object.entries(PLATFORM));
        expect(others.filter(([name]) => FROM_NODE.has(name)).map(([name]) => name)).toEqual([...FROM_NODE]);
      }),
      { numRuns: runs(400) },
    );
  });
});
