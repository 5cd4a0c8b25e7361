import { createServer } from 'node:http';
import { listen } from '#local/listen.ts';

/** A separate process that returns 200 for everything. Sends its port to its parent. */
const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200).end());
});

process.send?.({ port: await listen(server) });
