import { createLinkedIn } from '#local/networks/linkedin.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { createAuthorisationServers } from '#shared/publishing/networks/authorisation-servers.ts';

const ORIGIN = 'https://network.example.com';

/** The authorisation servers of the platform, which talk to a network in the same process. Its app accepts every callback address. */
export function createMemoryLinkedIn(clock: Clock) {
  const network = createLinkedIn(clock, {
    clientId: 'linkedin-app-1',
    clientSecret: 'linkedin-secret-a1b2c3d4',
    registers: () => true,
  });
  const send: typeof fetch = async (...request) => {
    const sent = new Request(...request);
    const { status, json } = network.deal({
      method: 'POST',
      url: new URL(sent.url),
      headers: Object.fromEntries(sent.headers),
      body: Buffer.from(await sent.arrayBuffer()),
    });
    return Response.json(json, { status });
  };
  return {
    network,
    servers: createAuthorisationServers({ fetch: send, clock, origins: [`linkedin=${ORIGIN}`] }),

    /** Opens an authorisation URL as the member does; returns the query of the callback. */
    authorise(url: string): URLSearchParams {
      const { headers = {} } = network.deal({
        method: 'GET',
        url: new URL(url),
        headers: {},
        body: Buffer.from(''),
      });
      return new URL(headers['location'] ?? '').searchParams;
    },
  };
}
