import { AtSign, BookOpen, PanelsTopLeft, Send, Settings, Webhook } from 'lucide';
import { stateName } from '#console/parts/state.tsx';
import { NEWEST_PAGES_KEY, readNewestPages } from '#console/screens/biolinks/pages/page-reads.ts';
import { providerName } from '#console/screens/publishing/accounts/providers.ts';
import { ACCOUNTS_KEY, readAccounts } from '#console/screens/publishing/post-reads.ts';
import {
  CATALOGUE_KEY,
  ENDPOINTS_KEY,
  isFailing,
  mayManageEndpoints,
  readCatalogue,
  readEndpoints,
} from '#console/screens/webhooks/endpoint-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { useAllowed } from '#console/session/use-allowed.ts';
import type { Entry } from './entry.ts';

/** The things that are found by a part of their name: endpoints, accounts, pages and events of the catalogue. The screens share the four reads. */
export function useKnown(): { readonly entries: readonly Entry[]; readonly error: Error | null } {
  const { session } = useSigned();
  const isForEvents = mayManageEndpoints(session);
  const endpoints = useAllowed(isForEvents, ENDPOINTS_KEY, () => readEndpoints(session));
  const catalogue = useAllowed(isForEvents, CATALOGUE_KEY, () => readCatalogue(session));
  const accounts = useAllowed(may(session, 'publishing:accounts:read'), ACCOUNTS_KEY, () =>
    readAccounts(session),
  );
  const pages = useAllowed(may(session, 'biolinks:pages:read'), NEWEST_PAGES_KEY, () =>
    readNewestPages(session),
  );
  const entries: readonly Entry[] = [
    ...(endpoints.data ?? []).map((endpoint) => ({
      id: endpoint.id,
      group: 'Endpoints',
      icon: Webhook,
      name: endpoint.name,
      words: endpoint.url,
      hint: isFailing(endpoint) ? 'failing' : stateName(endpoint.state),
      isForeign: true,
      href: `/console/endpoints/${endpoint.id}`,
    })),
    ...(endpoints.data ?? []).flatMap(({ id, name }) => [
      {
        id: `test ${id}`,
        group: 'Do',
        icon: Send,
        name: `Send a test event to ${name}`,
        words: '',
        isForeign: true,
        href: `/console/endpoints/${id}`,
      },
      {
        id: `settings ${id}`,
        group: 'Do',
        icon: Settings,
        name: `Change the settings of ${name}`,
        words: 'edit url events headers',
        isForeign: true,
        href: `/console/endpoints/${id}/settings`,
      },
    ]),
    ...(pages.data ?? []).map(({ id, title, slug, public_url: url, status }) => ({
      id,
      group: 'Pages',
      icon: PanelsTopLeft,
      name: title || slug,
      words: url,
      hint: stateName(status),
      isForeign: true,
      href: `/console/pages/${id}`,
    })),
    ...(accounts.data ?? []).map(({ uuid, name, username, provider }) => ({
      id: uuid,
      group: 'Accounts',
      icon: AtSign,
      name,
      words: `${username} ${providerName(provider)}`,
      hint: providerName(provider),
      isForeign: true,
      href: '/console/accounts',
    })),
    ...(catalogue.data ?? []).map(({ event, title }) => ({
      id: event,
      group: 'Events of the catalogue',
      icon: BookOpen,
      name: event,
      words: title,
      hint: title,
      href: `/console/catalogue/${event}`,
    })),
  ];
  const error = endpoints.error ?? catalogue.error ?? accounts.error ?? pages.error;
  return { entries, error };
}
