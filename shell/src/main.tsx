// Shared with remotes that are built with the React Compiler: only a subpath that the shell imports is shared.
import 'react/compiler-runtime';
import '@patchwork/ui/base.css';
import './app/frame.css';
import { nextTask } from '@patchwork/federation/next-task';
import { watchErrors } from './errors/watch-errors.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html holds no #root');

const errors = watchErrors();

// Each step is a task of its own, the evaluation of the modules too: the page's HTML is painted meanwhile.
await nextTask();
const { replacePage } = await import(/* webpackMode: "eager" */ './boot/replace-page.tsx');
await nextTask();
const { openShop } = await import(/* webpackMode: "eager" */ './boot/start.tsx');
replacePage(container, await openShop(errors), errors);
