import { type ComponentType, createContext } from 'react';

/** What the host shows around and instead of the remotes' pages. */
export interface Screens {
  /** Frame around each page, with the router's outlet. Also rendered while the first page is loading. */
  readonly Frame: ComponentType;
  readonly Loading: ComponentType;
  /** In place of a page whose component has thrown. */
  readonly FailedPage: ComponentType<{ readonly error: unknown; readonly retry: () => void }>;
  /** In place of a page that could not be loaded; the router has the error. */
  readonly ErrorScreen: ComponentType;
  readonly NotFound: ComponentType;
  /** In place of NotFound while a remote is unreadable: the path may be one of its pages. */
  readonly UnreadPage: ComponentType;
  /** In place of everything, if the page's documents can't be read. */
  readonly BootFailure: ComponentType;
  /** In place of everything, inside another site's frame. */
  readonly Framed: ComponentType;
}

type PageScreens = Pick<Screens, 'Loading' | 'FailedPage' | 'ErrorScreen'>;

const nothing: ComponentType = () => null;

export const ScreensContext = createContext<PageScreens>({
  Loading: nothing,
  FailedPage: nothing,
  ErrorScreen: nothing,
});
