import { describe, expect, it } from 'vitest';
import { createDnsTxtResolver } from '#shared/biolinks/adapters/dns-txt-resolver.ts';
import {
  type NameServerRecords,
  startNameServer,
} from '#test/support/fixtures/webhooks/receiver-socket-dns.ts';

const TXT = 16;

/** A text record in the format of the DNS: each part after its length. */
function text(...parts: readonly string[]): number[] {
  return parts.flatMap((part) => [part.length, ...Buffer.from(part)]);
}

async function ask(records: NameServerRecords, name: string) {
  await using server = await startNameServer(records);
  // Awaited here: the server lives until the end of this function.
  return await createDnsTxtResolver([server.server]).resolve(name);
}

describe('createDnsTxtResolver', () => {
  it('returns every text of a name, with the parts of each joined', async () => {
    const records = { [`_x.example.com/${TXT}`]: [text('one'), text('two ', 'halves')] };

    expect(await ask(records, '_x.example.com')).toEqual({
      kind: 'resolved',
      texts: ['one', 'two halves'],
    });
  });

  it('returns no text for a name that does not exist, or has only other records', async () => {
    const records = { 'other.example.com/1': [[192, 0, 2, 1]] };

    expect(await ask(records, '_x.example.com')).toEqual({ kind: 'resolved', texts: [] });
    expect(await ask(records, 'other.example.com')).toEqual({ kind: 'resolved', texts: [] });
  });

  it('stops at unresponsive name servers, however many there are', async () => {
    const silent = { [`_x.example.com/${TXT}`]: null };
    await using one = await startNameServer(silent);
    await using two = await startNameServer(silent);
    await using three = await startNameServer(silent);
    const started = performance.now();
    const servers = [one, two, three].map(({ server }) => server);
    const resolver = createDnsTxtResolver(servers, { tryMs: 1000, deadlineMs: 1000 });

    expect(await resolver.resolve('_x.example.com')).toEqual({ kind: 'unreachable' });
    // Without the deadline: two tries of a second at each of three servers.
    expect(performance.now() - started).toBeLessThan(4000);
  });

  it('does not throw for an invalid name', async () => {
    expect(await ask({}, `${'a'.repeat(64)}.example.com`)).toMatchObject({ kind: expect.any(String) });
  });
});
