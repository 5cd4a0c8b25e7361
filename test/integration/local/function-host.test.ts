import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createFunctionHost } from '#local/functions/function-host.ts';
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

/** A host whose invocations take and return values instead of JSON. */
function hostOf(containers: number, ...functions: FunctionDescription[]) {
  const overrides = { OTHER: 'override' };
  const { invoke } = createFunctionHost({ functions, root, overrides, containers, now: () => 1000 });
  return {
    invoke: async (name: string, event: unknown): Promise<unknown> =>
      JSON.parse(await invoke(name, JSON.stringify(event))),
  };
}

describe('function host', () => {
  const host = hostOf(2, described('echo'));

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

  it('rejects when the function throws', async () => {
    await expect(host.invoke('echo', { do: 'throw' })).rejects.toThrow('as asked');
  });

  it('rejects when the function takes longer than the template allows', async () => {
    await expect(host.invoke('echo', { do: 'hang' })).rejects.toThrow('echo timed out after 0.2 s');
  });

  it('rejects a function without a folder at the start, and one without a handler when it is invoked', async () => {
    expect(() => hostOf(1, described('missing'))).toThrow(/contains the function missing/);

    const empty = hostOf(1, described('empty'));
    await expect(empty.invoke('empty', {})).rejects.toThrow(/exports no handler/);
  });

  it('has one container if the settings say so, however many invocations wait for its load', async () => {
    const single = hostOf(1, described('echo'));

    const results = await Promise.all([1, 2, 3].map(() => single.invoke('echo', {})));

    expect(results).toMatchObject([{ calls: 1 }, { calls: 2 }, { calls: 3 }]);
  });

  it('shares no container with another host of the process, which has another environment', async () => {
    const before = hostOf(1, described('echo'));
    await before.invoke('echo', {});
    const other = { ...described('echo'), environment: { GREETING: 'hello from another stack' } };

    expect(await hostOf(1, other).invoke('echo', {})).toMatchObject({
      greeting: 'hello from another stack',
      calls: 1,
    });
  });
});
