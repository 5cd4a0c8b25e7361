import { randomBytes } from 'node:crypto';
import { createHandler as createDeleteEndpointHandler } from '#functions/webhooks/delete-endpoint/handler.ts';
import { operation as deleteEndpoint } from '#functions/webhooks/delete-endpoint/operation.ts';
import { createHandler as createEnableEndpointHandler } from '#functions/webhooks/enable-endpoint/handler.ts';
import { operation as enableEndpoint } from '#functions/webhooks/enable-endpoint/operation.ts';
import { createHandler as createGetRecoveryHandler } from '#functions/webhooks/get-recovery/handler.ts';
import { operation as getRecovery } from '#functions/webhooks/get-recovery/operation.ts';
import { createHandler as createListWorkspaceDeliveriesHandler } from '#functions/webhooks/list-workspace-deliveries/handler.ts';
import { operation as listWorkspaceDeliveries } from '#functions/webhooks/list-workspace-deliveries/operation.ts';
import { createHandler as createPauseEndpointHandler } from '#functions/webhooks/pause-endpoint/handler.ts';
import { operation as pauseEndpoint } from '#functions/webhooks/pause-endpoint/operation.ts';
import { createHandler as createPreviewEndpointHandler } from '#functions/webhooks/preview-endpoint/handler.ts';
import { operation as previewEndpoint } from '#functions/webhooks/preview-endpoint/operation.ts';
import { createHandler as createRecoverEndpointHandler } from '#functions/webhooks/recover-endpoint/handler.ts';
import { operation as recoverEndpoint } from '#functions/webhooks/recover-endpoint/operation.ts';
import { createHandler as createResendDeliveryHandler } from '#functions/webhooks/resend-delivery/handler.ts';
import { operation as resendDelivery } from '#functions/webhooks/resend-delivery/operation.ts';
import { createHandler as createRotateSecretHandler } from '#functions/webhooks/rotate-secret/handler.ts';
import { operation as rotateSecret } from '#functions/webhooks/rotate-secret/operation.ts';
import { createHandler as createSendTestEventHandler } from '#functions/webhooks/send-test-event/handler.ts';
import { operation as sendTestEvent } from '#functions/webhooks/send-test-event/operation.ts';
import { createHandler as createTakeOverEndpointHandler } from '#functions/webhooks/take-over-endpoint/handler.ts';
import { operation as takeOverEndpoint } from '#functions/webhooks/take-over-endpoint/operation.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { TargetGuard } from '#shared/platform/core/target-guard.ts';
import { httpFunction, type HttpServices } from '#shared/platform/http/http-function.ts';
import type { TargetProbe } from '#shared/webhooks/ports/target-probe.ts';
import type { MemoryBench } from '#test/support/fixtures/platform/platform-fixture.ts';

type Parts = {
  readonly bench: MemoryBench;
  readonly services: HttpServices;
  readonly secrets: SecretBox;
  readonly guard: TargetGuard;
  readonly probe: TargetProbe;
};

/** What can be done to an endpoint and its deliveries, over memory fakes and with the memories their functions have. */
export function webhookFunctions({ bench, services, secrets, guard, probe }: Parts) {
  const answering = { ...services, idempotency: { store: bench.responses } };
  const telling = { ...services, idempotency: { store: bench.responses, secrets } };
  const edits = { ...bench, guard };
  return {
    'enable-endpoint': httpFunction(enableEndpoint, createEnableEndpointHandler(edits), answering),
    'pause-endpoint': httpFunction(pauseEndpoint, createPauseEndpointHandler(edits), answering),
    'take-over-endpoint': httpFunction(takeOverEndpoint, createTakeOverEndpointHandler(edits), answering),
    'delete-endpoint': httpFunction(deleteEndpoint, createDeleteEndpointHandler(bench), services),
    'rotate-secret': httpFunction(
      rotateSecret,
      createRotateSecretHandler({ ...bench, secrets, randomBytes }),
      telling,
    ),
    'send-test-event': httpFunction(sendTestEvent, createSendTestEventHandler(bench), answering),
    'resend-delivery': httpFunction(resendDelivery, createResendDeliveryHandler(bench), answering),
    'recover-endpoint': httpFunction(
      recoverEndpoint,
      createRecoverEndpointHandler({ ...bench, clock: services.clock }),
      answering,
    ),
    'get-recovery': httpFunction(getRecovery, createGetRecoveryHandler(bench), services),
    'list-workspace-deliveries': httpFunction(
      listWorkspaceDeliveries,
      createListWorkspaceDeliveriesHandler(bench),
      services,
    ),
    'preview-endpoint': httpFunction(
      previewEndpoint,
      createPreviewEndpointHandler({ guard, probe, randomBytes }),
      telling,
    ),
  };
}
