import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { type Counted, startCountedStack } from './counted-stack.ts';
import { createPlatformCalls, type PlatformCalls } from './platform-calls.ts';
import { settled } from './settled.ts';

/** A broadcast of the sandbox from its start to its last receipt. */
export type BroadcastRun = { readonly recipients: number; readonly counted: Counted };

/** Recipients for each request of the other runs: the calls at the start and at the end are then a small share. */
const RECIPIENTS_A_REQUEST = 10;
const WARM_UP = 20;
const POLL_MS = 200;
const PATIENCE_MS = 120_000;

const BROADCASTS = '/api/v1/broadcasts';
const CONTACTS = '/api/v1/salesbot/contacts';
const NUMBERS = '/api/v1/salesbot/phone-numbers';

const createdSchema = v.object({ data: v.object({ id: v.string() }) });
const shownSchema = v.object({
  data: v.object({ progress: v.object({ counts: v.object({ delivered: v.number() }) }), state: v.string() }),
});

/** Sends a broadcast to contacts whose messages are all delivered, and counts the calls of everything that it starts. */
export async function runBroadcast(requests: number, say: (line: string) => void): Promise<BroadcastRun> {
  const recipients = requests * RECIPIENTS_A_REQUEST;
  const stack = await startCountedStack();
  try {
    const api = createPlatformCalls(stack.ready.baseUrl, stack.ready.apiKey);
    const number = await create(api, NUMBERS, { platform: 'sandbox', phone: '+14155550100' });
    await api.call('POST', `${NUMBERS}/${number}/verify`, {});
    await addContacts(api, 'few', WARM_UP);
    await addContacts(api, 'many', recipients);
    await finish(api, await send(api, 'few'), WARM_UP);
    await settled(stack, () => true);

    say(`a broadcast to ${recipients} contacts`);
    const id = await send(api, 'many');
    await finish(api, id, recipients);
    return { recipients, counted: await settled(stack, () => true) };
  } finally {
    await stack.stop();
  }
}

/** Phone numbers that end in 50 to 59: the sandbox delivers to them. */
async function addContacts(api: PlatformCalls, tag: string, count: number): Promise<void> {
  const area = tag === 'few' ? '1202' : '1203';
  for (let index = 0; index < count; index += 1)
    await api.call('POST', CONTACTS, {
      name: 'Ada Moreau',
      phone: `+${area}${5_550_050 + index * 100}`,
      tags: [tag],
    });
}

async function send(api: PlatformCalls, tag: string): Promise<string> {
  const message = {
    type: 'text',
    body: 'Your parcel is on its way. It arrives today between 14:00 and 16:00.',
  };
  const audience = { tags: { any: [tag] } };
  const body = { name: 'Cost', message, sender: 'platform', sending: { platform: 'sandbox' }, audience };
  const id = await create(api, BROADCASTS, body);
  await api.call('POST', `${BROADCASTS}/${id}/send`);
  return id;
}

async function finish(api: PlatformCalls, id: string, recipients: number): Promise<void> {
  for (const giveUp = performance.now() + PATIENCE_MS; ; await wait(POLL_MS)) {
    const { data } = v.parse(shownSchema, await api.call('GET', `${BROADCASTS}/${id}`));
    if (data.state === 'finished' && data.progress.counts.delivered === recipients) return;
    if (performance.now() > giveUp) throw new Error(`The broadcast is ${data.state}`);
  }
}

async function create({ call }: PlatformCalls, path: string, body: unknown): Promise<string> {
  return v.parse(createdSchema, await call('POST', path, body)).data.id;
}
