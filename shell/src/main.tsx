import '@patchwork/ui/base.css';
import './app/frame.css';
import { createRoot } from 'react-dom/client';
import { BootFailure } from './app/BootFailure.tsx';
import { startShop } from './boot/start.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('index.html holds no #root');

const page = await startShop().catch((error: unknown) => {
  console.error(error);
  return <BootFailure />;
});
createRoot(container).render(page);
