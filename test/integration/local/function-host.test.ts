import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadFunctions, type FunctionHost } from '#local/functions/function-host.ts';
import type { FunctionDescription } from '#local/template/platform.ts';

const root = fileURLToPath(new URL('functions/', import.meta.url));

function described(operation: string, name = operation): FunctionDescription {
  return {
    name,
    operation,
    environment: { GREETING: `hello ${name}`, OTHER: 'template' },
    timeoutSeconds: 0.2,
    memoryMegabytes: 256,
  };
}

function load(...functions: FunctionDescription[]): Promise<FunctionHost> {
  return loadFunctions({ functions, root, overrides: { OTHER: 'override' }, now: () => 1000 });
}

describe('function host', () => {
  let host: FunctionHost;

  beforeAll(async () => {
    host = await load(described('echo'));
  });

  it('runs two instances in turn, each with its own module', async () => {
    const answers = [];
    for (let turn = 0; turn < 4; turn++) answers.push(await host.invoke('echo', {}));

    expect(answers).toMatchObject([{ calls: 1 }, { calls: 1 }, { calls: 2 }, { calls: 2 }]);
  });

  it('sets the environment of the template only during the load', async () => {
    expect(await host.invoke('echo', {})).toMatchObject({ greeting: 'hello echo' });
    expect(process.env['GREETING']).toBeUndefined();
    expect(process.env['OTHER']).toBeUndefined();
  });

  it('passes a Lambda context', async () => {
    const first = await host.invoke('echo', {});

    expect(first).toMatchObject({
      functionName: 'echo',
      remaining: 200,
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });

  it('passes a copy of the event', async () => {
    const event = { do: 'change' };
    await host.invoke('echo', event);

    expect(event).toEqual({ do: 'change' });
  });

  it('rejects when the function throws', async () => {
    await expect(host.invoke('echo', { do: 'throw' })).rejects.toThrow('as asked');
  });

  it('rejects when the function takes longer than the template allows', async () => {
    await expect(host.invoke('echo', { do: 'hang' })).rejects.toThrow('echo timed out after 0.2 s');
  });

  it('names a function without a folder or a handler', async () => {
    await expect(load(described('missing'))).rejects.toThrow(/contains the function missing/);
    await expect(load(described('empty'))).rejects.toThrow(/exports no handler/);
  });
});
