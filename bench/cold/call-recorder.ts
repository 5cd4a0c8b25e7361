import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { listen, stopServer } from '#local/listen.ts';
import { type AwsCall, type CallSteps, operationOf, SERVICES, type Service } from './aws-call.ts';

/** The services between a function and the emulators: the AWS calls of a process are recorded, and replayed to another. */
export type CallRecorder = {
  /** The environment of a process, with the URLs of the recorder instead of those of the emulators. */
  environmentOf(environment: Readonly<Record<string, string>>): Record<string, string>;
  /** Forwards all calls during `run`, and returns them with the result. */
  record<T>(run: () => Promise<T>): Promise<{ readonly result: T; readonly steps: CallSteps }>;
  /** Returns the recorded responses during `run`. @throws Error if the calls are not the recorded ones */
  replay<T>(steps: CallSteps, run: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

type Respond = (service: Service, incoming: IncomingMessage) => Promise<AwsCall>;

/** Responses wait this many milliseconds for calls of the same step. */
const STEP_MS = 10;

/** Starts a server for each service. `environment` has the URLs of the emulators. */
export async function startCallRecorder(
  environment: Readonly<Record<string, string>>,
): Promise<CallRecorder> {
  let respond: Respond = async (service) => {
    throw new Error(`a call of ${service} outside of a recording`);
  };
  const servers = await Promise.all(
    SERVICES.map((service) => startServer(async (incoming) => respond(service, incoming))),
  );
  const urls = SERVICES.map((service, index) => ({
    service,
    emulator: String(environment[`AWS_ENDPOINT_URL_${service}`]),
    own: servers[index]?.url ?? '',
  }));
  const emulatorOf = (service: Service) => urls.find((each) => each.service === service)?.emulator ?? '';

  return {
    environmentOf(variables) {
      const replaced = (value: string) =>
        urls.reduce((text, { emulator, own }) => text.replaceAll(emulator, own), value);
      return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, replaced(value)]));
    },

    async record(run) {
      const steps: AwsCall[][] = [];
      let inFlight = 0;
      let step: AwsCall[] = [];
      respond = async (service, incoming) => {
        if (inFlight === 0) steps.push((step = []));
        inFlight += 1;
        try {
          const call = await forward(service, emulatorOf(service), incoming);
          step.push(call);
          await wait(STEP_MS);
          return call;
        } finally {
          inFlight -= 1;
        }
      };
      return { result: await run(), steps };
    },

    async replay(steps, run) {
      const left = steps.flat();
      const unknown: string[] = [];
      respond = async (service, { method = '', headers }) => {
        const operation = operationOf(service, method, headers);
        const index = left.findIndex((call) => call.service === service && call.operation === operation);
        const [call] = index === -1 ? [] : left.splice(index, 1);
        if (call) return call;
        unknown.push(operation);
        throw new Error(`${operation} was not recorded`);
      };
      const result = await run();
      const wrong = [...left.map(({ operation }) => operation), ...unknown];
      if (wrong.length > 0) throw new Error(`The floor made other calls than its function: ${wrong.join()}`);
      return result;
    },

    async stop() {
      await Promise.all(servers.map(async (each) => each.stop()));
    },
  };
}

async function startServer(respond: (incoming: IncomingMessage) => Promise<AwsCall>) {
  const server = createServer((incoming, outgoing) => {
    respond(incoming).then(
      ({ status, headers, response }) => send(outgoing, status, headers, response),
      (error: unknown) => send(outgoing, 500, {}, Buffer.from(String(error))),
    );
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, stop: () => stopServer(server) };
}

function send(outgoing: ServerResponse, status: number, headers: object, body: Buffer): void {
  outgoing.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
}

async function forward(service: Service, emulator: string, incoming: IncomingMessage): Promise<AwsCall> {
  const { method = '', url: path = '', headers } = incoming;
  const body = await buffer(incoming);
  const outgoing = request(emulator + path, { method, headers: { ...headers, connection: 'close' } });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  return {
    service,
    operation: operationOf(service, method, headers),
    path,
    body,
    status: response.statusCode,
    headers: endToEnd(response.headers),
    response: await buffer(response),
  };
}

/** Headers that describe the response and not its connection. */
function endToEnd(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...rest } = headers;
  return rest;
}
