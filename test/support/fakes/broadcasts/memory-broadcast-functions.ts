import { createHandler as createApproveBroadcastHandler } from '#functions/broadcasts/approve-broadcast/handler.ts';
import { operation as approveBroadcast } from '#functions/broadcasts/approve-broadcast/operation.ts';
import { createHandler as createCancelBroadcastHandler } from '#functions/broadcasts/cancel-broadcast/handler.ts';
import { operation as cancelBroadcast } from '#functions/broadcasts/cancel-broadcast/operation.ts';
import { createHandler as createCreateBroadcastHandler } from '#functions/broadcasts/create-broadcast/handler.ts';
import { operation as createBroadcast } from '#functions/broadcasts/create-broadcast/operation.ts';
import { createHandler as createDeleteBroadcastHandler } from '#functions/broadcasts/delete-broadcast/handler.ts';
import { operation as deleteBroadcast } from '#functions/broadcasts/delete-broadcast/operation.ts';
import { createHandler as createGetBroadcastHandler } from '#functions/broadcasts/get-broadcast/handler.ts';
import { operation as getBroadcast } from '#functions/broadcasts/get-broadcast/operation.ts';
import { createHandler as createListBroadcastsHandler } from '#functions/broadcasts/list-broadcasts/handler.ts';
import { operation as listBroadcasts } from '#functions/broadcasts/list-broadcasts/operation.ts';
import { createHandler as createReportBroadcastHandler } from '#functions/broadcasts/report-broadcast/handler.ts';
import { operation as reportBroadcast } from '#functions/broadcasts/report-broadcast/operation.ts';
import { createHandler as createRevokeApprovalHandler } from '#functions/broadcasts/revoke-approval/handler.ts';
import { operation as revokeApproval } from '#functions/broadcasts/revoke-approval/operation.ts';
import { createHandler as createScheduleBroadcastHandler } from '#functions/broadcasts/schedule-broadcast/handler.ts';
import { operation as scheduleBroadcast } from '#functions/broadcasts/schedule-broadcast/operation.ts';
import { createHandler as createSendBroadcastHandler } from '#functions/broadcasts/send-broadcast/handler.ts';
import { operation as sendBroadcast } from '#functions/broadcasts/send-broadcast/operation.ts';
import { createHandler as createUnscheduleBroadcastHandler } from '#functions/broadcasts/unschedule-broadcast/handler.ts';
import { operation as unscheduleBroadcast } from '#functions/broadcasts/unschedule-broadcast/operation.ts';
import { createHandler as createUpdateBroadcastHandler } from '#functions/broadcasts/update-broadcast/handler.ts';
import { operation as updateBroadcast } from '#functions/broadcasts/update-broadcast/operation.ts';
import { httpFunction, type HttpServices } from '#shared/platform/http/http-function.ts';
import type { PlatformFixture } from '#test/support/fixtures/platform/platform-fixture.ts';

type Parts = {
  readonly bench: Pick<PlatformFixture, 'broadcasts' | 'endpoints' | 'responses'>;
  readonly services: HttpServices;
};

/** The operations on broadcasts over the stores of a bench. */
export function broadcastFunctions({ bench, services }: Parts) {
  const posting = { ...services, idempotency: { store: bench.responses } };
  return {
    'create-broadcast': httpFunction(createBroadcast, createCreateBroadcastHandler(bench), posting),
    'list-broadcasts': httpFunction(listBroadcasts, createListBroadcastsHandler(bench), services),
    'get-broadcast': httpFunction(getBroadcast, createGetBroadcastHandler(bench), services),
    'update-broadcast': httpFunction(updateBroadcast, createUpdateBroadcastHandler(bench), services),
    'delete-broadcast': httpFunction(deleteBroadcast, createDeleteBroadcastHandler(bench), services),
    'schedule-broadcast': httpFunction(scheduleBroadcast, createScheduleBroadcastHandler(bench), posting),
    'unschedule-broadcast': httpFunction(
      unscheduleBroadcast,
      createUnscheduleBroadcastHandler(bench),
      posting,
    ),
    'send-broadcast': httpFunction(sendBroadcast, createSendBroadcastHandler(bench), posting),
    'cancel-broadcast': httpFunction(cancelBroadcast, createCancelBroadcastHandler(bench), posting),
    'report-broadcast': httpFunction(reportBroadcast, createReportBroadcastHandler(bench), posting),
    'approve-broadcast': httpFunction(approveBroadcast, createApproveBroadcastHandler(bench), posting),
    'revoke-approval': httpFunction(revokeApproval, createRevokeApprovalHandler(bench), services),
  };
}
