import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** One answer of S3, or a word for what happens instead of one. */
export type S3Answer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'reset'
  | 'silence'
  | 'half a body';

/** An S3 that gives these answers, one to each request; it ignores signatures. */
export async function startS3Double(answers: readonly S3Answer[]) {
  const requests: {
    readonly method: string;
    readonly url: URL;
    readonly headers: IncomingMessage['headers'];
  }[] = [];
  const server = createServer((request, response) => {
    const { method = '', headers } = request;
    const answer = answers[requests.length] ?? { status: 500 };
    requests.push({ method, url: new URL(request.url ?? '/', 'http://127.0.0.1'), headers });
    give(answer, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return {
    address: `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`,
    requests,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

function give(answer: S3Answer, response: ServerResponse): void {
  if (answer === 'silence') return;
  if (answer === 'reset') return void response.destroy();
  if (answer === 'half a body') {
    response.writeHead(200, { 'content-length': '10' }).write('half');
    setImmediate(() => response.destroy());
    return;
  }
  response.writeHead(answer.status, answer.headers).end(answer.body);
}
