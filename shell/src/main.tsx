import '@patchwork/ui/base.css';
import './app/frame.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { BootFailure } from './app/BootFailure.tsx';
import { startShop } from './boot/start.tsx';
import { keepTyping } from './boot/typing.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html holds no #root');

const page = await startShop().catch((error: unknown) => {
  console.error(error);
  return <BootFailure />;
});

// The still frame gives way to the living one, between two paints.
const putTypingBack = keepTyping(container);
const root = createRoot(container);
flushSync(() => root.render(page));
delete document.documentElement.dataset.session;
putTypingBack();
