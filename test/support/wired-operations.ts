import { randomBytes, randomInt } from 'node:crypto';
import { createCreateEndpointHandler } from '#functions/create-endpoint/handler.ts';
import { operation as createEndpoint } from '#functions/create-endpoint/operation.ts';
import { createIngestEventHandler } from '#functions/ingest-event/handler.ts';
import { operation as ingestEvent } from '#functions/ingest-event/operation.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { generateApiKey, hashApiKey } from '#shared/runtime/api-key.ts';
import { createKmsSecretBox } from '#shared/runtime/kms-secret-box.ts';
import { createAddressGuard } from '#shared/network/address-guard.ts';
import { aContext, aFounding } from './builders.ts';
import { conformingOne } from './conformance.ts';
import { aLambdaContext, anHttpEvent, type HttpAnswer, readAnswer } from './http-event.ts';
import { type LocalCloud, SECRET_KEY } from './local-cloud.ts';
import { createRecordingLog } from './recording-log.ts';

type Request = { readonly json: unknown; readonly key: string; readonly idempotencyKey?: string };

/**
 * Operations over HTTP events, each wired as its `index.ts` wires it to the services of a local cloud. Every request meets
 * an instance with a memory of its own, as in a new container.
 */
export function wireOperations({ clients, clock, stores }: LocalCloud) {
  const { endpoints, events, workspaces, answers, broadcasts } = stores;
  const services = { clock, log: createRecordingLog(), keys: stores.apiKeys };
  const resolve = async () => [{ address: '93.184.215.14', family: 4 } as const];
  const guard = createAddressGuard({ allowedHosts: [], resolve });

  async function call(
    { name, routes: [{ path }] }: { name: string; routes: readonly [{ path: string }] },
    wired: ReturnType<typeof httpFunction>,
    request: Request,
  ): Promise<HttpAnswer> {
    const headers = {
      authorization: `Bearer ${request.key}`,
      ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
    };
    const event = anHttpEvent({ method: 'POST', path, json: request.json, headers });
    return readAnswer(await conformingOne(name, wired)(event, aLambdaContext()));
  }

  return {
    createEndpoint(request: Request): Promise<HttpAnswer> {
      const secrets = createKmsSecretBox(clients.kms, SECRET_KEY, clock);
      const handler = createCreateEndpointHandler({ endpoints, workspaces, secrets, guard, randomBytes });
      const wired = httpFunction(createEndpoint, handler, { ...services, memory: { answers, secrets } });
      return call(createEndpoint, wired, request);
    },

    ingestEvent(request: Request): Promise<HttpAnswer> {
      const handler = createIngestEventHandler({ events, endpoints, broadcasts });
      const wired = httpFunction(ingestEvent, handler, { ...services, memory: { answers } });
      return call(ingestEvent, wired, request);
    },
  };
}

/** A workspace with an admin and the text of a key that may do everything with webhooks. */
export async function foundWithKey({ stores }: Pick<LocalCloud, 'stores'>) {
  const founding = aFounding();
  const key = generateApiKey((below) => randomInt(below));
  const permissions = [
    'publishing:webhooks:subscribe',
    'salesbot:webhooks:subscribe',
    'salesbot:events:write',
  ] as const;
  const keys = [{ ...founding.key, hash: hashApiKey(key), permissions }];
  await stores.workspaces.create({ ...founding, keys }, aContext().change);
  const { admin, workspace } = founding;
  const owned = { workspaceId: workspace.id, responsibleMember: { id: admin.id, name: admin.name } };
  return { key, workspaceId: workspace.id, owned };
}
