import { platformName } from '#console/screens/messaging/platforms.ts';
import { useFiles } from '#console/screens/publishing/media-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { hasFile, type MessageType, parametersOf, type Sending } from './sending/sending-draft.ts';
import { lengthSentence } from './text-length.ts';

type Props = {
  readonly platform: Sending['platform'];
  readonly type: MessageType;
  readonly body: string;
  readonly template: string;
  readonly language: string;
  /** One a line. */
  readonly parameters: string;
  /** The UUID of the file. */
  readonly media: string;
};

/** The message as a recipient of the platform sees it. */
export function MessagePreview(props: Props) {
  const { platform, type, body } = props;
  return (
    <section class="preview" aria-label="Preview">
      <h2>Preview on {platformName(platform)}</h2>
      <div class="message out">
        {type === 'template' ? (
          <Template {...props} />
        ) : (
          <>
            {hasFile(type) && <File {...props} />}
            <p class="said" dir="auto">
              {body || <span class="soft">No text yet</span>}
            </p>
          </>
        )}
      </div>
      {type !== 'template' && body !== '' && <p class="soft">{lengthSentence(props)}</p>}
    </section>
  );
}

function Template(props: Props) {
  const { template, language } = props;
  const parameters = parametersOf(props);
  if (template === '') return <p class="soft">No template yet</p>;
  return (
    <>
      <p>
        Template <code>{template}</code> ({language})
      </p>
      {parameters.length > 0 && (
        <ol>
          {parameters.map((parameter, index) => (
            // The position identifies a placeholder.
            <li key={index} dir="auto">
              {parameter}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function File({ media, type }: Props) {
  const { session } = useSigned();
  return (
    <p class="soft">
      {type === 'image' ? 'Image' : type === 'video' ? 'Video' : 'Document'}{' '}
      {media !== '' && may(session, 'publishing:media:read') ? (
        <FileName media={media} />
      ) : (
        <bdi>{media}</bdi>
      )}
    </p>
  );
}

function FileName({ media }: Pick<Props, 'media'>) {
  const files = useFiles();
  return <bdi>{files.data?.find(({ uuid }) => uuid === media)?.name ?? media}</bdi>;
}
