/** What a page with devtools needs from its start. Other pages don't download it. */
export { createCallLog } from '@patchwork/kit/devtools';
export { Launcher } from './Launcher.tsx';
