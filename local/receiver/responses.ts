import { setTimeout as wait } from 'node:timers/promises';
import type { RequestContext } from './receiver-server.ts';
import type { ResponseOutcome } from './request-log.ts';

/** A delivery with the means to respond to it. */
export type Play = RequestContext & {
  readonly outcome: ResponseOutcome;
  /** Whether the delivery verifies with the selected secrets. */
  readonly isVerified: () => boolean;
};

type Headers = Readonly<Record<string, string>>;

/** Statuses without a response body (RFC 9110, 15.3.5 and 15.4.5). */
const BODILESS = [204, 205, 304];

/** Sends a regular response. */
export function reply(
  { response, outcome }: Play,
  status: number,
  text: string,
  headers: Headers = {},
): void {
  outcome.status = status;
  response.writeHead(status, { 'content-type': 'text/plain', ...headers });
  response.end(BODILESS.includes(status) ? undefined : `${text}\n`);
}

/** Responds after a delay, unless the client has disconnected. */
export async function replyLate(play: Play, seconds: number): Promise<void> {
  await wait(seconds * 1000, undefined, { signal: play.signal });
  reply(play, 200, `thank you, after ${seconds} s`);
}

/** Closes the connection with a TCP reset, like a crashed server. */
export function reset({ response }: Play): void {
  response.socket?.resetAndDestroy();
}

/** Responds with bytes that are not HTTP. */
export function sendGarbage({ response }: Play): void {
  response.socket?.write('\u0007 220 mail.example.com ESMTP, this is not HTTP\r\n\r\n');
  response.socket?.destroySoon();
}

/** Sends a valid response byte by byte: a client without a total timeout waits for minutes. */
export async function drip({ response, signal }: Play, secondsPerByte: number): Promise<void> {
  for (const byte of Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok')) {
    response.socket?.write(Buffer.of(byte));
    await wait(secondsPerByte * 1000, undefined, { signal });
  }
  response.socket?.destroySoon();
}

/** Announces a body, sends a part of it and closes the connection. */
export function truncate({ response, outcome }: Play, status: number): void {
  outcome.status = status;
  response.writeHead(status, { 'content-length': '100' });
  response.write('cut o', () => response.socket?.destroy());
}
