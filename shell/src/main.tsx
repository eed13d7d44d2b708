import '@patchwork/ui/base.css';
import './app/frame.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { BootFailure } from './app/BootFailure.tsx';
import { carryTypedText } from './boot/carry-typed-text.ts';
import { startShop } from './boot/start.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('index.html holds no #root');

const page = await startShop().catch((error: unknown) => {
  console.error(error);
  return <BootFailure />;
});

// React's frame replaces the app shell between two paints.
const restoreTypedText = carryTypedText(container);
const root = createRoot(container);
flushSync(() => root.render(page));
delete document.documentElement.dataset.session;
restoreTypedText();
