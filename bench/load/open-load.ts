import { seededBehaviour } from './behaviour.ts';
import type { LoadOptions } from './load-options.ts';
import { type LoadReceiver, startLoadReceiver } from './load-receiver.ts';
import { type LoadStack, startLoadStack } from './load-stack.ts';
import { createPlatformClient, type PlatformClient } from './platform-client.ts';
import { warmUp } from './warm-up.ts';

/** A new stack that has delivered events to another endpoint before, with enabled endpoints, and their receiver. */
export type OpenLoad = {
  readonly receiver: LoadReceiver;
  readonly stack: LoadStack;
  readonly client: PlatformClient;
  /** Endpoint ids by endpoint number. */
  readonly endpointIds: readonly string[];
  close(options?: { readonly keep: boolean }): Promise<void>;
};

export async function openLoad(options: LoadOptions): Promise<OpenLoad> {
  const receiver = await startLoadReceiver(seededBehaviour(options));
  const stack = await startLoadStack(options.retryDelays).catch(async (error: unknown) => {
    await receiver.close();
    throw error;
  });
  async function close(how?: { readonly keep: boolean }): Promise<void> {
    await stack.stop(how);
    await receiver.close();
  }
  try {
    const client = createPlatformClient(stack);
    await warmUp(client);
    const endpointIds: string[] = [];
    for (let number = 0; number < options.endpoints; number += 1) {
      const created = await client.createEnabledEndpoint(`Load ${number}`, receiver.urlOf(number));
      receiver.secrets.set(number, created.secret);
      endpointIds.push(created.id);
    }
    return { receiver, stack, client, endpointIds, close };
  } catch (error) {
    await close();
    throw error;
  }
}
