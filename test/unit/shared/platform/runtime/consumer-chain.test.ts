import { describe, expect, it } from 'vitest';
import { consumerChain } from '#shared/platform/runtime/consumer-chain.ts';
import type { Middleware } from '#shared/platform/runtime/middleware.ts';
import { systemTimer } from '#shared/platform/runtime/timer.ts';
import { aLambdaContext } from '#test/support/fixtures/platform/http-event.ts';

/** A handler whose requests need more time than its invocation has. */
function createSlowHandler() {
  const finished: string[] = [];
  const handle = async (request: string) => {
    await new Promise<void>((resolve) => void systemTimer(20, resolve));
    finished.push(request);
    return finished.length;
  };
  return { finished, handle };
}

describe('consumerChain', () => {
  it('does not answer a batch past its deadline while its requests are unfinished', async () => {
    const { finished, handle } = createSlowHandler();
    const run = consumerChain(handle, []);
    const expired = aLambdaContext({ getRemainingTimeInMillis: () => 0 });

    // An early answer would start the second invocation while the requests of the first one are at work.
    expect(await run('first', expired)).toBe(1);
    expect(finished).toEqual(['first']);
    expect(await run('second', expired)).toBe(2);
  });

  it('passes what a middleware adds to the context of an invocation on to its handler', async () => {
    type Invocation = ReturnType<typeof aLambdaContext> & { name: string };
    const naming: Middleware<string, string, Invocation> = {
      before({ event, context }) {
        context.name = event;
      },
    };
    const run = consumerChain(async (_event: string, { name }: Invocation) => name, [naming]);
    const contexts = [aLambdaContext(), aLambdaContext()] as const;

    expect(await Promise.all([run('one', contexts[0]), run('two', contexts[1])])).toEqual(['one', 'two']);
  });

  it('fails with the error of the handler', async () => {
    const run = consumerChain(() => Promise.reject(new Error('broken')), []);

    await expect(run('one')).rejects.toThrow('broken');
  });

  it('tells the middlewares of an error in reverse order', async () => {
    const told: string[] = [];
    const named = (name: string): Middleware<string, never> => ({
      async onError({ error }) {
        told.push(`${name}: ${error?.message}`);
        return undefined;
      },
    });
    const run = consumerChain(() => Promise.reject(new Error('broken')), [named('outer'), named('inner')]);

    await expect(run('one')).rejects.toThrow('broken');
    expect(told).toEqual(['inner: broken', 'outer: broken']);
  });
});
