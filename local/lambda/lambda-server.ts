import { startHttpPart, type HttpPart, type PartAnswer } from '#local/http-part.ts';

const INVOCATION = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/u;

/**
 * `Invoke` of the Lambda API: runs one function with a given event, for `npm run invoke` and for any AWS client. A function
 * that throws answers 200 with `X-Amz-Function-Error`, as in the cloud.
 */
export function startLambdaServer(options: {
  readonly invoke: (functionName: string, event: unknown) => Promise<unknown>;
}): Promise<HttpPart> {
  return startHttpPart({
    port: 0,
    handle: async ({ method, url, body }) => {
      const name = INVOCATION.exec(url.pathname)?.[1];
      if (method !== 'POST' || name === undefined) return json(404, { Message: 'Only Invoke is known here' });
      const event = readEvent(body);
      if (event === undefined) return json(400, { Message: 'The event is not JSON' });
      try {
        return json(200, (await options.invoke(decodeURIComponent(name), event.value)) ?? null);
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error));
        const answer = json(200, { errorType: failure.name, errorMessage: failure.message });
        return { ...answer, headers: { ...answer.headers, 'x-amz-function-error': 'Unhandled' } };
      }
    },
  });
}

function json(status: number, value: unknown): Exclude<PartAnswer, 'hang'> {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

function readEvent(body: Buffer): { value: unknown } | undefined {
  try {
    return { value: body.length === 0 ? {} : JSON.parse(body.toString()) };
  } catch {
    return undefined;
  }
}
