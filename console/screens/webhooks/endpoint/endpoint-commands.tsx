import { CirclePlay, type IconNode, Pause, Trash2, UserCheck } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import type { Done } from '#console/parts/feedback/toast.tsx';
import type { Endpoint } from '#console/screens/webhooks/endpoint-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf, deletion } from '#console/session/problem.ts';
import { CancelledDeliveries } from './cancelled-deliveries.tsx';

/** What a person can do with an endpoint as a whole. */
export type EndpointCommand = {
  readonly label: string;
  readonly icon: IconNode;
  readonly send: () => Promise<unknown>;
  readonly done?: Done;
  /** Asked before the command is sent. Without it the command costs nothing. */
  readonly question?: { readonly title: string; readonly content: ComponentChildren };
  /** Whether the command cannot be undone. */
  readonly isFinal?: boolean;
};

/**
 * Enable, pause, take over and delete, as far as the state of the endpoint has them, the most probable one first. Repeating one of them changes
 * nothing more, so none has a retry key: after a lost “enable” and a pause, the old key would return the old response instead of enabling again.
 */
export function useEndpointCommands(endpoint: Endpoint): readonly EndpointCommand[] {
  const { api, me } = useSigned().session;
  const { route } = useLocation();
  const { id, state, responsible_member: responsible } = endpoint;
  const params = { path: { endpoint: id } };
  const name = <bdi>{endpoint.name}</bdi>;

  async function remove(): Promise<void> {
    await deletion(api.DELETE('/api/v1/workspace-webhooks/{endpoint}', { params }));
    route('/console/endpoints');
  }

  const enable: EndpointCommand = {
    label: 'Enable',
    icon: CirclePlay,
    send: () => bodyOf(api.POST('/api/v1/workspace-webhooks/{endpoint}/enable', { params })),
  };
  const pause: EndpointCommand = {
    label: 'Pause',
    icon: Pause,
    send: () => bodyOf(api.POST('/api/v1/workspace-webhooks/{endpoint}/pause', { params })),
    done: { words: <>{name} is paused.</>, next: { label: 'Show it', href: `/console/endpoints/${id}` } },
    question: {
      title: 'Pause the endpoint?',
      content: (
        <>
          <p>The endpoint never receives events that occur while it is paused.</p>
          <CancelledDeliveries endpoint={id} />
        </>
      ),
    },
  };
  const takeOver: EndpointCommand = {
    label: 'Take over',
    icon: UserCheck,
    send: () => bodyOf(api.POST('/api/v1/workspace-webhooks/{endpoint}/take-over', { params })),
    question: {
      title: 'Take over the endpoint?',
      content: (
        <>
          <p>
            <bdi>{me.member.name}</bdi> becomes the responsible admin instead of <bdi>{responsible.name}</bdi>
            .
          </p>
          {state === 'suspended' && <CancelledDeliveries endpoint={id} />}
        </>
      ),
    },
  };
  const deletes: EndpointCommand = {
    label: 'Delete',
    icon: Trash2,
    isFinal: true,
    send: remove,
    done: { words: 'The endpoint is deleted.' },
    question: {
      title: 'Delete the endpoint?',
      content: <p>This also deletes the queued deliveries and the history of {name}. It cannot be undone.</p>,
    },
  };
  return [
    ...(state === 'paused' ? [enable] : []),
    ...(state === 'enabled' ? [pause] : []),
    ...(state === 'suspended' || responsible.id !== me.member.id ? [takeOver] : []),
    deletes,
  ];
}
