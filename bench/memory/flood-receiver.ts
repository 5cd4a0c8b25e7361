import { createServer } from 'node:http';
import { listen } from '#local/listen.ts';

/**
 * A separate process that responds to every request with a body of 1 GB as fast as the socket accepts it: alternately 200 and
 * 404, with a length and in chunks. Sends its port to its parent and, for each message of the parent, how many bytes it
 * wrote.
 */
const BODY_BYTES = 1024 ** 3;
const block = Buffer.alloc(65_536, 'a');
let requests = 0;
let written = 0;

const server = createServer((request, response) => {
  requests += 1;
  let left = BODY_BYTES;
  const status = requests % 2 === 0 ? 404 : 200;
  response.writeHead(status, requests % 4 < 2 ? { 'content-length': BODY_BYTES } : {});
  const pour = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= block.length;
      written += block.length;
      if (!response.write(block)) return;
    }
    response.end();
  };
  response.on('drain', pour).on('error', () => {});
  request.resume().on('end', pour);
});

process.send?.({ port: await listen(server) });
process.on('message', () => process.send?.({ requests, written }));
