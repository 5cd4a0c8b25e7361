import { AtSign, type IconNode, PanelsTopLeft, Phone, Webhook } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from '#console/parts/icon.tsx';
import { NUMBERS_KEY, readNumbers } from '#console/screens/messaging/numbers/number-reads.ts';
import { NoEndpoint } from '#console/screens/webhooks/no-endpoint.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { useAllowed } from '#console/session/use-allowed.ts';
import { useHomeEndpoints } from './endpoint-problems.tsx';
import { useOpenConversations } from './inbox.tsx';
import { useHomePages } from './page-views.tsx';
import { useHomeAccounts } from './publishing-problems.tsx';

/** For each product that the workspace does not use yet: what it does, and the first thing to do. Undefined while that is not known. */
export function useFirstSteps(): readonly ComponentChildren[] | undefined {
  const { session } = useSigned();
  const { data: endpoints } = useHomeEndpoints();
  const { data: accounts } = useHomeAccounts();
  const pagesRead = useHomePages();
  const talksRead = useOpenConversations();
  const { data: pages } = pagesRead;
  const { data: talks } = talksRead;
  // Who has a conversation has a number.
  const isQuiet = talks === null || talks?.data.length === 0;
  const numbersRead = useAllowed(isQuiet && may(session, 'salesbot:numbers:read'), NUMBERS_KEY, () =>
    readNumbers(session),
  );
  const { data: numbers } = numbersRead;
  const steps = [
    endpoints?.length === 0 && (
      <Step icon={Webhook} title="Receive events">
        <NoEndpoint /> <a href="/console/endpoints/new">Create one</a>, or read{' '}
        <a href="/docs/webhooks" target="_blank" rel="noreferrer">
          the webhook guide
        </a>
        . An endpoint is a URL of your server that receives what happens here as signed requests.
      </Step>
    ),
    accounts?.length === 0 && (
      <Step icon={AtSign} title="Publish posts">
        No account is connected yet.{' '}
        {may(session, 'publishing:accounts:write') ? (
          <>
            <a href="/console/accounts">Connect an account</a>, then write a post.
          </>
        ) : (
          'Your key cannot connect one.'
        )}{' '}
        A post goes to several social networks at its time. An account of the sandbox is for tests.
      </Step>
    ),
    pages?.length === 0 && (
      <Step icon={PanelsTopLeft} title="Show your links">
        This workspace has no page yet.{' '}
        {may(session, 'biolinks:pages:write') ? (
          <a href="/console/pages/new">Build a page</a>
        ) : (
          'Your key cannot build one.'
        )}{' '}
        A page shows your links at one address, and counts who follows them.
      </Step>
    ),
    numbers?.length === 0 && (
      <Step icon={Phone} title="Answer messages">
        No phone number is connected yet.{' '}
        {may(session, 'salesbot:numbers:write') ? (
          <a href="/console/numbers">Connect a number</a>
        ) : (
          'Your key cannot connect one.'
        )}{' '}
        Contacts write to it by SMS or WhatsApp, and you answer in the inbox.
      </Step>
    ),
  ].filter(Boolean);
  const isKnown = [pagesRead, talksRead, numbersRead].every(
    ({ data, error }) => data !== undefined || error !== null,
  );
  return isKnown ? steps : undefined;
}

export function FirstSteps({ steps }: { readonly steps: readonly ComponentChildren[] }) {
  if (steps.length === 0) return null;
  return (
    <section class="home-card" aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">First steps</h2>
      </header>
      <ul class="home-steps">{steps}</ul>
    </section>
  );
}

function Step({
  icon,
  title,
  children,
}: {
  readonly icon: IconNode;
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  return (
    <li>
      <span class="node">
        <Icon node={icon} />
      </span>
      <div>
        <h3>{title}</h3>
        <p>{children}</p>
      </div>
    </li>
  );
}
