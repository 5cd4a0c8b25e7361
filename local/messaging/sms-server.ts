import * as v from 'valibot';
import { AwsError } from '#local/aws/aws-error.ts';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { isSigned } from '#local/aws/signed-request.ts';
import { startHttpPart, type HttpPart, type PartRequest, type PartResponse } from '#local/http-part.ts';
import { jsonPart } from '#local/json-part.ts';
import type { CarrierRecords, OptOut } from './carrier-records.ts';
import type { Carrier } from './carrier.ts';
import { partsOf } from './message-parts.ts';
import { identityOf, type OwnNumber } from './own-numbers.ts';
import { SMS_PRICE, smsReceipt } from './sms-events.ts';

type Parts = { readonly carrier: Carrier; readonly records: CarrierRecords; readonly now: () => number };

/** The members of the response, and whether the connection is reset instead. */
type OperationResult = Readonly<Record<string, unknown>> & { readonly isReset?: boolean };

type Operation = (body: unknown, parts: Parts) => Promise<OperationResult>;

const LIST = 'Default';
const LIST_ARN = `arn:aws:sms-voice:${LOCAL_AWS.region}:${LOCAL_AWS.account}:opt-out-list/${LIST}`;

const phone = v.pipe(v.string(), v.regex(/^\+?[1-9][0-9]{1,18}$/u));
const named = (most: number) => v.pipe(v.string(), v.regex(/^[A-Za-z0-9_:/+-]+$/u), v.maxLength(most));
const contextValue = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(800),
  v.regex(/^\S(?:[\s\S]*\S)?$/u, 'must not start or end with white space'),
);

/** Members and limits as the service model has them. */
const sendRequest = v.object({
  DestinationPhoneNumber: phone,
  OriginationIdentity: v.optional(named(256)),
  MessageBody: v.pipe(v.string(), v.minLength(1), v.maxLength(1600), v.regex(/\S/u)),
  MessageType: v.optional(v.picklist(['TRANSACTIONAL', 'PROMOTIONAL'])),
  ConfigurationSetName: v.optional(named(256)),
  MaxPrice: v.optional(v.pipe(v.string(), v.regex(/^[0-9]{0,2}\.[0-9]{1,5}$/u))),
  TimeToLive: v.optional(v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(259_200))),
  Context: v.optional(
    v.pipe(
      v.record(v.pipe(v.string(), v.regex(/^\S{1,100}$/u)), contextValue),
      v.check((context) => Object.keys(context).length <= 5, 'must have at most 5 entries'),
    ),
    {},
  ),
  ProtectConfigurationId: v.optional(named(256)),
  DryRun: v.optional(v.boolean(), false),
});

const describeNumbers = v.object({
  PhoneNumberIds: v.optional(v.pipe(v.array(named(256)), v.maxLength(5))),
  NextToken: v.optional(v.string()),
  MaxResults: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), 100),
});
const tagsRequest = v.object({ ResourceArn: v.string() });
const listRequest = v.object({
  OptOutListName: v.string(),
  OptedOutNumbers: v.optional(v.pipe(v.array(phone), v.maxLength(5))),
});
const entryRequest = v.object({ OptOutListName: v.string(), OptedOutNumber: phone });

const OPERATIONS: Readonly<Record<string, Operation>> = {
  SendTextMessage: send,

  async DescribePhoneNumbers(body, { records }) {
    const { PhoneNumberIds, NextToken, MaxResults } = parse(describeNumbers, body);
    const known = records.numbers().filter(({ platform }) => platform === 'sms');
    const found = PhoneNumberIds?.map((id) => numberOf(known, id)) ?? known;
    const from = Number(NextToken ?? 0);
    const page = found.slice(from, from + MaxResults);
    const isLast = from + MaxResults >= found.length;
    return {
      PhoneNumbers: page.map(described),
      ...(isLast ? {} : { NextToken: String(from + MaxResults) }),
    };
  },

  async ListTagsForResource(body, { records }) {
    const { ResourceArn } = parse(tagsRequest, body);
    const { workspaceId } = numberOf(records.numbers(), ResourceArn);
    return { ResourceArn, Tags: [{ Key: 'workspace', Value: workspaceId }] };
  },

  async DescribeOptedOutNumbers(body, { carrier, records }) {
    const { OptOutListName, OptedOutNumbers } = parse(listRequest, body);
    requireList(OptOutListName);
    const found = OptedOutNumbers?.map((each) => entryOf(carrier, each)) ?? records.optOuts();
    return { ...nameOfList(), OptedOutNumbers: found.map(shownEntry) };
  },

  async PutOptedOutNumber(body, { carrier, records, now }) {
    const { OptOutListName, OptedOutNumber } = parse(entryRequest, body);
    requireList(OptOutListName);
    const entry = carrier.optOutOf(OptedOutNumber) ?? { phone: OptedOutNumber, at: now(), byUser: false };
    records.putOptOut(entry);
    return { ...nameOfList(), ...shownEntry(entry) };
  },

  async DeleteOptedOutNumber(body, { carrier, records }) {
    const { OptOutListName, OptedOutNumber } = parse(entryRequest, body);
    requireList(OptOutListName);
    const entry = entryOf(carrier, OptedOutNumber);
    records.removeOptOut(entry.phone);
    return { ...nameOfList(), ...shownEntry(entry) };
  },
};

/** The part of AWS End User Messaging SMS that the platform uses, in its JSON protocol. */
export function startSmsServer(parts: Parts): Promise<HttpPart> {
  return startHttpPart({
    port: 0,
    handle: async (request) => {
      try {
        if (!(await isSigned(request, 'sms-voice')))
          throw new AwsError('InvalidSignatureException', 'The request signature does not match.');
        const { isReset = false, ...result } = await act(request, parts);
        return { ...toResponse(200, result), isReset };
      } catch (error) {
        if (!(error instanceof AwsError)) throw error;
        const { code, status, message, details } = error;
        const type = `com.amazonaws.pinpointsmsvoicev2#${code}`;
        return toResponse(status, { __type: type, Message: message, ...details });
      }
    },
  });
}

