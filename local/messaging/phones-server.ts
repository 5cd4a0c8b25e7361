import * as v from 'valibot';
import { startHttpPart, type HttpPart, type PartRequest, type PartResponse } from '#local/http-part.ts';
import type { AcceptedMessage } from './accepted-message.ts';
import type { CarrierRecords } from './carrier-records.ts';
import { identityOf, PLATFORMS, type OwnNumber } from './own-numbers.ts';
import { phonesPage } from './phones-page.ts';
import type { Publisher } from './publisher.ts';
import { BEHAVIOURS } from './recipients.ts';
import { reply, replySchema } from './replies.ts';

type Parts = {
  readonly records: CarrierRecords;
  readonly publisher: Pick<Publisher, 'wake'>;
  readonly now: () => number;
};

/** More than a load test sends. */
const MOST = 20_000;
const SHOWN = 100;

const listQuery = v.strictObject({
  to: v.optional(v.pipe(v.string(), v.regex(/^\+\d+$/u, 'is a phone number; write its plus sign as %2B'))),
  platform: v.optional(v.picklist(PLATFORMS)),
  limit: v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/u), v.transform(Number), v.maxValue(MOST)), '100'),
});
const numberBody = v.strictObject({
  platform: v.picklist(PLATFORMS),
  phone: v.pipe(v.string(), v.regex(/^\+[1-9][0-9]{6,14}$/u)),
  workspace_id: v.string(),
  self_managed_opt_outs: v.optional(v.boolean(), true),
});

/** The paths of the phones, for the guide. */
const PATHS = {
  'GET /': 'The messages of the phones in a browser, with a form to reply.',
  'GET /guide': 'This guide.',
  'GET /messages?to=%2B12025550123&platform=sms&limit=100': `Messages that AWS accepted, newest first; at most ${MOST}.`,
  'POST /replies':
    'Writes to a workspace: {"from": "+12025550123", "text": "STOP"}. Optional: platform (sms or whatsapp), to (a number of the workspace), name, media {content_type, base64}, copies.',
  'GET /numbers': 'The numbers of the local AWS account, with the ids that connecting a number needs.',
  'PUT /numbers':
    'Adds or changes a number: {"platform": "sms", "phone": "+12065550177", "workspace_id": "…", "self_managed_opt_outs": true}.',
} as const;

/** The phones of all recipients: what they received, and a way to reply. */
export function startPhonesServer(parts: Parts): Promise<HttpPart> {
  return startHttpPart({ port: 0, handle: async (request) => respond(request, parts) });
}

function respond(request: PartRequest, parts: Parts): PartResponse {
  const { records } = parts;
  switch (`${request.method} ${request.url.pathname}`) {
    case 'GET /':
      return phonesPage(records.messages({ limit: SHOWN }), records.numbers());
    case 'GET /guide':
      return json(200, guide());
    case 'GET /messages': {
      const query = v.safeParse(listQuery, Object.fromEntries(request.url.searchParams));
      if (!query.success) return invalid(query.issues[0]);
      return json(200, { messages: records.messages(query.output).map(messageView) });
    }
    case 'POST /replies':
      return write(request, parts);
    case 'GET /numbers':
      return json(200, { numbers: records.numbers().map(numberView) });
    case 'PUT /numbers': {
      const body = v.safeParse(numberBody, bodyOf(request));
      if (!body.success) return invalid(body.issues[0]);
      const { platform, phone, workspace_id: workspaceId, self_managed_opt_outs } = body.output;
      const number = { platform, phone, workspaceId, selfManagedOptOuts: self_managed_opt_outs };
      records.putNumber(number);
      return json(200, numberView(number));
    }
    default:
      return json(404, { error: `there is no ${request.method} ${request.url.pathname}`, ...guide() });
  }
}

function write(request: PartRequest, { records, publisher, now }: Parts): PartResponse {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  const given = isForm ? Object.fromEntries(new URLSearchParams(request.body.toString())) : bodyOf(request);
  const body = v.safeParse(replySchema, given);
  if (!body.success) return invalid(body.issues[0]);
  const result = reply(body.output, records, now());
  publisher.wake();
  if (result.kind === 'rejected') return json(422, { error: result.reason });
  return isForm ? { status: 303, headers: { location: '/' } } : json(202, result);
}

function guide() {
  return {
    behaviours: BEHAVIOURS.map(({ name, ending, description }) => ({
      name,
      numbers: ending === null ? 'all others' : `…${ending}`,
      description,
    })),
    paths: PATHS,
  };
}

function messageView({ id, platform, from, to, text, content, context, acceptedAt }: AcceptedMessage) {
  return { id, platform, from, to, text, content, context, accepted_at: new Date(acceptedAt).toISOString() };
}

function numberView(number: OwnNumber) {
  const { id, accountId } = identityOf(number);
  return {
    platform: number.platform,
    phone: number.phone,
    origination_id: id,
    business_account_id: number.platform === 'whatsapp' ? accountId : null,
    workspace_id: number.workspaceId,
    self_managed_opt_outs: number.selfManagedOptOuts,
  };
}

function bodyOf({ body }: PartRequest): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function invalid(issue: v.BaseIssue<unknown>): PartResponse {
  return json(400, { error: `${v.getDotPath(issue) ?? 'the body'}: ${issue.message}`, ...guide() });
}

function json(status: number, value: unknown): PartResponse {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: `${JSON.stringify(value, null, 2)}\n`,
  };
}
