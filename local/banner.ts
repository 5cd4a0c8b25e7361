import type { ReadyInfo } from './local-stack.ts';

/** What a person sees: what runs where, and three commands that show the system at work when pasted. */
export function banner(ready: ReadyInfo, dataDir: string): string {
  const { baseUrl, receiverUrl, apiKey } = ready;
  return `
The whole platform runs on this machine.

  API         ${baseUrl}
  Reference   ${baseUrl}/docs  (every operation, with a form to try it; the document is ${baseUrl}/openapi.json)
  Demo page   ${ready.pageUrl}  (the same host serves every page you publish there; links.localhost those you move to that domain)
  Receiver    ${receiverUrl}  (what it got: ${receiverUrl}/requests; how it can misbehave: ${receiverUrl}/)
  Functions   ${ready.lambdaUrl}  (the Lambda API, to invoke one with a sample event)
  Tables      ${ready.dynamodbUrl}  (the DynamoDB API)
  Workspace   ${ready.workspaceId}
  API key     ${apiKey}
  Data        ${dataDir}  (logs of the functions: functions.log)

Try it, one block after the other:

# 1. Create an endpoint at the receiver, tell the receiver the secret, and enable it
CREATED=$(curl -s ${baseUrl}/api/v1/workspace-webhooks -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' \\
  -d '{"name":"Demo","url":"${receiverUrl}/hooks","subscriptions":[{"event":"salesbot.contact.created"}]}')
ENDPOINT=$(echo "$CREATED" | grep -o '"id":"[^"]*"' | head -1 | cut -d'"' -f4)
curl -s -X PUT ${receiverUrl}/secrets/demo -d "{$(echo "$CREATED" | grep -o '"secret":"whsec_[^"]*"')}"
curl -s -X PATCH ${baseUrl}/api/v1/workspace-webhooks/$ENDPOINT -H 'x-api-key: ${apiKey}' \\
  -H 'content-type: application/json' -d '{"enabled":true}'

# 2. Ingest an event
curl -s ${baseUrl}/api/v1/salesbot/events -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' \\
  -d '{"event":"salesbot.contact.created","data":{"contact":{"id":"7d7b3a52-6f0c-4a53-9f5e-0a8f6f1b2c3d","name":"Ada Lovelace"}}}'

# 3. Read the delivery: at the receiver, and in the endpoint's log
sleep 1
curl -s ${receiverUrl}/requests
curl -s ${baseUrl}/api/v1/workspace-webhooks/$ENDPOINT/deliveries -H 'x-api-key: ${apiKey}'

`;
}
