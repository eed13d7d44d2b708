import { Component } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Bestsellers } from './Bestsellers.jsx';
import { StoreProvider } from './store.jsx';

/** Error boundary that reports an error that the page throws while it renders. */
class Boundary extends Component {
  state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  componentDidCatch(error) {
    this.props.onError(error);
  }

  render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}

/** Renders the page synchronously into an element, with the shop's store. Returns a function that removes the page. */
export function mount(element, store, onError) {
  const root = createRoot(element);
  flushSync(() =>
    root.render(
      <Boundary onError={onError}>
        <StoreProvider value={store}>
          <Bestsellers />
        </StoreProvider>
      </Boundary>,
    ),
  );
  return () => root.unmount();
}
