import { startHttpPart, type HttpPart } from '#local/http-part.ts';
import { jsonPart } from '#local/json-part.ts';

type InvokedFunctions = {
  knows(functionName: string): boolean;
  invoke(functionName: string, event: unknown): Promise<unknown>;
};

/**
 * `Invoke` of the Lambda API, to run a function with a sample event, without its route or queue. An error is returned as in
 * Lambda: status 200 with `x-amz-function-error`.
 */
export function startLambdaApi(host: InvokedFunctions): Promise<HttpPart> {
  return startHttpPart({
    port: 0,
    handle: async ({ method, url, body }) => {
      const name = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(url.pathname)?.[1];
      if (method !== 'POST' || name === undefined || !host.knows(name))
        return jsonPart(
          404,
          { Message: 'There is no such function.' },
          { 'x-amzn-errortype': 'ResourceNotFoundException' },
        );
      const event = parseEvent(body);
      if (event === undefined)
        return jsonPart(
          400,
          { Message: 'The event is not JSON.' },
          { 'x-amzn-errortype': 'InvalidRequestContentException' },
        );
      try {
        return jsonPart(200, (await host.invoke(name, event.value)) ?? null);
      } catch (error) {
        const isError = error instanceof Error;
        return jsonPart(
          200,
          {
            errorType: isError ? error.name : 'Error',
            errorMessage: isError ? error.message : String(error),
          },
          { 'x-amz-function-error': 'Unhandled' },
        );
      }
    },
  });
}

function parseEvent(body: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: body.length === 0 ? {} : JSON.parse(body.toString('utf8')) };
  } catch {
    return undefined;
  }
}
