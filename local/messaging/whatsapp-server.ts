import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { AwsError } from '#local/aws/aws-error.ts';
import { isSigned } from '#local/aws/signed-request.ts';
import { startHttpPart, type HttpPart, type PartRequest } from '#local/http-part.ts';
import { jsonPart } from '#local/json-part.ts';
import type { CarrierRecords } from './carrier-records.ts';
import type { Carrier } from './carrier.ts';
import { placeSchema, readFrom, writeTo } from './media-transfer.ts';
import { identityOf, type OwnNumber } from './own-numbers.ts';
import { type MetaError, META_ERRORS, whatsAppAcceptance, whatsAppReceipt } from './whatsapp-events.ts';
import { parseWhatsAppMessage, rejectionOf, textOfMessage } from './whatsapp-message.ts';
import { templateDefinition, templateIdOf, TEMPLATES, templateSummary } from './whatsapp-templates.ts';

type Parts = {
  readonly carrier: Carrier;
  readonly records: CarrierRecords;
  /** The address of the local S3. */
  readonly s3: string;
  readonly now: () => number;
};

/** The members of the response, and whether the connection is reset instead. */
type OperationResult = Readonly<Record<string, unknown>> & { readonly isReset?: boolean };

type Operation = (request: PartRequest, parts: Parts) => Promise<OperationResult>;

/** Milliseconds until Meta reports that it does not deliver a message. */
const REJECTED_AFTER_MS = 100;

const originationPhoneNumberId = v.pipe(v.string(), v.minLength(1), v.maxLength(115));
const mediaId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,100}$/u));
const sendRequest = v.object({
  originationPhoneNumberId,
  message: v.pipe(v.string(), v.minLength(1), v.maxLength(2_730_668)),
  metaApiVersion: v.pipe(v.string(), v.regex(/^v\d+\.\d+$/u)),
});
const postRequest = v.object({
  originationPhoneNumberId,
  sourceS3File: v.optional(v.unknown()),
  sourceS3PresignedUrl: v.optional(v.unknown()),
});
const getRequest = v.object({
  mediaId,
  originationPhoneNumberId,
  metadataOnly: v.optional(v.boolean(), false),
  destinationS3File: v.optional(v.unknown()),
  destinationS3PresignedUrl: v.optional(v.unknown()),
});
const deleteQuery = v.object({ mediaId, originationPhoneNumberId });
const idQuery = v.object({ id: v.string() });
const templateQuery = v.object({
  id: v.string(),
  metaTemplateId: v.optional(v.string()),
  templateName: v.optional(v.string()),
  templateLanguageCode: v.optional(v.string()),
});
const tagsQuery = v.object({ resourceArn: v.string() });

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST /v1/whatsapp/send': send,

  async 'POST /v1/whatsapp/media'(request, { records, s3 }) {
    const {
      sourceS3File: s3File,
      sourceS3PresignedUrl: presigned,
      ...body
    } = parse(postRequest, json(request));
    numberOf(records, body.originationPhoneNumberId);
    const file = await readFrom(parse(placeSchema, { s3File, presigned }), s3);
    const id = BigInt(`0x${randomBytes(7).toString('hex')}`).toString();
    records.putMedia({ id, ...file });
    return { mediaId: id };
  },

  async 'POST /v1/whatsapp/media/get'(request, { records, s3 }) {
    const {
      destinationS3File: s3File,
      destinationS3PresignedUrl: presigned,
      ...body
    } = parse(getRequest, json(request));
    numberOf(records, body.originationPhoneNumberId);
    const media = records.media(body.mediaId);
    if (!media) throw missing('media');
    if (!body.metadataOnly) await writeTo(parse(placeSchema, { s3File, presigned }), media, s3);
    return { mimeType: media.contentType, fileSize: Math.ceil(media.bytes.length / 1024) };
  },

  async 'DELETE /v1/whatsapp/media'(request, { records }) {
    const query = parse(deleteQuery, queryOf(request));
    numberOf(records, query.originationPhoneNumberId);
    if (!records.removeMedia(query.mediaId)) throw missing('media');
    return { success: true };
  },

  async 'GET /v1/whatsapp/waba/list'(_request, { records }) {
    return { linkedAccounts: numbersOf(records).map(accountOf) };
  },

  async 'GET /v1/whatsapp/waba/details'(request, { records }) {
    const number = numberOfAccount(records, parse(idQuery, queryOf(request)).id);
    return { account: { ...accountOf(number), phoneNumbers: [described(number)] } };
  },

  async 'GET /v1/whatsapp/waba/phone/details'(request, { records }) {
    const number = numberOf(records, parse(idQuery, queryOf(request)).id);
    return { phoneNumber: described(number), linkedWhatsAppBusinessAccountId: identityOf(number).accountId };
  },

  async 'GET /v1/whatsapp/template/list'(request, { records }) {
    numberOfAccount(records, parse(idQuery, queryOf(request)).id);
    return { templates: TEMPLATES.map(templateSummary) };
  },

  async 'GET /v1/whatsapp/template'(request, { records }) {
    const query = parse(templateQuery, queryOf(request));
    numberOfAccount(records, query.id);
    const found = TEMPLATES.find((each) =>
      query.metaTemplateId === undefined
        ? each.name === query.templateName && each.language === (query.templateLanguageCode ?? each.language)
        : templateIdOf(each) === query.metaTemplateId,
    );
    if (!found) throw missing('template');
    return { template: templateDefinition(found) };
  },

  async 'GET /v1/tags/list'(request, { records }) {
    const { resourceArn } = parse(tagsQuery, queryOf(request));
    const number = numbersOf(records).find((each) => {
      const { arn, accountArn } = identityOf(each);
      return resourceArn === arn || resourceArn === accountArn;
    });
    if (!number) throw missing('resource');
    return { statusCode: 200, tags: [{ key: 'workspace', value: number.workspaceId }] };
  },
};

