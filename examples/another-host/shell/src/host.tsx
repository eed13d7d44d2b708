import { type ErrorWatch, type HostConfig, type HostPage, startHost } from '@patchwork/host/boot';
import { Link, useNavigation, useOutlet } from '@patchwork/host/router';
import { slotOf } from '@patchwork/host/slot';
import { createContext, type ReactNode, useContext } from 'react';
import { version } from '../package.json';
import { slots } from '../shell.json';
import type { SlotProps } from './app/contract.ts';
import { startMock } from './mock.ts';

const Slot = slotOf<SlotProps>();
const PathTo = createContext<HostPage<HostConfig>['pathTo']>(String);

const Loading = () => <p role="status">Loading</p>;

function Frame() {
  const pathTo = useContext(PathTo);
  return (
    <>
      <header>
        <Link to={pathTo('tools')}>Tools</Link> <Link to={pathTo('members')}>Members</Link>
        <Slot name="notice" props={{ member: 'Tom' }} />
      </header>
      <main aria-busy={useNavigation().state !== 'idle'}>{useOutlet() ?? <Loading />}</main>
      <footer>The village’s tool shed</footer>
    </>
  );
}

const screen = (heading: string) => () => (
  <div role="alert" data-boundary="shell">
    <h1>{heading}</h1>
  </div>
);
const Failed = screen('This page stopped with an error');
const screens = {
  ...{ Frame, Loading, FailedPage: Failed, ErrorScreen: Failed, BootFailure: Failed },
  ...{ NotFound: screen('Page not found'), UnreadPage: screen('This page can’t be read') },
  Framed: screen('The tool shed opens in a tab of its own only'),
};

const nothing = () => undefined;

function openSession({ pathTo }: HostPage<HostConfig>) {
  startMock();
  return {
    ...{ canHydrate: false, navigated: nothing, beforeRender: nothing, onShown: nothing },
    ...{ isLoggedIn: () => false, subscribe: () => nothing, whenLoaded: async () => nothing() },
    provide: (page: ReactNode) => <PathTo value={pathTo}>{page}</PathTo>,
  };
}

export const start = (errors: ErrorWatch) =>
  startHost(
    {
      ...{ version, frameSlots: slots, screens, openSession, guard: nothing },
      parseConfig: (config): HostConfig => Object(config),
      loadChangesBadge: async () => () => null,
    },
    errors,
  );
