import type { ReadyInfo } from './local-stack.ts';

/** The start banner: the URL of each service, and three commands to paste that show the system at work. */
export function banner(ready: ReadyInfo, dataDir: string): string {
  const { baseUrl, receiverUrl, apiKey } = ready;
  return `
The whole platform is running on this machine.

  Console     ${ready.consoleUrl}  (opens as an admin of the demo workspace; the link works for eight hours)
${ready.example ? exampleLine(ready.example.consoleUrl) : ''}  API         ${baseUrl}
  Reference   ${baseUrl}/docs  (every operation, with a form to try it; OpenAPI: ${baseUrl}/openapi.json)
  Demo page   ${ready.pageUrl}  (a published bio-link page; your pages are at ${ready.pagesUrl}, or on links.localhost if you choose that domain)
  Receiver    ${receiverUrl}  (received webhooks: ${receiverUrl}/requests; simulated failures: ${receiverUrl}/)
  Mail        ${ready.mailUrl}  (the mails that the platform sent, with their links)
  Phones      ${ready.phonesUrl}  (the SMS and WhatsApp messages that were sent, and a form to reply)
  Network     ${ready.networkUrl}  (stands for LinkedIn; send setOauthApp the client ID local-app and the secret local-secret, then connect an account; posts: ${ready.networkUrl}/posts)
  Functions   ${ready.lambdaUrl}  (Lambda API, to invoke a function with a sample event)
  Tables      ${ready.dynamodbUrl}  (DynamoDB API)
  Queues      ${ready.queuesUrl}/<name>  (SQS API; names such as DeliveryDeadLetters)
  Workspace   ${ready.workspaceId}
  API key     ${apiKey}
  Data        ${dataDir}  (function logs: functions.log)

Stop with Ctrl-C. The data stays; npm start -- --fresh deletes the data first.

Try it: paste one block after the other.

# 1. Create an endpoint for the receiver, give the receiver its secret, and enable it
CREATED=$(curl -s ${baseUrl}/api/v1/workspace-webhooks -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' \\
  -d '{"name":"Demo","url":"${receiverUrl}/hooks/demo","subscriptions":[{"event":"salesbot.contact.created"}]}')
ENDPOINT=$(echo "$CREATED" | grep -o '"id":"[^"]*"' | head -1 | cut -d'"' -f4)
curl -s -X PUT ${receiverUrl}/secrets/demo -d "{$(echo "$CREATED" | grep -o '"secret":"whsec_[^"]*"')}"
curl -s -X PATCH ${baseUrl}/api/v1/workspace-webhooks/$ENDPOINT -H 'x-api-key: ${apiKey}' \\
  -H 'content-type: application/json' -d '{"enabled":true}'

# 2. Ingest an event
curl -s ${baseUrl}/api/v1/salesbot/events -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' \\
  -d '{"event":"salesbot.contact.created","data":{"contact":{"id":"7d7b3a52-6f0c-4a53-9f5e-0a8f6f1b2c3d","name":"Ada Lovelace"}}}'

# 3. See the delivery: at the receiver, and in the delivery log of the endpoint
sleep 1
curl -s '${receiverUrl}/requests?path=/hooks/demo'
curl -s ${baseUrl}/api/v1/workspace-webhooks/$ENDPOINT/deliveries -H 'x-api-key: ${apiKey}'

`;
}

function exampleLine(consoleUrl: string): string {
  return `  Example     ${consoleUrl}  (the console of a shop with endpoints, events and failures; it fills up in the first seconds)\n`;
}
