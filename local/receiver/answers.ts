import { setTimeout as wait } from 'node:timers/promises';
import type { RequestContext } from './receiver-server.ts';
import type { AnswerGiven } from './request-log.ts';

/** A delivery that is being answered. */
export type Play = RequestContext & {
  readonly answer: AnswerGiven;
  /** Whether the delivery verifies with the secrets it is to be verified with. */
  readonly isVerified: () => boolean;
};

type Headers = Readonly<Record<string, string>>;

/** Statuses that come without a body (RFC 9110, 15.3.5 and 15.4.5). */
const BODILESS = [204, 205, 304];

/** A decent answer. */
export function reply({ response, answer }: Play, status: number, text: string, headers: Headers = {}): void {
  answer.status = status;
  response.writeHead(status, { 'content-type': 'text/plain', ...headers });
  response.end(BODILESS.includes(status) ? undefined : `${text}\n`);
}

/** Answers after a while, unless the client is gone by then. */
export async function replyLate(play: Play, seconds: number): Promise<void> {
  await wait(seconds * 1000, undefined, { signal: play.signal });
  reply(play, 200, `thank you, after ${seconds} s`);
}

/** Ends the connection with a TCP reset, as a crashed server does. */
export function reset({ response }: Play): void {
  response.socket?.resetAndDestroy();
}

/** Answers with bytes that are no HTTP. */
export function talkNonsense({ response }: Play): void {
  response.socket?.write('\u0007 220 mail.example.com ESMTP, this is no HTTP\r\n\r\n');
  response.socket?.destroySoon();
}

/** Sends a decent answer byte by byte: a client without a limit for the whole request waits for minutes. */
export async function drip({ response, signal }: Play, secondsPerByte: number): Promise<void> {
  for (const byte of Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok')) {
    response.socket?.write(Buffer.of(byte));
    await wait(secondsPerByte * 1000, undefined, { signal });
  }
  response.socket?.destroySoon();
}

/** Promises a body, sends a part of it and ends the connection. */
export function truncate({ response, answer }: Play, status: number): void {
  answer.status = status;
  response.writeHead(status, { 'content-length': '100' });
  response.write('cut o', () => response.socket?.destroy());
}
