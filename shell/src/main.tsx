import '@patchwork/ui/base.css';
import './app/frame.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { BootFailure } from './app/BootFailure.tsx';
import { carryOver } from './boot/carry-over.ts';
import { startShop } from './boot/start.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('index.html holds no #root');

const page = await startShop().catch((error: unknown) => {
  console.error(error);
  return <BootFailure />;
});

// React's page replaces the HTML that was shown first between two paints.
const repeatEdits = carryOver(container);
const root = createRoot(container);
flushSync(() => root.render(page));
delete container.dataset.waiting;
delete document.documentElement.dataset.session;
repeatEdits();
