import { createServer } from 'node:http';

/** A separate process that returns 200 for everything. Sends its port to its parent. */
const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200).end());
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
});
