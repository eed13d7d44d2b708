#!/bin/sh
# React 19.3.1 with react-dom 19.3.1 and happy-dom 21.0.4.
#
# An error boundary inside a Suspense boundary that shows its fallback catches what the lazy component throws in the end.
# React calls its componentDidCatch, but neither getSnapshotBeforeUpdate nor componentDidUpdate, although its state has
# changed and its old content is still in the document. Without the fallback in between, all three are called.
#
# Seen: "snapshot update catch" for a component that throws at once, "catch" for one that was waited for.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --no-audit --no-fund --loglevel=error react@19.3.1 react-dom@19.3.1 happy-dom@21.0.4 > installed
cat > boundary.mjs <<'END'
import { Window } from 'happy-dom';

const window = new Window();
for (const name of ['window', 'document', 'navigator', 'HTMLIFrameElement'])
  Object.defineProperty(globalThis, name, { value: name === 'window' ? window : window[name], configurable: true });
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
const { default: React } = await import('react');
const { createRoot } = await import('react-dom/client');
const { createElement: h, act } = React;

async function callsOf(isWaitedFor) {
  const calls = [];
  class Boundary extends React.Component {
    state = {};
    static getDerivedStateFromError = (error) => ({ error });
    getSnapshotBeforeUpdate() {
      calls.push('snapshot');
      return null;
    }
    componentDidUpdate() {
      calls.push('update');
    }
    componentDidCatch() {
      calls.push('catch');
    }
    render() {
      return this.state.error ? 'failed' : this.props.children;
    }
  }
  let fail;
  const Late = React.lazy(() => new Promise((_, reject) => (fail = () => reject(new Error('gone')))));
  const Broken = () => {
    throw new Error('broken');
  };
  let open;
  function Page() {
    const [isOpen, setOpen] = React.useState(false);
    open = () => setOpen(true);
    return isOpen ? h(isWaitedFor ? Late : Broken) : 'page';
  }
  const root = createRoot(document.createElement('div'), { onCaughtError() {} });
  await act(() => root.render(h(React.Suspense, { fallback: 'waiting' }, h(Boundary, null, h(Page)))));
  await act(() => open());
  if (isWaitedFor) {
    calls.length = 0;
    await act(async () => fail());
  }
  return calls.join(' ');
}

console.log(await callsOf(false));
console.log(await callsOf(true));
process.exit(0);
END
cat > expected <<'END'
snapshot update catch
catch
END
node boundary.mjs > seen
diff expected seen
echo 'as described'
