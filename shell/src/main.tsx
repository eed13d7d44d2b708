// Shared with remotes that use the React Compiler: only subpaths that the shell imports are shared.
import 'react/compiler-runtime';
import '@patchwork/ui/base.css';
import './app/frame.css';
import { nextTask } from '@patchwork/host/next-task';
import { watchErrors } from './errors/watch-errors.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html holds no #root');

const errors = watchErrors();

/**
 * Opens the shop. Each step is a separate task, even the evaluation of the modules, so that the browser can paint the
 * HTML in between. The steps are in a function, because top-level await would cost 0.4 kB of the bundler's code.
 */
async function open(root: HTMLElement): Promise<void> {
  await nextTask();
  const { replacePage } = await import(/* webpackMode: "eager" */ './boot/replace-page.tsx');
  await nextTask();
  const { openShop } = await import(/* webpackMode: "eager" */ './boot/start.tsx');
  replacePage(root, await openShop(errors), errors);
}

void open(container);