async function act({ headers, body }: PartRequest, parts: Parts): ReturnType<Operation> {
  const [service, name = ''] = String(headers['x-amz-target']).split('.');
  const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
  if (service !== 'PinpointSMSVoiceV2' || operation === undefined)
    throw new AwsError('UnknownOperationException', `The local SMS service does not support ${name}.`);
  return operation(JSON.parse(body.toString('utf8')), parts);
}

async function send(body: unknown, { carrier, records }: Parts): ReturnType<Operation> {
  const request = parse(sendRequest, body);
  const to = withPlus(request.DestinationPhoneNumber);
  const numbers = records.numbers().filter(({ platform }) => platform === 'sms');
  // Without an identity, AWS chooses a number of the account.
  const from =
    request.OriginationIdentity === undefined ? numbers[0] : numberOf(numbers, request.OriginationIdentity);
  if (from === undefined)
    throw conflict(
      'NO_ORIGINATION_IDENTITIES_FOUND',
      'No origination entities available to send',
      'account',
      '',
    );
  if (request.MessageType === 'PROMOTIONAL')
    throw conflict(
      'MESSAGE_TYPE_MISMATCH',
      'The number is transactional',
      'phone-number',
      identityOf(from).id,
    );
  const price = SMS_PRICE * partsOf(request.MessageBody).parts;
  if (request.MaxPrice !== undefined && price > Number(request.MaxPrice))
    throw invalid('PRICE_OVER_THRESHOLD', `The message costs ${price.toFixed(5)} dollars`, 'MaxPrice');
  const { answer, receipts } = carrier.behaviourAt('sms', to);
  if (answer === 'throttles') throw new AwsError('ThrottlingException', 'Rate exceeded');
  if (answer === 'opted-out')
    throw conflict(
      'DESTINATION_PHONE_NUMBER_OPTED_OUT',
      'The destination phone number is opted out',
      'opted-out-number',
      to,
    );
  if (answer === 'rejects')
    throw invalid('INVALID_PARAMETER', 'The destination phone number is not valid', 'DestinationPhoneNumber');
  if (answer === 'breaks')
    throw new AwsError('InternalServerException', 'An internal error occurred.', 500, { RequestId: 'local' });
  if (request.DryRun) return { MessageId: crypto.randomUUID() };
  const { messageId, isReset } = await carrier.accept(
    {
      platform: 'sms',
      from: from.phone,
      to,
      text: request.MessageBody,
      content: null,
      context: request.Context,
      hasTopic: request.ConfigurationSetName !== undefined,
    },
    answer,
    (message) =>
      receipts.flatMap(({ status, afterMs }) => smsReceipt(message, status, message.acceptedAt + afterMs)),
  );
  return { MessageId: messageId, isReset };
}

function described(number: OwnNumber) {
  const { id, arn } = identityOf(number);
  return {
    PhoneNumberArn: arn,
    PhoneNumberId: id,
    PhoneNumber: number.phone,
    Status: 'ACTIVE',
    IsoCountryCode: 'US',
    MessageType: 'TRANSACTIONAL',
    NumberCapabilities: ['SMS'],
    NumberType: 'LONG_CODE',
    MonthlyLeasingPrice: '1.00',
    TwoWayEnabled: true,
    SelfManagedOptOutsEnabled: number.selfManagedOptOuts,
    OptOutListName: LIST,
    DeletionProtectionEnabled: false,
    CreatedTimestamp: 1_767_225_600,
  };
}

/** A number by its phone, ID or ARN. */
function numberOf(numbers: readonly OwnNumber[], name: string): OwnNumber {
  const found = numbers.find((each) => {
    const { id, arn } = identityOf(each);
    return [each.phone, id, arn].includes(name);
  });
  if (found) return found;
  throw missing('phone-number', name);
}

function entryOf(carrier: Carrier, number: string): OptOut {
  const entry = carrier.optOutOf(number);
  if (!entry) throw missing('opted-out-number', number);
  return entry;
}

function shownEntry({ phone: number, at, byUser }: OptOut) {
  return { OptedOutNumber: number, OptedOutTimestamp: at / 1000, EndUserOptedOut: byUser };
}

function nameOfList() {
  return { OptOutListArn: LIST_ARN, OptOutListName: LIST };
}

function requireList(name: string): void {
  if (name !== LIST && name !== LIST_ARN) throw missing('opt-out-list', name);
}

function withPlus(number: string): string {
  return number.startsWith('+') ? number : `+${number}`;
}

function parse<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw invalid('FIELD_VALIDATION_FAILED', issue.message, v.getDotPath(issue) ?? '');
}

function invalid(Reason: string, message: string, field: string): AwsError {
  return new AwsError('ValidationException', message, 400, {
    Reason,
    Fields: [{ Name: field, Message: message }],
  });
}

function conflict(Reason: string, message: string, ResourceType: string, ResourceId: string): AwsError {
  return new AwsError('ConflictException', message, 400, { Reason, ResourceType, ResourceId });
}

function missing(ResourceType: string, ResourceId: string): AwsError {
  const message = `The ${ResourceType} ${ResourceId} does not exist`;
  return new AwsError('ResourceNotFoundException', message, 400, { ResourceType, ResourceId });
}

function toResponse(status: number, body: unknown): PartResponse {
  return jsonPart(status, body, { 'content-type': 'application/x-amz-json-1.0' });
}
