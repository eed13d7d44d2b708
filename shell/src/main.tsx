// Shared with remotes that use the React Compiler: only subpaths that the shell imports are shared.
import 'react/compiler-runtime';
import '@patchwork/ui/base.css';
import './app/frame.css';
import { openHost } from '@patchwork/host/boot/open-host';

void openHost(() => import(/* webpackMode: "eager" */ './host.ts'));
