import type { SendResult, WebhookRequest, WebhookSender } from '#shared/webhooks/ports/webhook-sender.ts';

export type ScriptedSender = WebhookSender & { readonly requests: WebhookRequest[] };

/** A sender whose receiver returns the given statuses in turn, and then 200. */
export function createScriptedSender(...script: readonly (number | SendResult)[]): ScriptedSender {
  const requests: WebhookRequest[] = [];
  return {
    requests,
    async send(request) {
      requests.push(request);
      const next = script[requests.length - 1] ?? 200;
      return typeof next === 'number' ? answered(next) : next;
    },
  };
}

function answered(statusCode: number): SendResult {
  const isSuccess = statusCode >= 200 && statusCode < 300;
  return {
    outcome: isSuccess ? 'success' : 'http_error',
    statusCode,
    durationMs: 12,
    error: isSuccess ? null : `The receiver answered ${statusCode}.`,
    retryAfter: null,
    responseText: isSuccess ? null : 'no',
  };
}
