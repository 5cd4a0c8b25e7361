import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFunctionHost } from '#local/functions/function-host.ts';
import { startLambdaApi } from '#local/functions/lambda-api.ts';
import type { HttpPart } from '#local/http-part.ts';

describe('Lambda API', () => {
  let api: HttpPart;

  beforeAll(async () => {
    const echo = {
      name: 'echo',
      operation: 'echo',
      environment: {},
      timeoutSeconds: 1,
      memoryMegabytes: 256,
    };
    const root = fileURLToPath(new URL('functions/', import.meta.url));
    const host = createFunctionHost({ functions: [echo], root, overrides: {}, containers: 1, now: Date.now });
    api = await startLambdaApi({
      knows: (name) => name === 'echo',
      invoke: async (name, event) => JSON.parse(await host.invoke(name, JSON.stringify(event))),
    });
  });
  afterAll(() => api.stop());

  function invoke(name: string, body: string): Promise<Response> {
    return fetch(`${api.address}/2015-03-31/functions/${name}/invocations`, { method: 'POST', body });
  }

  it('returns the result of the function', async () => {
    const response = await invoke('echo', '{}');

    expect(response.headers.has('x-amz-function-error')).toBe(false);
    expect(await response.json()).toMatchObject({ functionName: 'echo' });
  });

  it('marks an error of the function', async () => {
    const response = await invoke('echo', '{"do":"throw"}');

    expect(response.status).toBe(200);
    expect(response.headers.get('x-amz-function-error')).toBe('Unhandled');
    expect(await response.json()).toEqual({ errorType: 'Error', errorMessage: 'as asked' });
  });

  it('rejects an unknown function and an event that is not JSON', async () => {
    expect((await invoke('nobody', '{}')).status).toBe(404);
    expect((await invoke('echo', '{')).status).toBe(400);
  });
});