/** The part of AWS End User Messaging Social that the platform uses, in its REST protocol. */
export function startWhatsAppServer(parts: Parts): Promise<HttpPart> {
  return startHttpPart({
    port: 0,
    handle: async (request) => {
      try {
        if (!(await isSigned(request, 'social-messaging')))
          throw new AwsError('InvalidSignatureException', 'The request signature does not match.', 403);
        const name = `${request.method} ${request.url.pathname}`;
        const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
        if (!operation) throw new AwsError('UnknownOperationException', `There is no ${name} here.`, 404);
        const { isReset = false, ...result } = await operation(request, parts);
        return { ...jsonPart(200, result), isReset };
      } catch (error) {
        if (!(error instanceof AwsError)) throw error;
        return jsonPart(error.status, { message: error.message }, { 'x-amzn-errortype': error.code });
      }
    },
  });
}

async function send(request: PartRequest, { carrier, records, now }: Parts): ReturnType<Operation> {
  const body = parse(sendRequest, json(request));
  const from = numberOf(records, body.originationPhoneNumberId).phone;
  const content = parseWhatsAppMessage(body.message);
  const { to, biz_opaque_callback_data: data } = content;
  const { answer, receipts } = carrier.behaviourAt('whatsapp', to);
  if (answer === 'throttles')
    throw new AwsError('ThrottledRequestException', 'The request was denied due to request throttling.', 429);
  if (answer === 'breaks') throw new AwsError('InternalServiceException', 'Internal error.', 500);
  const rejection = rejectionOf(content, from, records, now()) ?? rejectionOfPhone(answer);
  return carrier.accept(
    {
      platform: 'whatsapp',
      from,
      to,
      text: textOfMessage(content),
      content,
      context: data === undefined ? {} : { biz_opaque_callback_data: data },
      hasTopic: true,
    },
    answer,
    (message) =>
      rejection
        ? [
            whatsAppAcceptance(message),
            ...whatsAppReceipt(message, 'failed', message.acceptedAt + REJECTED_AFTER_MS, rejection),
          ]
        : [
            ...(receipts.length === 0 ? [] : [whatsAppAcceptance(message)]),
            ...receipts.flatMap(({ status, afterMs }) =>
              whatsAppReceipt(message, status, message.acceptedAt + afterMs),
            ),
          ],
  );
}

/** Meta reports these in a receipt. */
function rejectionOfPhone(answer: string): MetaError | undefined {
  if (answer === 'opted-out') return META_ERRORS.optedOut;
  return answer === 'rejects' ? META_ERRORS.undeliverable : undefined;
}

function numbersOf(records: CarrierRecords): readonly OwnNumber[] {
  return records.numbers().filter(({ platform }) => platform === 'whatsapp');
}

/** A number by its ID or ARN. */
function numberOf(records: CarrierRecords, name: string): OwnNumber {
  const found = numbersOf(records).find((each) => {
    const { id, arn } = identityOf(each);
    return name === id || name === arn;
  });
  if (found) return found;
  throw missing('phone number');
}

/** The number of a linked account, by the ID or ARN of the account. */
function numberOfAccount(records: CarrierRecords, name: string): OwnNumber {
  const found = numbersOf(records).find((each) => {
    const { accountId, accountArn } = identityOf(each);
    return name === accountId || name === accountArn;
  });
  if (found) return found;
  throw missing('account');
}

function accountOf(number: OwnNumber) {
  const { accountId, accountArn, metaAccountId } = identityOf(number);
  return {
    arn: accountArn,
    id: accountId,
    wabaId: metaAccountId,
    registrationStatus: 'COMPLETE',
    linkDate: 1_767_225_600,
    wabaName: 'Local account',
    eventDestinations: [],
  };
}

function described(number: OwnNumber) {
  const { id, arn, metaNumberId } = identityOf(number);
  return {
    arn,
    phoneNumber: number.phone,
    phoneNumberId: id,
    metaPhoneNumberId: metaNumberId,
    displayPhoneNumberName: 'Local number',
    displayPhoneNumber: number.phone,
    qualityRating: 'GREEN',
  };
}

function queryOf({ url }: PartRequest): Record<string, string> {
  return Object.fromEntries(url.searchParams);
}

function json({ body }: PartRequest): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function parse<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new AwsError('InvalidParametersException', `${v.getDotPath(issue) ?? ''}: ${issue.message}`);
}

function missing(what: string): AwsError {
  return new AwsError('ResourceNotFoundException', `The ${what} does not exist.`, 404);
}
