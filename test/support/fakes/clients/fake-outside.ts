import type { Incoming, Outgoing } from '#clients/cli/api/send.ts';
import type { Outside, Output } from '#clients/cli/command/outside.ts';
import { run } from '#clients/cli/command/run.ts';
import { COMMANDS } from '#clients/cli/commands/all.ts';
import type { Keyring } from '#clients/cli/keys/keyring.ts';

export const KEY = 'wsk_FakeKeyOfTheTests0123456789abcdefABCDE';
export const HOST = 'http://127.0.0.1:3000';
export const NOW = new Date('2026-11-28T12:00:00.000Z');

/** Responds to a request, or throws the error of a broken connection. */
export type Responder = (request: Outgoing) => Incoming | Promise<Incoming>;

export type FakeOptions = {
  readonly env?: Readonly<Record<string, string>>;
  /** What another program sends; with `typed`, the input is a terminal instead. */
  readonly input?: string;
  readonly typed?: readonly string[];
  readonly outputIsTerminal?: boolean;
  readonly files?: ReadonlyMap<string, string>;
  readonly keyring?: Keyring;
  readonly send?: Responder;
};

export type FakeOutside = {
  readonly outside: Outside;
  readonly files: Map<string, string>;
  readonly requests: Outgoing[];
  readonly waits: number[];
  readonly opened: string[];
  readonly questions: string[];
  readonly interruption: AbortController;
  output(): string;
  messages(): string;
  /** Everything that a person could see. */
  seen(): string;
};

/** A machine in memory: nothing of it is real, and waiting takes no time. */
export function fakeOutside(args: readonly string[], options: FakeOptions = {}): FakeOutside {
  const { env = {}, input = '', outputIsTerminal = false, keyring, send } = options;
  const files = new Map(options.files);
  const typed = [...(options.typed ?? [])];
  const requests: Outgoing[] = [];
  const waits: number[] = [];
  const opened: string[] = [];
  const questions: string[] = [];
  const interruption = new AbortController();
  let output = '';
  let messages = '';
  let milliseconds = 0;
  const stream = (write: (text: string) => void): Output => ({ isTerminal: outputIsTerminal, write });
  const answer = async (question: string) => {
    questions.push(question);
    return typed.shift() ?? '';
  };
  const outside: Outside = {
    args,
    env,
    home: '/home/ada',
    input: {
      isTerminal: options.typed !== undefined,
      readAll: async () => Buffer.from(input),
      ask: answer,
      askHidden: answer,
    },
    output: stream((text) => (output += text)),
    messages: stream((text) => (messages += text)),
    interrupted: interruption.signal,
    files: {
      read: async (path) => (files.has(path) ? Buffer.from(files.get(path) ?? '', 'latin1') : undefined),
      writePrivately: async (path, text) => void files.set(path, text),
      remove: async (path) => files.delete(path),
    },
    async send(request) {
      requests.push(request);
      if (!send) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      return send(request);
    },
    now: () => new Date(NOW.getTime() + (milliseconds += 1)),
    async wait(duration) {
      waits.push(duration);
      milliseconds += duration;
    },
    random: (bytes) => Buffer.alloc(bytes, 1),
    uuid: () => '00000000-0000-4000-8000-000000000001',
    keyring: async () => keyring,
    openUrl: async (url) => void opened.push(url),
  };
  return {
    outside,
    files,
    requests,
    waits,
    opened,
    questions,
    interruption,
    output: () => output,
    messages: () => messages,
    seen: () => output + messages,
  };
}

/** Runs a command on a fake machine whose environment has a key, unless `env` is given. */
export async function runFake(args: readonly string[], options: FakeOptions = {}) {
  const fake = fakeOutside(args, { env: { WORKSPACE_PLATFORM_KEY: KEY }, ...options });
  const exitCode = await run(COMMANDS, fake.outside);
  return { ...fake, exitCode };
}

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Incoming {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  return { status, headers: { 'content-type': type, ...headers }, body: Buffer.from(JSON.stringify(body)) };
}

/** Responds by method and path; the rest is 404. */
export function respondWith(routes: Readonly<Record<string, unknown>>): Responder {
  return (request) => {
    const { method, url } = request;
    const route = routes[`${method} ${url.pathname}`];
    if (route === undefined) return json({ code: 'route_not_found', detail: `No ${url.pathname}` }, 404);
    return typeof route === 'function' ? route(request) : json(route);
  };
}

export const ME = {
  data: {
    workspace: { id: 'w1', name: 'Shop', timezone: 'UTC' },
    key: { id: 'k1', console: false, expires_at: null, permissions: ['a:b:c'], reserved_permissions: [] },
    member: { id: 'm1', name: 'Ada', role: 'admin' },
  },
};
