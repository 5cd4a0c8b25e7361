import { once } from 'node:events';
import { Agent, request as send } from 'node:http';
import type { Received } from '#scripts/lib/conformance/response-check.ts';

/** A request as it is sent. */
export type WireRequest = {
  readonly method: string;
  /** Path with query; every character is allowed in a request line. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
};

const PATIENCE_MS = 60_000;

/** Sends requests that a well-behaved client would not send and that `fetch` rejects. */
export function createWire(baseUrl: string) {
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true });

  return {
    async send({ method, target, headers, body }: WireRequest): Promise<Received> {
      const bytes = body === undefined ? undefined : Buffer.from(body);
      const length = bytes === undefined ? {} : { 'content-length': String(bytes.length) };
      const options = { hostname, port, agent, method, path: target, headers: { ...headers, ...length } };
      const outgoing = send(options).setTimeout(PATIENCE_MS, () =>
        outgoing.destroy(new Error('No response')),
      );
      // A server that responds before it has read everything closes the connection; the response still counts.
      outgoing.on('error', () => {});
      outgoing.end(bytes);
      const [response] = await once(outgoing, 'response');
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      const received = Object.entries<unknown>(response.headers).map(([name, value]) => [
        name,
        String(value),
      ]);
      return {
        status: response.statusCode,
        headers: Object.fromEntries(received),
        text: text === '' ? undefined : text,
      };
    },
    close: () => agent.destroy(),
  };
}

/** The request as a curl command, to reproduce it. */
export function asCurl(baseUrl: string, { method, target, headers, body }: WireRequest): string {
  const shown = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const data =
    body === undefined ? [] : [`--data-binary ${quote(Buffer.from(body).toString().slice(0, 2000))}`];
  return ['curl -si -X', method, quote(baseUrl + target), ...shown, ...data].join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
