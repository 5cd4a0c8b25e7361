import type { Environment } from '#packages/lean-aws-client/direct-client.ts';
import type { MessageTemplate } from '#shared/messaging/domain/message-template.ts';
import type { NumberFacts } from '#shared/messaging/domain/phone-number.ts';
import type { NumberDirectory } from '#shared/messaging/ports/number-directory.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';

/** The tag by which the operator gives a number to a workspace. */
const WORKSPACE_TAG = 'workspace';

/** Settings of clients, and the longest time of all calls in milliseconds: below the 10 s that a function has. */
const CLIENT = { maxAttempts: 2 };
const LIMIT_MS = 7000;

/** Pages of templates, 100 each. */
const MAX_PAGES = 5;
const PAGE_SIZE = 100;

/**
 * The numbers of the AWS account. The clients of the SDK are loaded at the first use.
 * @param channels the channels on which the stage sends through AWS
 */
export function createAwsNumberDirectory(
  channels: readonly string[],
  environment: Environment,
): NumberDirectory {
  return {
    isAvailable: (platform) => platform === 'sandbox' || channels.includes(platform),

    describe: ({ platform, originationId }) =>
      asUnavailable(async () => {
        if (originationId === null) return undefined;
        return platform === 'sms'
          ? describeSms(originationId, environment)
          : describeWhatsapp(originationId, environment);
      }),

    listTemplates: (id) => asUnavailable(() => readTemplates(id, environment)),
  };
}

async function describeSms(id: string, environment: Environment): Promise<NumberFacts | undefined> {
  const sdk = await import('#packages/lean-aws-client/sms-voice-sdk.ts');
  const abortSignal = AbortSignal.timeout(LIMIT_MS);
  const client = sdk.createSdkSmsVoiceClient(environment, CLIENT);
  try {
    const { PhoneNumbers = [] } = await client.send(
      new sdk.DescribePhoneNumbersCommand({ PhoneNumberIds: [id] }),
      { abortSignal },
    );
    const [number] = PhoneNumbers;
    if (number?.PhoneNumber === undefined || number.PhoneNumberArn === undefined) return undefined;
    const { PhoneNumberArn: arn, PhoneNumber: phone, Status: status } = number;
    const { Tags = [] } = await client.send(new sdk.ListTagsForResourceCommand({ ResourceArn: arn }), {
      abortSignal,
    });
    const tag = Tags.find(({ Key }) => Key === WORKSPACE_TAG);
    return { phone, isActive: status === 'ACTIVE', workspace: tag?.Value ?? null, businessAccountId: null };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  } finally {
    client.destroy();
  }
}

async function describeWhatsapp(id: string, environment: Environment): Promise<NumberFacts | undefined> {
  const sdk = await import('#packages/lean-aws-client/social-messaging-sdk.ts');
  const abortSignal = AbortSignal.timeout(LIMIT_MS);
  const client = sdk.createSdkSocialMessagingClient(environment, CLIENT);
  try {
    const { phoneNumber: number, linkedWhatsAppBusinessAccountId } = await client.send(
      new sdk.GetLinkedWhatsAppBusinessAccountPhoneNumberCommand({ id }),
      { abortSignal },
    );
    if (number?.arn === undefined) return undefined;
    const { tags = [] } = await client.send(new sdk.ListTagsForResourceCommand({ resourceArn: number.arn }), {
      abortSignal,
    });
    const tag = tags.find(({ key }) => key === WORKSPACE_TAG);
    return {
      phone: `+${(number.phoneNumber ?? number.displayPhoneNumber ?? '').replaceAll(/\D/gu, '')}`,
      // A linked number is registered with Meta; AWS has no state for it.
      isActive: linkedWhatsAppBusinessAccountId !== undefined,
      workspace: tag?.value ?? null,
      businessAccountId: linkedWhatsAppBusinessAccountId ?? null,
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  } finally {
    client.destroy();
  }
}

async function readTemplates(id: string, environment: Environment): Promise<readonly MessageTemplate[]> {
  const sdk = await import('#packages/lean-aws-client/social-messaging-sdk.ts');
  const abortSignal = AbortSignal.timeout(LIMIT_MS);
  const client = sdk.createSdkSocialMessagingClient(environment, CLIENT);
  const found: MessageTemplate[] = [];
  try {
    let nextToken: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const command = new sdk.ListWhatsAppMessageTemplatesCommand({ id, maxResults: PAGE_SIZE, nextToken });
      const { templates = [], nextToken: next } = await client.send(command, { abortSignal });
      for (const { templateName, templateLanguage, templateStatus, templateCategory } of templates)
        if (templateName !== undefined && templateLanguage !== undefined)
          found.push({
            name: templateName,
            language: templateLanguage,
            status: templateStatus ?? 'UNKNOWN',
            category: templateCategory ?? null,
          });
      if (next === undefined) break;
      nextToken = next;
    }
    return found;
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  } finally {
    client.destroy();
  }
}

/** An ID that AWS does not have, or that cannot be an ID of AWS. */
function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    ['ResourceNotFoundException', 'ValidationException', 'InvalidParametersException'].includes(error.name)
  );
}

async function asUnavailable<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw new PlatformError(
      'temporarily_unavailable',
      'AWS does not answer questions about phone numbers at the moment. Repeat the request later.',
      {},
      { cause: error },
    );
  }
}
